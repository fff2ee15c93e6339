"""A background process: reads jobs, writes reports.

    python -m tengen.server.background.child

Each message is four bytes with its length, and then the message. The process ends when its input
ends, so also when the server is killed.
"""

from __future__ import annotations

import gzip
import io
import signal
import sys
import time
import traceback
from collections.abc import Sequence
from dataclasses import replace
from math import isqrt
from typing import BinaryIO

import segno

from tengen.engine.search_thread import lower_session_priority, lower_thread_priority
from tengen.errors import TengenError
from tengen.game.record_conversion import to_record
from tengen.records import Node, Record, main_line
from tengen.render import THEMES, PictureFormat, Style
from tengen.render.layout import make_layout
from tengen.render.record_pictures import picture_parts, view_at
from tengen.render.view import ViewOptions, parse_numbers
from tengen.server.background import jobs, record_files
from tengen.server.messages.codec import encode
from tengen.server.messages.conversion import facts_of
from tengen.server.problems import INTERNAL_ERROR, RequestRefused, refusal_of


def run_job(job: jobs.BackgroundJob) -> jobs.JobReport:
    """Run a job, and report its result or error."""
    start = time.process_time()
    try:
        body, lost = _do(job)
    except (RequestRefused, TengenError) as error:
        refused = refusal_of(error)
        spent = time.process_time() - start
        return jobs.JobDeclined(refused.status, refused.problem.code, refused.problem.says, spent)
    except Exception:  # noqa: BLE001 - the client needs a response, and the process must go on
        traceback.print_exc()
        return jobs.JobDeclined(
            500, INTERNAL_ERROR.code, INTERNAL_ERROR.says, time.process_time() - start
        )
    return jobs.JobResult(body, time.process_time() - start, lost)


def _do(job: jobs.BackgroundJob) -> tuple[bytes, str]:
    if isinstance(job, jobs.WriteRecord):
        return record_files.write_record(_record_of(job.source), job.format)
    return _body_of(job), ""


def _body_of(
    job: jobs.ComputeFacts
    | jobs.ReadRecords
    | jobs.ListLosses
    | jobs.DrawPicture
    | jobs.DrawQrCode,
) -> bytes:
    if isinstance(job, jobs.ComputeFacts):
        return encode(facts_of(job.position))
    if isinstance(job, jobs.ReadRecords):
        return encode(record_files.read_import(job.data, job.name, job.rules))
    if isinstance(job, jobs.ListLosses):
        return encode(record_files.list_losses(_record_of(job.source)))
    if isinstance(job, jobs.DrawPicture):
        return draw_picture(_record_of(job.source), job.picture)
    return draw_qr_code(job.address)


def _record_of(source: jobs.RecordSource) -> Record:
    if isinstance(source, jobs.PlayedGame):
        return to_record(source.events) if source.events else Record(source.rules)
    return record_files.record_from_json(source.data)


MAX_FRAMES = 400
"""Moves in an animation."""
MAX_PIXELS = 200_000_000
"""Pixels of all frames of an animation together."""


def draw_picture(record: Record, wanted: jobs.PictureSpec) -> bytes:
    """Return a picture file. Raises RequestRefused, or RuleError if set-up stones win for both."""
    nodes = main_line(record.root)
    if wanted.move is not None:
        nodes = nodes[: wanted.move + 1]
    options = ViewOptions(coordinates=wanted.coordinates, show_forbidden=True)
    if wanted.numbers:
        options["numbers"] = parse_numbers(wanted.numbers)
    style = Style(THEMES[wanted.theme], wanted.pieces, width=wanted.width)
    if wanted.kind is PictureFormat.GIF:
        style = _fit_animation(record, nodes, style, options)
    return b"".join(picture_parts(record, nodes, wanted.kind, style, **options))


def _fit_animation(
    record: Record, nodes: Sequence[Node], style: Style, options: ViewOptions
) -> Style:
    """Return the style of an animation, narrower if it would be too large.

    Raises RequestRefused if the request names a width that is too large.
    """
    if len(nodes) > MAX_FRAMES:
        raise RequestRefused(400, "too-large", f"An animation can have at most {MAX_FRAMES} moves.")
    layout = make_layout(view_at(record, nodes[:1], **options), style)
    if len(nodes) * layout.width * layout.height <= MAX_PIXELS:
        return style
    widest = isqrt(MAX_PIXELS * layout.width // (len(nodes) * layout.height))
    if style.width is None:
        return replace(style, width=widest)
    says = (
        f"An animation of {len(nodes) - 1} moves can be at most {widest} pixels wide: "
        "choose a smaller width or fewer moves."
    )
    raise RequestRefused(400, "too-large", says)


def draw_qr_code(address: str) -> bytes:
    """Return an address as a QR code: SVG, compressed by gzip."""
    drawing = io.BytesIO()
    segno.make(address, error="m", micro=False).save(
        drawing, kind="svg", border=4, xmldecl=False, light="#fff", omitsize=True
    )
    return gzip.compress(drawing.getvalue(), mtime=0)


LENGTH_BYTES = 4


def run_jobs(requests: BinaryIO, reports: BinaryIO) -> None:
    """Run jobs until the input ends."""
    while head := requests.read(LENGTH_BYTES):
        data = jobs.format_report(
            run_job(jobs.parse_job(requests.read(int.from_bytes(head, "big"))))
        )
        reports.write(len(data).to_bytes(LENGTH_BYTES, "big") + data)
        reports.flush()


def main() -> None:
    """Run the jobs of the server that started this process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    lower_session_priority()
    lower_thread_priority()
    reports, sys.stdout = sys.stdout, sys.stderr
    run_jobs(sys.stdin.buffer, reports.buffer)


if __name__ == "__main__":
    main()
