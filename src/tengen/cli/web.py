"""`tengen web`: run the server of the game in the browser."""

from __future__ import annotations

import argparse
from contextlib import closing

from tengen.cli.arguments import Parser, whole_number
from tengen.cli.output import DONE, FAILED, print_error
from tengen.cli.terminal import write_stdout
from tengen.errors import StoreError, UsageError

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
    add("--data", metavar="DIR", help="where games are saved (~/.local/share/tengen)")
    return parser


def _execute(args: argparse.Namespace) -> int:
    if args.data == "":
        raise UsageError("--data needs the name of a directory; see `tengen web --help`.")
    import tengen.engine  # noqa: F401, PLC0415 - reports missing packages now, not during a game
    from tengen.server import http_server  # noqa: PLC0415 - likewise
    from tengen.server.app import make_app  # noqa: PLC0415 - likewise
    from tengen.storage import Store, data_directory  # noqa: PLC0415 - likewise

    try:
        with (
            Store(data_directory(args.data)) as store,
            closing(store.serve()),
            http_server.listen(args.host, args.port) as listener,
        ):
            message = f"Tengen is at {http_server.address_of(listener)} (Ctrl-C ends it)\n"
            names = http_server.host_names(listener, args.address)
            app = make_app(store, names=names, address=args.address)
            http_server.serve(app, listener, lambda: write_stdout(message))
    except StoreError as error:
        print_error(str(error))
        return FAILED
    except KeyboardInterrupt:
        write_stdout("\n")
    return http_server.exit_now(DONE)
