"""What `./test` installs for the tests of the pages, with fake installers."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import equipment
import pytest

ROOT = Path(__file__).parent.parent
APT = """#!/bin/sh
echo "$*" >>"${0%/*}/calls"
case $* in *--no-download*) cp "$0" "${0%/*}/chromium" ;; esac
"""
NPM = """#!/bin/sh
echo "$PWD $npm_config_cache" >>"${0%/*}/calls"
mkdir -p node_modules/.bin
cp "${0%/*}/biome" "${0%/*}/tsc" node_modules/.bin
"""
FAILS = '#!/bin/sh\necho calls >>"${0%/*}/calls"\necho "E: no network" >&2\nexit 100\n'
HANGS = "#!/bin/sh\nexec sleep 60\n"


class Machine:
    """A machine that has only these programs and a clone."""

    def __init__(self, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.bin = place / "bin"
        self.cache = place / "clone" / ".cache"
        self.packages = place / "clone" / "package.json"
        self.bin.mkdir()
        self.cache.mkdir(parents=True)
        self.packages.write_text("{}")
        self.lock = self.packages.with_name("package-lock.json")
        self.lock.write_text("{}")
        for name in ("sh", "sleep", "cp", "mkdir"):
            (self.bin / name).symlink_to(shutil.which(name) or name)
        for name, value in self._places().items():
            monkeypatch.setattr(equipment, name, value)
        monkeypatch.setenv("PATH", str(self.bin))
        monkeypatch.setattr(os, "geteuid", lambda: 0)

    def _places(self) -> dict[str, object]:
        return {
            "ROOT": self.cache.parent,
            "CACHE": self.cache,
            "NODE": self.cache / "node",
            "LOG": self.cache / "log",
            "PACKAGES": self.packages,
            "LOCK": self.lock,
            "INSIDE": {"npm_config_cache": str(self.cache / "npm")},
        }

    def add(self, name: str, text: str) -> None:
        (self.bin / name).write_text(text)
        (self.bin / name).chmod(0o755)

    @property
    def calls(self) -> list[str]:
        calls = self.bin / "calls"
        return calls.read_text().splitlines() if calls.exists() else []


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    return Machine(tmp_path, monkeypatch)


def test_an_installed_browser_is_used(machine: Machine) -> None:
    machine.add("apt-get", APT)
    machine.add("google-chrome", "")
    assert equipment.provide(equipment.CHROMIUM) == ""
    assert machine.calls == []


def test_root_gets_debians_chromium(machine: Machine, capsys: pytest.CaptureFixture[str]) -> None:
    machine.add("apt-get", APT)
    assert equipment.provide(equipment.CHROMIUM) == ""
    assert equipment.find_chromium() == machine.bin / "chromium"
    assert [words.split()[-1] for words in machine.calls] == ["update", "chromium", "chromium"]
    err = capsys.readouterr().err
    assert err.startswith("tengen: installing chromium ")
    assert err.count("\n") == 1


def test_other_users_do_not_get_chromium_and_are_informed(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine.add("apt-get", APT)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert "only root" in equipment.provide(equipment.CHROMIUM)
    assert "only root" in equipment.why_missing(equipment.CHROMIUM)
    assert machine.calls == []


def test_each_part_that_cannot_be_installed_is_named_without_failing(
    machine: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    assert equipment.main() == 0
    assert capsys.readouterr().err.splitlines() == [
        "tengen: tests that need chromium are skipped: apt-get, which installs it, was not found",
        "tengen: tests that need npm packages are skipped: npm, which installs them, was not found",
    ]
    assert not (machine.cache / "node").exists()


def test_a_failed_installation_is_reported_and_retried_only_later(machine: Machine) -> None:
    machine.add("npm", FAILS)
    assert equipment.provide(equipment.NPM_PACKAGES).startswith("E: no network (")
    assert equipment.provide(equipment.NPM_PACKAGES).startswith("E: no network (")
    assert "E: no network" in equipment.why_missing(equipment.NPM_PACKAGES)
    assert machine.calls == ["calls"]
    os.utime(equipment.note_of(equipment.NPM_PACKAGES), (0, 0))
    equipment.provide(equipment.NPM_PACKAGES)
    assert machine.calls == ["calls", "calls"]


def test_a_download_that_hangs_is_stopped(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine.add("apt-get", HANGS)
    monkeypatch.setattr(equipment, "TIMEOUT", 0.1)
    assert equipment.provide(equipment.CHROMIUM).startswith("apt-get took longer than ")


def test_packages_are_installed_once_and_inside_the_clone(machine: Machine) -> None:
    machine.add("npm", NPM)
    for program in ("biome", "tsc"):
        machine.add(program, "#!/bin/sh\n")
    for _ in range(2):
        assert equipment.main() == 0
    assert machine.calls == [f"{machine.cache}/node {machine.cache}/npm"]
    machine.lock.write_text('{"lockfileVersion": 3}')
    assert equipment.find_packages() is None
    assert equipment.main() == 0
    assert len(machine.calls) == 2


def test_a_package_that_does_not_run_here_counts_as_missing(machine: Machine) -> None:
    machine.add("npm", NPM)
    machine.add("biome", "#!/bin/sh\n")
    machine.add("tsc", FAILS)
    assert equipment.provide(equipment.NPM_PACKAGES).startswith("E: no network (")
    assert equipment.find_packages() is None


def test_the_readme_gives_a_reason_for_each_package() -> None:
    packages = json.loads((ROOT / "tests" / "server" / "package.json").read_text())
    reasons = (ROOT / "README.md").read_text().partition("## Dependencies")[2].lower()
    assert len(packages["dependencies"]) == 3
    names = [name.rpartition("/")[2] for name in packages["dependencies"]]
    assert all(name in reasons for name in [*names, "chromium"])


def test_packages_are_locked_with_hashes_and_without_addresses() -> None:
    wanted = json.loads(equipment.PACKAGES.read_text())["dependencies"]
    root, *packages = json.loads(equipment.LOCK.read_text())["packages"].values()
    assert root["dependencies"] == wanted
    assert all(version[0].isdigit() for version in wanted.values())
    assert all(package["integrity"].startswith("sha512-") for package in packages)
    assert not any("resolved" in package for package in packages)
