"""What pages are made of, read once and handed out from memory."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import re
from dataclasses import dataclass
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

FOLDER = Path(__file__).parent / "page"
SUFFIXES = {".css", ".js", ".svg", ".webmanifest"}
IMPORT = re.compile(r"""^(?:import|export)\b[^;"']*["']\./([\w.]+\.js)["']""", re.MULTILINE)
FOREVER = "public, max-age=31536000, immutable"
AGAIN = "no-cache"
"""Kept, but asked for again before it is used."""
HEAD = "</head>"


@dataclass(frozen=True, slots=True)
class Asset:
    """A file, as it is and compressed."""

    body: bytes
    zipped: bytes
    media: str


class Assets:
    """Scripts and styles have the version of all of them in their address.

    So a browser may keep them forever, and never mixes those of two versions.
    """

    def __init__(self, folder: Path = FOLDER) -> None:
        texts = {path.name: path.read_bytes() for path in sorted(folder.iterdir())}
        self._files = {
            name: _asset(name, body)
            for name, body in texts.items()
            if Path(name).suffix in SUFFIXES
        }
        digest = hashlib.sha256(b"".join(texts.values()))
        self.version = digest.hexdigest()[:12]
        self._pages = {
            Path(name).stem: _asset(name, self._dress(body.decode()).encode())
            for name, body in texts.items()
            if name.endswith(".html")
        }

    def page(self, request: Request, name: str, status: int = 200) -> Response:
        """A page."""
        return _send(request, self._pages[name], AGAIN, status)

    def file(self, request: Request, version: str, name: str) -> Response | None:
        """A script, a style or a picture; None if there is none of that name."""
        asset = self._files.get(name)
        if asset is None:
            return None
        return _send(request, asset, FOREVER if version == self.version else AGAIN)

    def _dress(self, page: str) -> str:
        """Put the version into a page, and have all its scripts fetched at once."""
        wanted = self._scripts(re.findall(r'src="/page/([\w.]+\.js)"', page))
        links = "".join(f'<link rel="modulepreload" href="/page/{name}">\n' for name in wanted)
        return page.replace(HEAD, links + HEAD).replace('"/page/', f'"/page/{self.version}/')

    def _scripts(self, names: list[str]) -> list[str]:
        """All scripts that these need, themselves not included."""
        found = list(names)
        for name in found:  # grows on the way
            text = self._files[name].body.decode()
            found += [other for other in IMPORT.findall(text) if other not in found]
        return found[len(names) :]


def _asset(name: str, body: bytes) -> Asset:
    media = mimetypes.guess_type(name)[0] or "application/octet-stream"
    return Asset(body, gzip.compress(body, mtime=0), media)


def _send(request: Request, asset: Asset, cache: str, status: int = 200) -> Response:
    headers = {"cache-control": cache, "vary": "accept-encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
        return Response(asset.zipped, status, headers, asset.media)
    return Response(asset.body, status, headers, asset.media)
