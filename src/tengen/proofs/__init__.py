"""Certificates of wins: a format for them, and two checkers that believe nothing in them."""

from tengen.proofs.check import Refused, Verdict
from tengen.proofs.writer import CertificateWriter, TreeWriter, Turn

__all__ = ["CertificateWriter", "Refused", "TreeWriter", "Turn", "Verdict"]
