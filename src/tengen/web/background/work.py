"""How each job is done."""

from __future__ import annotations

import time
import traceback

from tengen.errors import TengenError
from tengen.game.record_conversion import to_record
from tengen.online.wire import encode
from tengen.records.record import Record
from tengen.web.background.jobs import (
    Declined,
    Done,
    DrawCode,
    DrawPicture,
    Job,
    PlayedGame,
    ReadRecords,
    Report,
    Source,
    TellFacts,
    WeighRecord,
    WriteRecord,
)
from tengen.web.problems import FAILED, Refused, refusal_of
from tengen.web.study.drawing import draw_code, draw_picture
from tengen.web.study.exports import weigh, write_record
from tengen.web.study.facts import facts_of
from tengen.web.study.imports import from_json, read_import


def report_on(job: Job) -> Report:
    """Do a job, and tell what came of it, whatever that is."""
    start = time.process_time()
    try:
        body, lost = _do(job)
    except (Refused, TengenError) as error:
        refused = refusal_of(error)
        spent = time.process_time() - start
        return Declined(refused.status, refused.problem.code, refused.problem.says, spent)
    except Exception:  # noqa: BLE001 - the client needs an answer, and the next job a process
        traceback.print_exc()
        return Declined(500, FAILED.code, FAILED.says, time.process_time() - start)
    return Done(body, time.process_time() - start, lost)


def _do(job: Job) -> tuple[bytes, str]:
    if isinstance(job, WriteRecord):
        return write_record(_record_of(job.source), job.format)
    return _body_of(job), ""


def _body_of(
    job: TellFacts | ReadRecords | WeighRecord | DrawPicture | DrawCode,
) -> bytes:
    if isinstance(job, TellFacts):
        return encode(facts_of(job.position))
    if isinstance(job, ReadRecords):
        return encode(read_import(job.data, job.name, job.rules))
    if isinstance(job, WeighRecord):
        return encode(weigh(_record_of(job.source)))
    if isinstance(job, DrawPicture):
        return draw_picture(_record_of(job.source), job.picture)
    return draw_code(job.address)


def _record_of(source: Source) -> Record:
    if isinstance(source, PlayedGame):
        return to_record(source.events) if source.events else Record(source.rules)
    return from_json(source.data)
