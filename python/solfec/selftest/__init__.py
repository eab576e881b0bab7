"""The self-test of an installed program: ten small scenes with exact answers.

    solfec --selftest                  prints a table; exit code 1 when an answer is missed
    python3 -m solfec.selftest         the same scenes in ordinary Python

docs/quick-start.md shows the table.
"""
