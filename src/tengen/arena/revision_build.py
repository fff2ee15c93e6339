"""Our own engine of another git revision, built aside in the user's cache.

A revision is cloned from the checkout that this program runs from, and set up by its own
`./tengen`. What has been built is used again.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass

from tengen.errors import UsageError, quote

SOURCES = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
REMEDY = "run Tengen from a git clone, or give the command line of an engine"


def cache_directory() -> str:
    """Return where revisions are built: in `$XDG_CACHE_HOME`, or in `~/.cache`."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    if not os.path.isabs(base):
        base = os.path.expanduser("~/.cache")
    return os.path.join(base, "tengen", "engines")


@dataclass(frozen=True, slots=True)
class RevisionBuild:
    """The build of a commit, in a folder of its own."""

    commit: str
    folder: str

    @property
    def program(self) -> str:
        """The path of its `./tengen`."""
        return os.path.join(self.folder, "tengen")

    @property
    def _mark(self) -> str:
        return f"{self.folder}.ready"

    def ensure(self, sources: str = SOURCES) -> None:
        """Build it, unless that has been done; its set-up shows its progress.

        Raises UsageError if the revision cannot be built.
        """
        if os.path.exists(self._mark):
            return
        if not os.path.exists(self.folder):
            self._clone(sources)
        command = [self.program, "brain"]
        try:
            status = subprocess.run(  # noqa: S603 - running the revision is the purpose
                command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=False
            ).returncode
        except OSError as error:
            raise self._error(f"its ./tengen cannot be run: {error.strerror}") from None
        if status:
            raise self._error(f"its ./tengen ended with status {status}")
        with open(self._mark, "w", encoding="ascii") as file:
            file.write(f"{self.commit}\n")

    def _clone(self, sources: str) -> None:
        """Clone and check out into another folder, and rename it when it is complete."""
        try:
            parent = os.path.dirname(self.folder)
            os.makedirs(parent, exist_ok=True)
            rough = tempfile.mkdtemp(prefix="clone-", dir=parent)
        except OSError as error:
            raise self._error(f"cannot write {quote(str(error.filename))}") from None
        try:
            top = _git(sources, "rev-parse", "--show-toplevel")
            _git(top, "clone", "--quiet", "--shared", "--no-checkout", top, rough)
            _git(rough, "checkout", "--quiet", "--detach", self.commit)
            os.rename(rough, self.folder)
        except OSError:
            if not os.path.exists(self.folder):  # else another process was quicker
                raise self._error(f"cannot write {quote(self.folder)}") from None
        finally:
            shutil.rmtree(rough, ignore_errors=True)

    def _error(self, why: str) -> UsageError:
        return UsageError(f"cannot build revision {self.commit[:12]}: {why}.")


def build_of(commit: str) -> RevisionBuild:
    """Return the build of a commit, which may not have been made yet."""
    return RevisionBuild(commit, os.path.join(cache_directory(), commit[:12]))


def resolve_revision(revision: str, sources: str = SOURCES) -> str:
    """Return the commit of a tag, branch or other revision. Raises UsageError if there is none."""
    if not revision or revision.startswith("-"):
        raise UsageError(f"not a git revision: {quote(revision)}; write for example tengen@v1.0.")
    try:
        top = _git(sources, "rev-parse", "--show-toplevel")
    except UsageError as error:
        raise UsageError(f"tengen@{revision} needs a git clone of Tengen: {error}") from None
    if not os.path.exists(os.path.join(top, "tengen")):
        raise UsageError(f"tengen@{revision} needs a git clone of Tengen: {REMEDY}.")
    try:
        return _git(sources, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}")
    except UsageError:
        raise UsageError(
            f"there is no revision {quote(revision)} in the git clone {quote(top)}."
        ) from None


def _git(folder: str, *words: str) -> str:
    """Return what git prints. Raises UsageError if it fails or is missing."""
    try:
        done = subprocess.run(  # noqa: S603 - fixed words and checked revisions
            ["git", "-C", folder, *words],  # noqa: S607 - the user's git
            capture_output=True,
            text=True,
            check=False,
        )
    except OSError as error:
        raise UsageError(f"git cannot be run ({error.strerror}): {REMEDY}.") from None
    if done.returncode:
        said = done.stderr.strip().splitlines() or [f"it ended with status {done.returncode}"]
        raise UsageError(f"git failed: {said[-1]}: {REMEDY}.")
    return done.stdout.strip()
