#!/usr/bin/python3
"""The book that tools/book makes: every document is in the navigation once, no link, anchor or picture is dead, nothing
asks for a network, and the search finds every command. Small trees have known mistakes.

book_test.py --pdf looks at the whole PDF instead."""

import importlib.util
import posixpath
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

ROOT = Path(__file__).resolve().parents[2]
PRINT = "--pdf" in sys.argv


def book(tree, folder, *words):
    """tools/book of a tree: exit code and what it says."""
    done = subprocess.run([str(tree / "tools/book"), "-o", str(folder), *words], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def text_of(pdf, *words):
    return subprocess.run(["pdftotext", *words, str(pdf), "-"], capture_output=True, text=True, check=True).stdout


class Page(HTMLParser):
    """Anchors of a page, what it links to and what a browser loads for it; and its links in the navigation."""

    def __init__(self, path):
        super().__init__()
        self.anchors, self.links, self.loaded, self.navigation = set(), [], [], []
        self.depth = 0  # of elements within the tree of the navigation
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        of = dict(attributes)
        self.anchors |= {of[key] for key in ("id", "name") if of.get(key)}
        if tag == "div" and (self.depth or of.get("class") == "sidebar-tree"):
            self.depth += 1
        if tag == "a" and of.get("href"):
            (self.navigation if self.depth else self.links).append(of["href"])
        if tag == "link" and of.get("rel") in ("stylesheet", "preload", "icon"):
            self.loaded.append(of["href"])
        if tag in ("script", "img", "iframe", "source") and of.get("src"):
            self.loaded.append(of["src"])

    def handle_endtag(self, tag):
        if tag == "div" and self.depth:
            self.depth -= 1


class WholeBook(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp(prefix="solfec-test-"))
        cls.code, cls.said = book(ROOT, cls.folder)
        cls.site = cls.folder / "site"
        cls.pages = {path.relative_to(cls.site).as_posix(): Page(path) for path in cls.site.rglob("*.html")}

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    def test_nothing_is_told(self):
        self.assertEqual(self.code, 0, self.said)
        self.assertEqual(len(self.said.splitlines()), 1, self.said)

    def test_every_document_is_in_the_navigation_once(self):
        found = Counter(self.pages["index.html"].navigation)
        documents = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")} - {"README.md"}
        wanted = {name.removesuffix(".md") + ".html" for name in documents | {"CHANGELOG.md", "CONTRIBUTING.md"}}
        self.assertEqual(found, Counter(wanted))

    def test_no_link_and_no_anchor_is_dead(self):
        count = 0
        for name, page in self.pages.items():
            for link in page.links + page.navigation + page.loaded:
                if re.match(r"[a-z]+:", link):
                    continue
                path, _, fragment = link.partition("#")
                path = unquote(path.partition("?")[0])
                target = posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) if path else name
                self.assertTrue((self.site / target).is_file(), f"{name}: {link}")
                if fragment and target in self.pages:
                    self.assertIn(unquote(fragment), self.pages[target].anchors, f"{name}: {link}")
                count += 1
        self.assertGreater(count, 5000)

    def test_nothing_is_loaded_from_a_network(self):
        for name, page in self.pages.items():
            for link in page.loaded:
                self.assertIsNone(re.match(r"([a-z]+:)?//", link), f"{name}: {link}")
        for path in self.site.rglob("*.css"):
            self.assertIsNone(re.search(r"(url\(|@import)\s*['\"]?([a-z]+:)?//", path.read_text(encoding="utf-8")), path)

    def test_figures_of_the_documents_are_there(self):
        named = {figure for path in (ROOT / "docs").rglob("*.md")
                 for figure in re.findall(r"\]\((?:\.\./)?figures/([^)]+)\)", path.read_text(encoding="utf-8"))}
        self.assertGreater(len(named), 80)
        shown = {posixpath.basename(link) for page in self.pages.values() for link in page.loaded}
        for figure in sorted(named):
            self.assertIn(figure, shown)
            self.assertEqual((self.site / "_images" / figure).read_bytes(), (ROOT / "docs/figures" / figure).read_bytes())

    def test_scripts_that_documents_name_can_be_read(self):
        page = self.site / "files/inp/masonry/arch.py.html"
        words = re.sub(r"<[^>]*>", "", page.read_text(encoding="utf-8"))
        first = (ROOT / "inp/masonry/arch.py").read_text(encoding="utf-8").splitlines()[0]
        self.assertIn(first, words)
        self.assertIn("files/inp/masonry/arch.py.html", self.pages["examples.html"].links)

    def test_search_finds_every_command(self):
        from sphinx.search import js_index
        from sphinx.search.en import SearchEnglish
        index = js_index.loads((self.site / "searchindex.js").read_text(encoding="utf-8"))
        stem = SearchEnglish({}).stem

        def pages_with(word):
            found = set()
            for table in ("terms", "titleterms"):
                hits = index[table].get(stem(word.lower()), [])
                found |= {index["docnames"][hit] for hit in (hits if isinstance(hits, list) else [hits])}
            return found

        names = re.findall(r"^### (\w+)$", (ROOT / "docs/language.md").read_text(encoding="utf-8"), re.M)
        self.assertGreater(len(names), 100)
        self.assertIn("BODY", names)
        self.assertIn("GAUSS_SEIDEL_SOLVER", names)
        for name in names:
            self.assertIn("language", pages_with(name), name)
        self.assertIn("solvers", pages_with("residual"))
        self.assertEqual(pages_with("nowheretobefound"), set())


class SmallBooks(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="solfec-test-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.tree = self.folder / "a tree"
        for name in ("tools", "docs/figures", "docs/deep"):
            (self.tree / name).mkdir(parents=True)
        shutil.copy(ROOT / "tools/book", self.tree / "tools/book")
        shutil.copytree(ROOT / "cfg/book", self.tree / "cfg/book")
        shutil.copy(ROOT / "docs/figures/piles.png", self.tree / "docs/figures/piles.png")
        self.write("CMakeLists.txt", "project(solfec VERSION 7.8.9 LANGUAGES CXX)\n")
        self.write("tools/rule.py", "print('a rule')\n")
        self.write("docs/README.md", "# A book\n\n## Part & one\n\n- [One](one.md): a page\n\n## Part two\n\n- [Two](deep/two.md)\n")
        self.write("docs/one.md", "# One\n\n![piles](figures/piles.png)\n\n## Here & now\n\n[two.md](deep/two.md#there)\n"
                                  "\n```\n[no link](nowhere.md)\n```\n")
        self.write("docs/deep/two.md", "# Two\n\n## There\n\n[back](../one.md#here--now), [rule](../../tools/rule.py)\n")

    def write(self, name, text):
        (self.tree / name).write_text(text, encoding="utf-8")

    def refused(self, message, *words):
        code, said = book(self.tree, self.folder / "out", *words)
        self.assertEqual(code, 1, said)
        self.assertIn(message, said)

    def test_a_sound_book_has_no_findings(self):
        code, said = book(self.tree, self.folder / "out")
        self.assertEqual(code, 0, said)
        one = (self.folder / "out/site/one.html").read_text(encoding="utf-8")
        self.assertRegex(one, r'href="deep/two.html#there"[^>]*>(<[^>]*>)*There<')  # the title in place of the file's name
        self.assertIn("a rule", (self.folder / "out/site/files/tools/rule.py.html").read_text(encoding="utf-8"))

    def test_pages_that_are_missing_or_twice_in_the_contents_are_told(self):
        self.write("docs/three.md", "# Three\n")
        self.refused("docs/README.md: no part has the page 'docs/three.md'")
        text = (self.tree / "docs/README.md").read_text(encoding="utf-8")
        self.write("docs/README.md", text + "- [Three](three.md)\n- [Four](four.md)\n")
        self.refused("docs/README.md: there is no page 'docs/four.md'")
        self.write("docs/README.md", text + "- [Three](three.md)\n- [One](one.md)\n")
        self.refused("docs/README.md: 'docs/one.md' stands there 2 times")

    def test_dead_links_pictures_and_anchors_are_told(self):
        text = (self.tree / "docs/one.md").read_text(encoding="utf-8")
        for wrong, message in (("[a](none.md)", "docs/one.md:13: there is no 'docs/none.md'"),
                               ("![a](figures/none.png)", "docs/one.md:13: there is no 'docs/figures/none.png'"),
                               ("[a](../tools/none.py)", "docs/one.md:13: there is no 'tools/none.py'"),
                               ("[a](deep/two.md#none)", "none"), ("[a](#none)", "none")):
            with self.subTest(wrong):
                self.write("docs/one.md", f"{text}\n{wrong}\n")
                self.refused(message)

    def test_wrong_options_are_told(self):
        self.refused("tools/book: no option --pfd", "--pfd")
        self.refused("docs/README.md has no part 'Three'", "--pdf", "--only", "Three")

    def test_the_pdf_has_contents_with_page_numbers(self):
        self.write("docs/one.md", "# One\n\n" + "A line of text.\n\n" * 120 + "## Late\n\nThe end.\n")
        self.write("docs/deep/two.md", "# Two\n\n[back](../one.md)\n")
        code, said = book(self.tree, self.folder / "out", "--pdf")
        self.assertEqual(code, 0, said)
        pdf = self.folder / "out/solfec.pdf"
        pages = text_of(pdf, "-layout").split("\f")
        self.assertIn("Version 7.8.9", pages[0])
        rows = dict(re.findall(r"^\s*(\S.*?)\s{2,}(\d+)$", pages[1], re.M))
        self.assertEqual(set(rows), {"Part & one", "One", "Late", "Part two", "Two"})
        main_pages = pages[2:]  # behind the cover and one page of contents
        for title, number in rows.items():
            self.assertRegex(main_pages[int(number) - 1], rf"(?m)^\s*{title}$")
        self.assertEqual(rows["One"], "1")
        self.assertGreater(int(rows["Late"]), 2)
        code, said = book(self.tree, self.folder / "out", "--pdf", "--only", "Part two")
        self.assertEqual(code, 0, said)
        self.assertNotIn("A line of text", text_of(pdf))


class PrintedBook(unittest.TestCase):
    def test_the_contents_tell_the_page_of_each_document(self):
        folder = Path(tempfile.mkdtemp(prefix="solfec-test-"))
        self.addCleanup(shutil.rmtree, folder)
        code, said = book(ROOT, folder, "--pdf")
        self.assertEqual(code, 0, said)
        pages = text_of(folder / "solfec.pdf", "-layout").split("\f")
        start = next(k for k, page in enumerate(pages) if re.search(r"^\s+1$", page.rstrip(), re.M)
                     and "Quick start" in page and "Contents" not in page and k > 1)
        rows = re.findall(r"^\s*(\S.*?)\s{2,}(\d+)$", "\n".join(pages[1:start]), re.M)
        titles = [re.match(r"# (.*)", path.read_text(encoding="utf-8"))[1]
                  for path in (ROOT / "docs").rglob("*.md") if path.name != "README.md"]
        self.assertGreater(len(rows), 300)
        for title in titles:
            plain = title.replace("`", "")
            number = next((int(number) for text, number in rows if text == plain), None)
            if number is None:  # a title that takes two lines
                number = next(int(number) for text, number in rows if len(text) > 30 and text in plain)
            words = " ".join(pages[start + number - 1].split())
            self.assertIn(plain, words)


if __name__ == "__main__":
    if not all(map(importlib.util.find_spec, ("sphinx", "myst_parser", "furo", "weasyprint"))):
        print("Sphinx or weasyprint is missing: tools/setup --with book")
        sys.exit(77)
    tests = [PrintedBook] if PRINT else [WholeBook, SmallBooks]
    suite = unittest.TestSuite(unittest.defaultTestLoader.loadTestsFromTestCase(test) for test in tests)
    sys.exit(not unittest.TextTestRunner().run(suite).wasSuccessful())
