"""The guide to monitoring is complete."""

import re
from pathlib import Path

from kit.monitored import monitored

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "monitoring.md").read_text()
SERVER = ROOT / "src" / "tengen" / "server"


def test_every_metric_is_documented_and_no_other(tmp_path: Path) -> None:
    with monitored(tmp_path) as (_server, client):
        names = set(re.findall(r"^# TYPE (\S+) ", client.get("/metrics").text, re.MULTILINE))
    assert set(re.findall(r"^\| `((?:tengen|process)_[a-z_]+)`", PAGE, re.MULTILINE)) == names


def test_every_event_of_the_log_is_documented() -> None:
    sources = [path.read_text() for path in [*SERVER.rglob("*.py"), ROOT / "src/tengen/cli/web.py"]]
    known = re.compile(r'"((?:client|internal|lease|room|store|worker)-[a-z]+|started|stopped)"')
    events = {event for source in sources for event in known.findall(source)}
    assert {"started", "store-error", "client-error", "worker-lost"} <= events
    log = PAGE.partition("\n## Log\n")[2]
    assert events <= set(re.findall(r"^\| `([a-z-]+)` \|", log, re.MULTILINE))
