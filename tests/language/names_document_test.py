"""docs/names.md and docs/command-line.md are what tools/names writes, and the page of names has every command and argument;
docs/examples.md has the commands of tools/pictures."""

from document import *


class Names(DocumentTest):
    document = "names.md"

    def test_pages_are_what_the_tool_writes(self):
        done = subprocess.run([sys.executable if not EMBEDDED else "/usr/bin/python3", str(DOCS.parent / "tools/names"),
                               PROGRAM, self.folder], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        for name in ("names.md", "command-line.md"):
            self.assertEqual(Path(self.folder, name).read_text(encoding="utf-8"), (DOCS / name).read_text(encoding="utf-8"),
                             name + ": tools/regenerate renews it")

    def test_every_name_of_the_language_and_every_argument_is_there(self):
        language = (DOCS / "language.md").read_text(encoding="utf-8")
        commands = re.findall(r"^### (\w+)$", language, re.M)
        self.assertGreater(len(commands), 100)
        rows = re.findall(r"^\| \[`(\w+)`\]\(language\.md#\w+\) \| (.*) \|$", self.text, re.M)
        self.assertEqual([name for name, _ in rows], commands)
        for name, sentence in rows:
            self.assertRegex(sentence, r"^\S.*\.$", name)
        for name in commands:
            own = language.partition(f"\n### {name}\n")[2].partition("\n### ")[0]
            call = re.search(rf"^{name}\((.*)\)", own, re.M)  # objects without a call have members alone
            for argument in re.findall(r"(?:^|, )(\w+)(?==|,|$)", call[1]) if call else ():
                row = re.search(rf"^\| `{argument}` \| (.*) \|$", self.text.partition("## Arguments")[2], re.M)
                self.assertIsNotNone(row, f"{name}: {argument}")
                self.assertIn(f"[`{name}`]", row[1])

    def test_the_gallery_has_the_commands_that_draw_its_pictures(self):
        page, copy = DOCS / "examples.md", Path(self.folder, "examples.md")
        text = page.read_text(encoding="utf-8")
        copy.write_text(re.sub(r"^\|[ |]*`solfec .*\n", "", text, flags=re.M), encoding="utf-8")  # without the commands
        done = subprocess.run(["/usr/bin/python3", str(DOCS.parent / "tools/gallery"), str(copy)], capture_output=True,
                              text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(copy.read_text(encoding="utf-8"), text, "examples.md: tools/regenerate renews it")
        drawn = re.findall(r"`solfec --render \S+ -o (\S+)\.png[^`]*`", text)
        self.assertGreater(len(drawn), 45)
        pictures = re.findall(r"figures/picture-([\w-]+)\.png", text)
        self.assertLessEqual(set(drawn), set(pictures))
        for words in re.findall(r"`solfec (?:-o \S+ )?(inp/\S+\.py)[^`]*`, then", text):
            self.assertTrue((DOCS.parent / words).is_file(), words)

    def test_modules_are_there(self):
        for name in ("arch", "read_record", "read_surface", "rise", "study"):
            self.assertRegex(self.text.partition("## Python modules")[2], rf"(?m)^\| `{name}` \| \S")


if __name__ == "__main__":
    main()
