"""The judge runs a program, compares its output with an assignment, and grades it.

    conventions ──▶ games ──▶ expected ──┐
                      │                  ├──▶ output_matcher ──▶ grade ──▶ report
                      └──▶ process ──▶ tokens

Conventions describe an assignment; the four editions are TOML files in `editions`, read by
`settings`. Games are scripts of input. `expected` computes the output of a correct program;
`process` and `tokens` give the actual output. The judge has its own implementation of the rules and
does not use `tengen.rules.board`.
"""

__all__: list[str] = []
