#!/usr/bin/env python3
"""The recipes of docs/adding.md against the tree: the files of others that a kind has entered are those that
its recipe names, no more and no fewer."""

import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
GENERATED = {"python/solfec_results/layout.py", "python/solfec_results/names.py"}
COMMENT = re.compile(r"//.*|#(?!include).*")


def sources():
    for folder, pattern in (("src", "*.h"), ("src", "*.cpp"), ("python/solfec_results", "*.py")):
        yield from sorted((ROOT / folder).rglob(pattern))


def entered(word, own):
    """Hand-written files whose code, not their comments, has a word, beside those of the kind itself."""
    found = set()
    for path in sources():
        name = path.relative_to(ROOT).as_posix()
        if name in GENERATED or re.search(own, name):
            continue
        code = "\n".join(COMMENT.sub("", line) for line in path.read_text(encoding="utf-8").split("\n"))
        if re.search(word, code):
            found.add(name[4:] if name.startswith("src/") else name)
    return found


def named(text):
    """Files that a recipe names: `folder/file.ext`."""
    return set(re.findall(r"`((?:[\w]+/)+\w+\.(?:h|cpp|py))`", text))


class Recipes(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.text = (ROOT / "docs/adding.md").read_text(encoding="utf-8")

    def check(self, recipe, word, own, most, unlisted=frozenset()):
        """@param unlisted  Files that a recipe names although the kind is not in them (any more)."""
        files = named(recipe)
        self.assertTrue(files)
        for name in files:
            self.assertTrue((ROOT / "src" / name).is_file() or (ROOT / name).is_file(), name)
        self.assertEqual(entered(word, own), files - unlisted)
        self.assertLessEqual(len(files), most)

    def test_a_simple_shape(self):
        recipe = re.search(r"A \*\*simple shape\*\*.*?\n\n(1\. .*?)\n\n", self.text, re.S).group(1)
        # rods and bores have pair functions of their own with each shape that came before them
        self.check(recipe, r"\bELLIP\b(?!_)|llipsoid|\bbind_ellip\b", r"ellip|/(rod|bore)_", 8,
                   {"language/table/newer_names_tables.cpp"})

    def test_a_user_constraint(self):
        row = next(line for line in self.text.split("\n") if line.startswith("| user constraint"))
        cells = [cell for cell in row.split(" | ")]
        self.check(cells[2] + cells[3],
                   r"ConstraintKind::spring\b|\bSpring\b|\bSpringRow\b|\bPUT_SPRING\b|spring_functions\.h|spring_damper\.h",
                   # advice_tables: sentences for users, which name commands; joints are made of its rows
                   r"/spring_(archive|damper|functions|misses|row)|constraint/spring\.|advice_tables"
                   r"|constraint/joint|joint_drives|bind_joints", 10,
                   {"language/table/newer_names_tables.cpp"})

    def test_a_stored_setting(self):
        recipe = re.search(r"A \*\*stored setting\*\*.*?\n\n(1\. .*?)\n\n", self.text, re.S).group(1)
        # domain.cpp obeys it and equilibrium_watch tells how it was kept
        self.check(recipe,
                   r"Setting::equilibrium|S::equilibrium|\bdomain\.equilibrium|\bdouble equilibrium = 0|required\(\"equilibrium\"",
                   r"equilibrium_watch", 5)


if __name__ == "__main__":
    unittest.main()
