"""Bodies and constraints that come and go while RUN is under way, in every order.

Each edit is made by a function of CALLBACK in the middle of a run; the run goes on, or the line of
the edit raises. Afterwards the results are opened again: every frame must show as many bodies as
there were, and NEWBODS and DELBODS must count them.
"""

from support import *


class Model:
    """Five bricks in a pile on a floor, a hanging ball linked to another one and a driven wall."""

    def __init__(self, test, edit):
        self.solfec = test.new_solfec(output=os.path.join(test.folder, "edited"))
        self.bulk = BULK_MATERIAL(self.solfec, label="bulk")
        SURFACE_MATERIAL(self.solfec, friction=0.5, cohesion=1e3)
        GRAVITY(self.solfec, (0, 0, -10))
        self.floor = self.body("OBSTACLE", (-5, -5, -1), 10, "floor")
        self.bricks = [self.body("RIGID" if i % 2 else "PSEUDO_RIGID", (0, 0, 9 + i))
                       for i in range(5)]
        self.ball = BODY(self.solfec, "RIGID", SPHERE((3, 0, 12), 0.5, 1, 1), self.bulk, "ball")
        self.mate = BODY(self.solfec, "RIGID", SPHERE((3, 0, 10), 0.5, 1, 1), self.bulk, "mate")
        self.wall = self.body("OBSTACLE", (-9, 0, 9), 1, "wall")
        self.fixed = FIX_POINT(self.ball, (3, 0, 12))
        self.link = PUT_RIGID_LINK(self.ball, self.mate, (3, 0, 12), (3, 0, 10))
        self.drive = SET_VELOCITY(self.wall, (-9, 0, 9), (1, 0, 0), 0.5)
        self.pushes = 0
        FORCE(self.bricks[2], "SPATIAL", (0, 0, 0), (0, 0, 1), self.push)
        self.counts = []
        self.edit = edit
        OUTPUT(self.solfec, 0.01)
        CALLBACK(self.solfec, 0.01, None, self.step)

    def body(self, kind, at, size=1, label=None):
        return BODY(self.solfec, kind, cube(at, size), self.bulk, label)

    def push(self, q, u, time, step):
        self.pushes += 1
        return (0,) * len(u)

    def step(self, data):
        self.counts.append(self.solfec.nbod)
        if len(self.counts) == 3 and self.edit:
            self.edit(self)
        return 1

    def run(self):
        RUN(self.solfec, GAUSS_SEIDEL_SOLVER(1e-3, 50), 0.06)
        return self


def insert(m, at=(6, 0, 9), label="late"):
    return m.body("RIGID", at, 1, label)


def delete_all(m):
    for body in m.solfec.bodies:
        DELETE(m.solfec, body)


def delete_rows_while_iterating(m):
    for row in m.solfec.constraints:
        if row.kind != "CONTACT":
            DELETE(m.solfec, row)


def delete_contacts_while_iterating(m):
    for body in m.bricks:
        for row in body.constraints:
            if row.kind == "CONTACT":
                DELETE(m.solfec, row)


def delete_every_other_body_while_iterating(m):
    for i, body in enumerate(m.solfec.bodies):
        if i % 2:
            DELETE(m.solfec, body)


def exchange(m):
    """A new body with the label and the place of an old one."""
    DELETE(m.solfec, m.ball)
    insert(m, (3, 0, 12), "ball")


def insert_and_delete(m):
    for i in range(3):
        DELETE(m.solfec, insert(m, (6 + 2 * i, 0, 9)))


def insert_with_all_extras(m):
    body = insert(m)
    MATERIAL(m.solfec, body, 1, "bulk")
    INITIAL_VELOCITY(body, (0, 0, 1), (0, 0, 0))
    FIX_DIRECTION(body, (6.5, 0.5, 9.5), (1, 0, 0))
    FORCE(body, "SPATIAL", (6.5, 0.5, 9.5), (0, 0, 1), lambda *state: (0,) * 9)
    CONTACT_EXCLUDE_BODIES(body, m.floor)
    body.scheme = "RIG_IMP"


def delete_partner_of_a_link(m):
    DELETE(m.solfec, m.mate)
    assert m.link.kind is None and m.link.R is None
    assert m.fixed.kind == "FIXPNT"


# Edit: change of the number of bodies, those made and those gone.
EDITS = {
    "a body with contacts": (lambda m: DELETE(m.solfec, m.bricks[0]), 0, 1),
    "the body on top": (lambda m: DELETE(m.solfec, m.bricks[4]), 0, 1),
    "the floor": (lambda m: DELETE(m.solfec, m.floor), 0, 1),
    "both partners of contacts": (lambda m: [DELETE(m.solfec, m.bricks[i]) for i in (1, 0)], 0, 2),
    "the body under a FORCE function": (lambda m: DELETE(m.solfec, m.bricks[2]), 0, 1),
    "a driven obstacle": (lambda m: DELETE(m.solfec, m.wall), 0, 1),
    "the drive of an obstacle": (lambda m: DELETE(m.solfec, m.drive), 0, 0),
    "a fixed body": (lambda m: DELETE(m.solfec, m.ball), 0, 1),
    "the partner of a link": (delete_partner_of_a_link, 0, 1),
    "everything": (delete_all, 0, 9),
    "every other body": (delete_every_other_body_while_iterating, 0, 4),
    "rows of the user": (delete_rows_while_iterating, 0, 0),
    "contacts": (delete_contacts_while_iterating, 0, 0),
    "insertion": (insert, 1, 0),
    "overlapping insertion": (lambda m: insert(m, (0.2, 0.1, 9.3)), 1, 0),
    "insertion at the very place": (lambda m: insert(m, (0, 0, 9)), 1, 0),
    "exchange": (exchange, 1, 1),
    "insertion and deletion at once": (insert_and_delete, 0, 0),
    "insertion with extras": (insert_with_all_extras, 1, 0),
    "nothing": (None, 0, 0),
}


class Edits(LanguageTest):
    def test_every_edit_works_and_is_read_back(self):
        for name, (edit, made, gone) in EDITS.items():
            with self.subTest(edit=name):
                self.setUp()
                written = Model(self, edit).run()
                before, after = written.counts[0], written.counts[-1]
                self.assertEqual(after - before, made - gone)
                self.assertEqual(written.solfec.nbod, after)
                expected = [before] * 4 + [after] * 3  # frames at 0, 0.01, ..., 0.06
                self.check_frames(edit, expected, made, gone)

    def check_frames(self, edit, expected, made, gone):
        read = Model(self, None).run()
        self.assertEqual(read.solfec.mode, "READ")
        SEEK(read.solfec, 0)
        seen = []
        for frame in expected:
            seen.append(read.solfec.nbod)
            self.assertEqual(read.solfec.nbod, len(read.solfec.bodies))
            for body in read.solfec.bodies:
                self.assertTrue(HERE(read.solfec, body))
                ENERGY(read.solfec, body)
                body.constraints
            FORWARD(read.solfec, 1)
        self.assertEqual(seen, expected)
        times, new, deleted = HISTORY(read.solfec, ["NEWBODS", "DELBODS"], 0, 1)
        self.assertEqual((sum(new), sum(deleted)), (made, gone))

    def test_force_functions_end_with_their_body(self):
        model = Model(self, EDITS["the body under a FORCE function"][0]).run()
        self.assertEqual(model.pushes, 30)

    def test_a_wrong_edit_raises_at_its_line_and_ends_the_run(self):
        def twice(m):
            DELETE(m.solfec, m.ball)
            DELETE(m.solfec, m.ball)

        def row_twice(m):
            DELETE(m.solfec, m.fixed)
            DELETE(m.solfec, m.fixed)

        def row_of_a_deleted_body(m):
            DELETE(m.solfec, m.ball)
            FIX_POINT(m.ball, (3, 0, 12))

        def member(m):
            DELETE(m.solfec, m.ball)
            m.ball.mass

        def scheme(m):
            DELETE(m.solfec, m.ball)
            m.ball.scheme = "RIG_POS"

        def link(m):
            DELETE(m.solfec, m.mate)
            PUT_RIGID_LINK(m.ball, m.mate, (3, 0, 12), (3, 0, 10))

        def energy(m):
            DELETE(m.solfec, m.ball)
            ENERGY(m.solfec, [m.mate, m.ball])

        def excluded(m):
            DELETE(m.solfec, m.ball)
            CONTACT_EXCLUDE_BODIES(m.mate, m.ball)

        def emptied_shape(m):
            shape = cube((6, 0, 9))
            BODY(m.solfec, "RIGID", shape, m.bulk)
            BODY(m.solfec, "RIGID", shape, m.bulk)

        def late_material(m):
            MATERIAL(m.solfec, m.ball, 1, m.bulk)

        cases = [(twice, "DELETE: 'object' is a recently deleted BODY object"),
                 (row_twice, "DELETE: 'object' is a recently deleted CONSTRAINT object"),
                 (row_of_a_deleted_body, "FIX_POINT: 'body' is a recently deleted BODY object"),
                 (member, "BODY.mass: this is a recently deleted BODY object"),
                 (scheme, "BODY.scheme: this is a recently deleted BODY object"),
                 (link, "PUT_RIGID_LINK: 'body2' is a recently deleted BODY object"),
                 (energy, "ENERGY: .*recently deleted BODY object"),
                 (excluded, "CONTACT_EXCLUDE_BODIES: 'body2' is a recently deleted BODY object"),
                 (emptied_shape, "BODY: CONVEX object is empty .used at edits_test.py"),
                 (late_material, "MATERIAL: 'body' must not have moved")]
        for edit, text in cases:
            with self.subTest(edit=edit.__name__):
                self.setUp()
                model = Model(self, edit)
                self.assert_refused((TypeError, ValueError, RuntimeError), text, model.run)
                self.assertAlmostEqual(model.solfec.time, 0.03)

    def test_members_of_deleted_rows_are_none(self):
        model = Model(self, None)
        for row in (model.fixed, model.link, model.drive):
            DELETE(model.solfec, row)
            for name in ("kind", "R", "U", "V", "base", "point", "area", "gap", "merit", "adjbod",
                         "matlab", "spair"):
                self.assertIsNone(getattr(row, name))
            self.assertFalse(HERE(model.solfec, row))
        model.run()

    def test_labels_find_the_living_body(self):
        model = Model(self, exchange).run()
        self.assertEqual(BYLABEL(model.solfec, "BODY", "ball").id, 10)
        DELETE(model.solfec, BYLABEL(model.solfec, "BODY", "ball"))
        self.assertIsNone(BYLABEL(model.solfec, "BODY", "ball"))


if __name__ == "__main__":
    main()
