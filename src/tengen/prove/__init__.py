"""Who wins, and why: the solver, the theorem, certificates, and their independent checkers.

Each name is loaded when it is first used, so that checking a proof does not load the search.
"""

from tengen.lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tengen.prove.certificate_writer import CertificateWriter, ProofTurn, TreeWriter
    from tengen.prove.check import ProofRefused, ProofVerdict
    from tengen.prove.solver import (
        GameValue,
        ProofListeners,
        SolveStatus,
        WinPart,
        check_certificate,
        make_listeners,
        solve,
        write_certificate,
    )
    from tengen.prove.solver_state import Meter, SolverMemory, SolverProgress
    from tengen.prove.theorem_book import (
        Book,
        BookEntry,
        format_entry,
        parse_entry,
        read_entries,
        the_book,
        write_entries,
    )
    from tengen.prove.theorem_player import GuidedPlayer, TheoremMove, TheoremPlayer, guide_player

__all__ = [
    "Book",
    "BookEntry",
    "CertificateWriter",
    "GameValue",
    "GuidedPlayer",
    "Meter",
    "ProofListeners",
    "ProofRefused",
    "ProofTurn",
    "ProofVerdict",
    "SolveStatus",
    "SolverMemory",
    "SolverProgress",
    "TheoremMove",
    "TheoremPlayer",
    "TreeWriter",
    "WinPart",
    "check_certificate",
    "format_entry",
    "guide_player",
    "make_listeners",
    "parse_entry",
    "read_entries",
    "solve",
    "the_book",
    "write_certificate",
    "write_entries",
]

__getattr__ = lazy_names(
    __name__,
    {
        "Book": "theorem_book",
        "BookEntry": "theorem_book",
        "CertificateWriter": "certificate_writer",
        "GameValue": "solver",
        "GuidedPlayer": "theorem_player",
        "Meter": "solver_state",
        "ProofListeners": "solver",
        "ProofRefused": "check",
        "ProofTurn": "certificate_writer",
        "ProofVerdict": "check",
        "SolveStatus": "solver",
        "SolverMemory": "solver_state",
        "SolverProgress": "solver_state",
        "TheoremMove": "theorem_player",
        "TheoremPlayer": "theorem_player",
        "TreeWriter": "certificate_writer",
        "WinPart": "solver",
        "check_certificate": "solver",
        "format_entry": "theorem_book",
        "guide_player": "theorem_player",
        "make_listeners": "solver",
        "parse_entry": "theorem_book",
        "read_entries": "theorem_book",
        "solve": "solver",
        "the_book": "theorem_book",
        "write_certificate": "solver",
        "write_entries": "theorem_book",
    },
)
