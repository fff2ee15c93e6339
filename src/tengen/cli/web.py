"""`tengen web`: run the server of the game in the browser."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from typing import TYPE_CHECKING

from tengen import __version__
from tengen.cli.arguments import Parser, whole_number
from tengen.cli.output import DONE, FAILED, print_error
from tengen.cli.terminal import write_stdout
from tengen.errors import StoreError, UsageError

if TYPE_CHECKING:
    from tengen.server.monitor import Monitor
    from tengen.storage import RoomStore

EPILOG = """\
Games are saved as they are played, in the same place as those of `tengen play`.

examples:
  tengen web
  tengen web --host 0.0.0.0 --port 8080      others in your network can play, too"""


def run(arguments: list[str]) -> int:
    """Run the server until it is stopped, and return the exit status."""
    return make_parser().run(arguments, _execute)


def make_parser() -> Parser:
    """Return the argument parser of `tengen web`."""
    parser = Parser(
        prog="tengen web",
        description="Play five in a row and its relatives in the browser.",
        epilog=EPILOG,
    )
    add = parser.add_argument
    port = whole_number(65535, least=0)
    add("--host", default="127.0.0.1", metavar="HOST", help="address to listen on (127.0.0.1)")
    add("--port", type=port, default=8000, metavar="N", help="port, or 0 for any free one (8000)")
    add("--address", metavar="URL", help="public address of the server, if it is behind a proxy")
    add("--proxy", default="127.0.0.1", metavar="IP,...", help="proxies to believe (127.0.0.1)")
    add("--data", metavar="DIR", help="where games are saved (~/.local/share/tengen)")
    add("--store", metavar="URL", help="PostgreSQL database of several servers, instead of --data")
    add("--monitor-port", type=port, metavar="N", help="port for health and metrics (none)")
    add("--monitor-host", metavar="HOST", help="address for health and metrics (127.0.0.1)")
    add("--log-format", choices=["text", "json"], help="log starts and stops too, as text or JSON")
    return parser


def _check_store(args: argparse.Namespace) -> None:
    if args.store is None:
        return
    if args.data is not None:
        raise UsageError("--store and --data exclude each other; see `tengen web --help`.")
    from tengen.storage.address import is_address  # noqa: PLC0415 - as below

    if not is_address(args.store):
        raise UsageError(
            "--store needs an address such as postgresql://user@host/database;"
            " see `tengen web --help`."
        )


def _execute(args: argparse.Namespace) -> int:
    if args.data == "":
        raise UsageError("--data needs the name of a directory; see `tengen web --help`.")
    _check_store(args)
    if args.monitor_host is not None and args.monitor_port is None:
        raise UsageError("--monitor-host needs --monitor-port, the port to listen on.")
    import tengen.engine.engine  # noqa: F401, PLC0415 - reports missing packages now, not in a game
    from tengen.server import http_server  # noqa: PLC0415 - likewise
    from tengen.server.app import make_app  # noqa: PLC0415 - likewise
    from tengen.server.operator_log import OPERATOR_LOG, open_log  # noqa: PLC0415 - likewise

    proxies = http_server.parse_proxies(args.proxy)
    open_log(args.log_format)
    try:
        with (
            _open_store(args) as store,
            http_server.listen(args.host, args.port) as listener,
            _open_monitor(args) as monitor,
        ):
            names = http_server.host_names(listener, args.address)
            app = make_app(store, names=names, address=args.address, monitor=monitor)
            ready = partial(_announce, http_server.address_of(listener), store.place, monitor)
            alone, shared = http_server.PING_SECONDS, http_server.SHARED_PING_SECONDS
            pings = alone if store.owner.is_alone else shared
            stopping = app.send_players_elsewhere
            http_server.serve(app, listener, ready, stopping, ping_seconds=pings, proxies=proxies)
    except StoreError as error:
        if args.log_format == "json":
            OPERATOR_LOG.write(error)
        else:
            print_error(str(error))
        return FAILED
    except KeyboardInterrupt:
        write_stdout("\n")
    OPERATOR_LOG.announce("stopped", "stopped")
    return http_server.exit_now(DONE)


@contextmanager
def _open_store(args: argparse.Namespace) -> Iterator[RoomStore]:
    """Open the games of the server. Raises StoreError."""
    if args.store is not None:
        from tengen.storage.shared_store import SharedStore  # noqa: PLC0415 - as above

        with SharedStore(args.store) as shared:
            yield shared
        return
    from tengen.storage import Store, data_directory  # noqa: PLC0415 - as above

    with Store(data_directory(args.data)) as store, closing(store.serve()):
        yield store


@contextmanager
def _open_monitor(args: argparse.Namespace) -> Iterator[Monitor | None]:
    """Listen on the port for health and metrics, if there is one."""
    if args.monitor_port is None:
        yield None
        return
    from tengen.server import http_server  # noqa: PLC0415 - as above
    from tengen.server.monitor import Monitor  # noqa: PLC0415 - as above

    host, options = args.monitor_host or "127.0.0.1", "--monitor-host or --monitor-port"
    with http_server.listen(host, args.monitor_port, options) as listener:
        yield Monitor(listener)


def _announce(address: str, place: str, monitor: Monitor | None) -> None:
    """Say that the server is ready, and where it is."""
    from tengen.server import http_server  # noqa: PLC0415 - as above
    from tengen.server.operator_log import OPERATOR_LOG  # noqa: PLC0415 - as above

    write_stdout(f"Tengen is at {address} (Ctrl-C ends it)\n")
    if monitor is not None:
        write_stdout(f"Health and metrics are at {http_server.address_of(monitor.listener)}\n")
    text = f"version {__version__} has started at {address}, with the games in {place}"
    OPERATOR_LOG.announce("started", text, address=address, store=place, version=__version__)
