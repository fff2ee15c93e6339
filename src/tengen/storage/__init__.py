"""Stored games: each event is saved as it happens, so nothing is lost when a program ends."""

from tengen.storage.check import StorageProblem, StoreCheck
from tengen.storage.directory import data_directory
from tengen.storage.event_writer import EventWriter
from tengen.storage.rooms import KeptRoom, RoomEntry, RoomStore
from tengen.storage.store import OpenedGame, Store
from tengen.storage.summary import GameSummary

__all__ = [
    "EventWriter",
    "GameSummary",
    "KeptRoom",
    "OpenedGame",
    "RoomEntry",
    "RoomStore",
    "StorageProblem",
    "Store",
    "StoreCheck",
    "data_directory",
]
