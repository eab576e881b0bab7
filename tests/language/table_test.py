"""The command table: complete against the manual, documented, and in step with what it generates."""

import ast
import inspect

import manual_names
from support import *

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


class Table(LanguageTest):
    def test_every_command_of_the_manual_is_there_with_its_keywords_in_order(self):
        for name in manual_names.COMMANDS:
            command = globals()[name]
            parameters = inspect.signature(command).parameters
            self.assertEqual(list(parameters), manual_names.KEYWORDS[name].split(), name)
            optional = [key for key, parameter in parameters.items()
                        if parameter.default is not inspect.Parameter.empty]
            self.assertEqual(optional, manual_names.OPTIONAL.get(name, "").split(), name)
            self.assertGreater(len(command.__doc__), 20, name)

    def test_every_member_of_the_manual_is_there_with_a_text(self):
        for name, members in manual_names.MEMBERS.items():
            for member in members.split():
                self.assertGreater(len(getattr(globals()[name], member).__doc__), 3,
                                   "%s.%s" % (name, member))

    def test_nothing_is_exported_that_is_not_listed(self):
        import solfec
        exceptions = {name for name in solfec.__all__ if not name.isupper()}
        self.assertEqual(set(solfec.__all__) - exceptions, set(manual_names.COMMANDS) | set(manual_names.NEWER))
        for name in exceptions:
            self.assertTrue(issubclass(getattr(solfec, name), Exception))

    def generated(self, option, name):
        """What the program writes for an option that takes a file or a folder."""
        target = self.folder if option == "--stubs" else os.path.join(self.folder, name)
        done = self.run_program(option, target)
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(os.path.join(self.folder, name), encoding="utf-8") as file:
            return file.read()

    def committed(self, *path):
        with open(os.path.join(ROOT, *path), encoding="utf-8") as file:
            return file.read()

    def test_the_committed_reference_is_what_the_table_gives(self):
        self.assertEqual(self.generated("--reference", "language.md"),
                         self.committed("docs", "language.md"), "run tools/regenerate")

    def test_the_committed_stubs_are_what_the_table_gives(self):
        self.assertEqual(self.generated("--stubs", "__init__.pyi"),
                         self.committed("python", "solfec", "__init__.pyi"), "run tools/regenerate")

    def test_the_committed_names_of_the_reader_are_those_of_the_program(self):
        self.assertEqual(self.generated("--format-names", "names.py"),
                         self.committed("python", "solfec_results", "names.py"),
                         "run tools/regenerate")

    def test_the_committed_layouts_are_those_that_the_program_writes(self):
        self.assertEqual(self.generated("--format-layout", "layout.py"),
                         self.committed("python", "solfec_results", "layout.py"),
                         "run tools/regenerate")
        self.assertEqual(self.generated("--format-layout", "layout.md"),
                         self.committed("docs", "output-layout.md"), "run tools/regenerate")

    def test_the_page_of_the_viewer_has_its_table_of_actions(self):
        self.assertIn(self.generated("--viewer-keys", "keys.md"), self.committed("docs", "viewer.md"),
                      "run tools/regenerate")

    def test_the_stubs_are_python_and_name_everything(self):
        tree = ast.parse(self.committed("python", "solfec", "__init__.pyi"))
        defined = {node.name for node in tree.body
                   if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
        import solfec
        self.assertEqual(set(solfec.__all__), defined - {"_Numbers"})
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and node.name in manual_names.MEMBERS:
                members = {item.name for item in node.body if isinstance(item, ast.FunctionDef)}
                self.assertLessEqual(set(manual_names.MEMBERS[node.name].split()), members)

    def test_the_program_explains_every_command(self):
        for name in ("BODY", "RUN", "CONSTRAINT", "HISTORY"):
            done = self.run_program("--doc", name)
            self.assertEqual(done.returncode, 0)
            self.assertTrue(done.stdout.startswith(name + "("), done.stdout)
            for keyword in manual_names.KEYWORDS[name].split():
                self.assertIn("  %s " % keyword, done.stdout)
        done = self.run_program("--doc", "SPHER")
        self.assertEqual((done.returncode, done.stdout), (64, ""))
        self.assertIn("did you mean 'SPHERE'?", done.stderr)

    def test_the_program_explains_functions_of_the_python_modules(self):
        for name in ("ARCH", "build.arch"):
            done = self.run_program("--doc", name)
            self.assertEqual((done.returncode, done.stderr), (0, ""), name)
            self.assertRegex(done.stdout, r"^solfec\.build\.arch\(span: float, thickness: float, ", name)
            self.assertTrue(done.stdout.endswith("\nfrom solfec.build import arch\n"), done.stdout)
        for name, lines in (("read_record", ("from solfec.quake import read_record",)),
                            ("rise", ("from solfec.limit import rise",)),
                            ("study", ("from solfec.study import study",)),
                            ("Surface", ("Members", "from solfec.mesh import Surface")),
                            ("tetrahedra", ("from solfec.mesh import Surface",)),
                            ("solfec.quake", ("Functions and classes",))):
            told = self.run_program("--doc", name).stdout
            self.assertLessEqual(max(map(len, told.split("\n\n")[0].splitlines())), 96)  # the signature
            for line in lines:
                self.assertIn(line, told.splitlines(), name)
        done = self.run_program("--doc", "crossvault")
        self.assertEqual((done.returncode, done.stdout), (64, ""))
        self.assertEqual(done.stderr,
                         "solfec: there is no command or function 'crossvault' (did you mean 'cross_vault'?)\n")

    def test_commands_hide_no_name_of_the_python_modules_but_ball(self):
        import solfec
        from solfec import _doc
        members = _doc.entries()[0]
        self.assertEqual({name.rsplit(".", 1)[0] for name in members}, set(_doc.MODULES))
        commands = set(solfec.__all__)
        hidden = [name for name in members if name.rsplit(".", 1)[1].upper() in commands]
        self.assertEqual(hidden, ["solfec.build.Ball"])
        self.assertTrue(self.run_program("--doc", "Ball").stdout.startswith("BALL("))
        self.assertTrue(self.run_program("--doc", "build.Ball").stdout.startswith("solfec.build.Ball("))


if __name__ == "__main__":
    main()
