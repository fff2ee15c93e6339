"""Pages, scripts and styles."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from starlette.requests import Request

from tengen.server import pages
from tengen.server.pages import Assets

PAGE = '<head><script type="module" src="/page/a.js"></script></head>'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "home.html").write_text(PAGE)
    (tmp_path / "a.js").write_text('import { b } from "./b.js";\nexport { c } from "./c.js";\n')
    (tmp_path / "b.js").write_text('import {\n  c,\n  d,\n} from "./c.js";\n')
    (tmp_path / "c.js").write_text('import "./a.js";\n')
    (tmp_path / "types.d.ts").write_text("type X = 1;")
    return tmp_path


def request(encoding: str = "") -> Request:
    return Request({"type": "http", "headers": [(b"accept-encoding", encoding.encode())]})


def test_a_page_preloads_all_its_scripts(folder: Path) -> None:
    assets = Assets(folder)
    page = bytes(assets.page(request(), "home").body).decode()
    links = re.findall(r'modulepreload" href="/page/(\w+)/(\w+\.js)"', page)
    assert links == [(assets.version, "b.js"), (assets.version, "c.js")]
    assert f'src="/page/{assets.version}/a.js"' in page


def test_files_are_cached_forever_only_under_their_version(folder: Path) -> None:
    assets = Assets(folder)
    found = [assets.file(request(), version, "a.js") for version in (assets.version, "old")]
    caches = [response.headers["cache-control"] for response in found if response is not None]
    assert caches == ["public, max-age=31536000, immutable", "no-cache"]


def test_changing_any_file_changes_the_version(folder: Path) -> None:
    before = Assets(folder).version
    (folder / "c.js").write_text("")
    assert Assets(folder).version != before


def test_a_file_is_compressed_for_browsers_that_accept_gzip(folder: Path) -> None:
    assets = Assets(folder)
    response = assets.file(request("gzip, br"), assets.version, "b.js")
    assert response is not None
    assert response.headers["content-encoding"] == "gzip"
    assert gzip.decompress(bytes(response.body)) == (folder / "b.js").read_bytes()


@pytest.mark.parametrize("name", ["x.js", "../home.html", "home.html", "types.d.ts"])
def test_other_files_are_not_served(folder: Path, name: str) -> None:
    assets = Assets(folder)
    assert assets.file(request(), assets.version, name) is None


def test_the_form_of_a_new_game_shows_no_parts_of_other_opponents_while_it_loads() -> None:
    page = Path(pages.__file__).with_name("page") / "home.html"
    parts = re.findall(r'<\w+[^>]* data-for="([^"]*)"([^>]*)>', page.read_text())
    hidden = {opponents: "hidden" in rest for opponents, rest in parts}
    assert hidden == {
        "computer": False,
        "computer friend": False,
        "friend here": True,
        "here": True,
    }
