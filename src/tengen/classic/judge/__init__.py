"""The judge: runs a program, compares it with the description of an assignment, and grades it.

    conventions ──▶ games ──▶ expected ──┐
                      │                  ├──▶ comparison ──▶ grade ──▶ text, JSON, JUnit
                      └──▶ process ──▶ tokens

Conventions describe an assignment; the four editions are TOML files in `editions`. Games are
scripts to type. What a correct program shows comes from `expected`, what the program showed from
`process` and `tokens`.
"""

__all__: list[str] = []
