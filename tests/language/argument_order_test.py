"""Arguments that run code of the user: it comes first, bodies and the like are looked up after it.

Every number, list and path of a good call of every command is replaced by an object that deletes
all bodies of the analysis when the command reads it. A command that was given one of these bodies
must then say so; nothing may be written to a body that is gone.
"""

import numbers

from support import *
from wrong_input_test import Sample

FRAMES_HOLD_IT = {HISTORY, ENERGY}  # take a deleted body in an item or leave it out


class Deletes:
    """A number, a list or a path whose reading deletes all bodies."""

    def __init__(self, solfec, value):
        self.solfec, self.value, self.used = solfec, value, False

    def delete(self):
        self.used = True
        for body in self.solfec.bodies:
            DELETE(self.solfec, body)
        return self.value


class DeletingNumber(Deletes):
    def __float__(self):
        return float(self.delete())

    def __index__(self):
        return int(self.delete())


class DeletingList(Deletes):
    def __len__(self):
        return len(self.value)

    def __getitem__(self, index):
        return self.delete()[index]


class DeletingPath(Deletes):
    def __fspath__(self):
        return self.delete()


def replacements(solfec, value):
    """Pairs (object that deletes all bodies when it is read, value that holds it)."""
    if isinstance(value, numbers.Number):
        one = DeletingNumber(solfec, value)
        yield one, one
    elif isinstance(value, str) and os.sep in value:
        one = DeletingPath(solfec, value)
        yield one, one
    elif isinstance(value, (list, tuple)):
        one = DeletingList(solfec, value)
        yield one, one
        for place, item in enumerate(value):
            if isinstance(item, numbers.Number):
                one = DeletingNumber(solfec, item)
                yield one, type(value)(value[:place]) + type(value)([one]) + value[place + 1:]
                break


class Order(LanguageTest):
    def setUp(self):
        super().setUp()
        self.stepped = self.new_solfec()
        self.new_ball(self.stepped)
        RUN(self.stepped, GAUSS_SEIDEL_SOLVER(1e-3, 10), 1e-3)

    def check(self, command, argument, variant):
        sample = Sample(self)
        keywords = sample.calls[command]
        choices = list(replacements(sample.solfec, keywords[argument]))
        one, keywords[argument] = choices[variant]
        holds_body = any(isinstance(value, BODY) for value in keywords.values())
        try:
            command(**keywords)
        except (TypeError, ValueError, RuntimeError) as error:
            if holds_body and one.used and command not in FRAMES_HOLD_IT:
                self.assertIn("is a recently deleted BODY object", str(error))
        else:
            self.assertFalse(holds_body and one.used and command not in FRAMES_HOLD_IT,
                             "a body was used that the arguments had deleted")
        RUN(sample.solfec, GAUSS_SEIDEL_SOLVER(1e-3, 10), 1e-3)
        return one.used

    def test_every_command_reads_its_arguments_before_it_looks_for_bodies(self):
        used = 0
        for command in Sample(self).calls:
            for argument, value in Sample(self).calls[command].items():
                for variant in range(len(list(replacements(None, value)))):
                    with self.subTest(command=command.__name__, argument=argument,
                                      variant=variant):
                        used += self.check(command, argument, variant)
        self.assertGreater(used, 100)

    def test_members_are_set_after_their_value_is_read(self):
        solfec = self.new_solfec()
        body = self.new_ball(solfec, kind="PSEUDO_RIGID")
        value = DeletingNumber(solfec, 1e-3)
        self.assert_refused(TypeError, "BODY.damping: this is a recently deleted BODY object",
                            lambda: setattr(body, "damping", value))

    def test_items_of_histories_and_lists_of_bodies(self):
        for kind in ("point", "direction", "surfaces"):
            solfec = self.new_solfec()
            body, rest = self.new_ball(solfec), self.new_ball(solfec, (0, 0, 5))
            RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-3, 10), 3e-3)
            number = DeletingNumber(solfec, 0)
            item = {"point": (body, (number, 0, 1), "DX"),
                    "direction": (body, (number, 0, 1), None, "R"),
                    "surfaces": ([body, rest], None, (number, 1), "R")}[kind]
            times, values = HISTORY(solfec, [item], 0, 1)
            self.assertTrue(number.used)
            self.assertEqual(len(times), len(values))

    def test_a_list_of_bodies_may_be_a_generator_that_deletes_them(self):
        solfec = self.new_solfec()
        bodies = [self.new_ball(solfec), self.new_ball(solfec, (0, 0, 5))]

        def each():
            for body in bodies:
                yield body
            DELETE(solfec, bodies[0])

        self.assert_refused(TypeError, "ENERGY: 'object' is a recently deleted BODY object",
                            lambda: ENERGY(solfec, each()))

    def test_functions_whose_name_deletes_the_body(self):
        solfec = self.new_solfec()
        body = self.new_ball(solfec)

        class Named:
            @property
            def __name__(self):
                DELETE(solfec, body)
                return "load"

            def __call__(self, *data):
                return (0,) * 9

        self.assert_refused(TypeError, "FORCE: 'body' is a recently deleted BODY object",
                            lambda: FORCE(body, "SPATIAL", (0, 0, 0), (0, 0, 1), Named()))

    def test_data_of_a_callback_whose_key_deletes_a_body_while_a_frame_is_written(self):
        solfec = self.new_solfec()
        body = self.new_ball(solfec)

        class Key:
            def __repr__(self):
                DELETE(solfec, body)
                return "key"

        CALLBACK(solfec, 1e-3, {Key(): 1}, lambda data: 1)
        with self.assertRaisesRegex(RuntimeError, "DELETE: not allowed in a function that is called "
                                                  "within a time step"):
            RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-3, 10), 2e-3)
        self.assertEqual(solfec.nbod, 1)


if __name__ == "__main__":
    main()
