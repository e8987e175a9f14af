"""Reference cases: files of inputs and what the rules make of them, run against the rule sets, draws and formats.

`reading` reads a file, `shape` says what an input must look like, `systems` which function answers for which system,
`run` compares. The schema is in docs/rules.md.
"""
