"""`tengen web`: the game in the browser."""

from __future__ import annotations

import argparse
from contextlib import closing

from tengen.cli.arguments import Parser, whole_number
from tengen.cli.output import DONE, FAILED, print_error
from tengen.cli.terminal import write_stdout
from tengen.errors import StoreError, UsageError

EPILOG = """\
Games are kept as they are played, in the same place as those of `tengen play`.

examples:
  tengen web
  tengen web --host 0.0.0.0 --port 8080      others in your network can play, too"""


def run(arguments: list[str]) -> int:
    """Serve until it is told to end, and give the exit status."""
    return make_parser().run(arguments, _execute)


def make_parser() -> Parser:
    """The parser of everything that can be said about a server."""
    parser = Parser(
        prog="tengen web",
        description="Play five in a row and its relatives in the browser.",
        epilog=EPILOG,
    )
    add = parser.add_argument
    port = whole_number(65535, least=0)
    add("--host", default="127.0.0.1", metavar="HOST", help="where to listen (127.0.0.1)")
    add("--port", type=port, default=8000, metavar="N", help="at which port (8000); 0 is any")
    add("--address", metavar="URL", help="what others type, if a proxy stands before the server")
    add("--data", metavar="DIR", help="where games are kept (~/.local/share/tengen)")
    return parser


def _execute(found: argparse.Namespace) -> int:
    if found.data == "":
        raise UsageError("--data needs the name of a directory; `tengen web --help` tells more.")
    import tengen.engine  # noqa: F401, PLC0415 - what it lacks is told here, not during a game
    from tengen.server import http_server  # noqa: PLC0415 - likewise
    from tengen.server.app import make_app  # noqa: PLC0415 - likewise
    from tengen.storage import Store, data_directory  # noqa: PLC0415 - only when it is needed

    try:
        with (
            Store(data_directory(found.data)) as store,
            closing(store.serve()),
            http_server.listen(found.host, found.port) as listener,
        ):
            words = f"Tengen is at {http_server.address_of(listener)} (Ctrl-C ends it)\n"
            names = http_server.host_names(listener, found.address)
            app = make_app(store, names=names, address=found.address)
            http_server.serve(app, listener, lambda: write_stdout(words))
    except StoreError as error:
        print_error(str(error))
        return FAILED
    except KeyboardInterrupt:
        write_stdout("\n")
    return http_server.exit_now(DONE)
