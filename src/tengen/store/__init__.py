"""Games kept as they are played, event by event, so that nothing is lost when a program ends."""

from tengen.store.check import Problem, StoreCheck
from tengen.store.directory import data_directory
from tengen.store.keeper import Keeper
from tengen.store.opened import OpenedGame
from tengen.store.room import KeptRoom, RoomEntry
from tengen.store.store import Store
from tengen.store.summary import Summary

__all__ = [
    "Keeper",
    "KeptRoom",
    "OpenedGame",
    "Problem",
    "RoomEntry",
    "Store",
    "StoreCheck",
    "Summary",
    "data_directory",
]
