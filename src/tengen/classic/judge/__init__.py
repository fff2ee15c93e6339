"""The judge: runs a program, compares it with the description of an assignment, and grades it.

    conventions ──▶ games ──▶ expected ──┐
                      │                  ├──▶ output_matcher ──▶ grade ──▶ report
                      └──▶ process ──▶ tokens

Conventions describe an assignment; the four editions are TOML files in `editions`, read by
`settings`. Games are scripts to type. What a correct program shows comes from `expected`, what the
program showed from `process` and `tokens`. The rules here are the judge's own: it does not use our
boards.
"""

__all__: list[str] = []
