"""The page of --export html in headless Chromium: it loads without an error and from nowhere else, plays, colours,
follows the slider and picks the body under a known pixel. Fails where Chromium, its driver, selenium or
three.js is missing: group [look] of the packages, libjs-three. SOLFEC_LOOK names a folder for pictures of it."""

import os
import time
import unittest

from page_reader import Page
from page_test import PageScene

WORDS = ("--headless=new", "--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader",
         "--enable-unsafe-swiftshader", "--window-size=1000,760", "--force-device-scale-factor=1")


class Browser(PageScene):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        done = cls.export("-o", "page.html", three="/usr/share/javascript/three")
        assert done.returncode == 0, done.stderr
        from selenium import webdriver  # what is missing fails here
        from selenium.webdriver.chrome.options import Options
        from selenium.webdriver.chrome.service import Service
        options = Options()
        for word in WORDS:
            options.add_argument(word)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        cls.browser = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
        cls.addClassCleanup(cls.browser.quit)
        cls.browser.get("file://" + cls.path("page.html"))
        cls.page = Page(cls.path("page.html"))
        cls.wait(lambda: cls.js("return !!(window.solfec && solfec.ready)"))

    @classmethod
    def js(cls, text, *words):
        return cls.browser.execute_script(text, *words)

    @classmethod
    def wait(cls, condition, seconds=30):
        end = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < end, ("nothing came of it", cls.browser.get_log("browser"))
            time.sleep(0.05)

    def element(self, name):
        from selenium.webdriver.common.by import By
        return self.browser.find_element(By.ID, name)

    def look(self, name):
        if os.environ.get("SOLFEC_LOOK"):
            self.browser.save_screenshot(os.path.join(os.environ["SOLFEC_LOOK"], name + ".png"))

    def tearDown(self):
        self.assertEqual(self.browser.get_log("browser"), [])  # no error, no warning

    def show(self, frame, field="kind"):
        self.js("solfec.colourBy(solfec.fields.find(f => f.name === arguments[1])); solfec.show(arguments[0]);"
                "solfec.choose(null)", frame, field)

    def pixel_of(self, label, frame):
        """Where the centre of a body is seen."""
        x = self.page.columns(self.page.by_label[label], 0, 3)[frame]
        return self.js("return solfec.project(...arguments)", *map(float, x))

    def colour_at(self, x, y):
        return self.js("const c = document.querySelector('#view canvas'), d = document.createElement('canvas');"
                       "d.width = d.height = 1; const p = d.getContext('2d');"
                       "p.drawImage(c, arguments[0], arguments[1], 1, 1, 0, 0, 1, 1);"
                       "return Array.from(p.getImageData(0, 0, 1, 1).data)", x, y)[:3]

    def click(self, x, y, shift=False):
        from selenium.webdriver.common.action_chains import ActionChains
        from selenium.webdriver.common.by import By
        from selenium.webdriver.common.keys import Keys
        canvas = self.browser.find_element(By.CSS_SELECTOR, "#view canvas")
        chain = ActionChains(self.browser)
        if shift:
            chain.key_down(Keys.SHIFT)
        chain.move_to_element_with_offset(canvas, x - canvas.size["width"] / 2, y - canvas.size["height"] / 2).click()
        if shift:
            chain.key_up(Keys.SHIFT)
        chain.perform()

    def test_the_body_under_a_pixel_is_picked(self):
        self.show(5)
        picked = []
        for k, label in enumerate(("ball", "egg", "cube", "box")):
            x, y = self.pixel_of(label, 5)
            expected = self.page.model["bodies"].index(self.page.by_label[label])
            self.assertEqual(self.js("return solfec.pick(...arguments)", x, y), expected, label)
            if k < 2:
                self.click(x, y, shift=k > 0)
                self.assertIn(label, self.element("facts").text)
                picked.append(label)
        self.assertEqual(self.js("return solfec.state.chosen.map(b => b.label)"), picked)
        self.assertEqual(self.js("return solfec.pick(990, 3)"), -1)  # beside everything
        self.assertTrue(self.element("curves").is_displayed())
        self.look("picked")
        floor = self.js("return document.getElementById('facts').innerText")
        self.assertIn("PSEUDO_RIGID", floor)

    def test_it_plays_and_stops(self):
        self.show(0)
        self.element("play").click()
        self.wait(lambda: self.js("return solfec.state.frame") >= 4)
        self.element("play").click()
        frame = self.js("return solfec.state.frame")
        time.sleep(0.2)
        self.assertEqual(self.js("return solfec.state.frame"), frame)
        self.assertEqual(self.element("slider").get_attribute("value"), str(frame))

    def record(self, speed, frame, milliseconds):
        """Plays at a speed from a frame on: at each drawn frame the ms since the start, and the frame."""
        self.show(frame)
        return self.browser.execute_async_script(
            "const [speed, wait, done] = arguments, seen = [], begin = performance.now();"
            "solfec.setSpeed(solfec.speeds.find(s => s.factor === speed)); solfec.play(true);"
            "const look = () => { const now = performance.now() - begin; seen.push([now, solfec.state.frame]);"
            "  if (now < wait) return setTimeout(look, 5);"
            "  solfec.play(false); solfec.setSpeed(solfec.speeds[0]); done(seen); }; look();", speed, milliseconds)

    def test_it_plays_at_a_part_of_real_time(self):
        times = self.page.model["times"]
        for speed, wait in ((0.1, 800), (0.25, 350)):
            seen = self.record(speed, 0, wait)
            self.assertGreater(len({frame for _, frame in seen}), 4)
            for elapsed, frame in seen:  # drawing takes some tens of ms: never early, late by a frame or so
                self.assertLessEqual(times[frame], 1e-3 * speed * elapsed + 1e-9)
            end, frame = seen[-1]
            self.assertGreater(times[frame], 1e-3 * speed * (end - 300) - 0.01)
        frames = [frame for _, frame in self.record(0.5, 8, 300)]
        first = frames.index(min(frames))
        self.assertEqual(max(frames), 10)  # the last frame is shown, and play begins again
        self.assertLess(frames[first], 8)
        self.assertGreater(first, frames.index(10))

    def test_the_slider_shows_a_frame(self):
        before = self.pixel_of("ball", 0)
        self.show(0)
        self.js("const s = document.getElementById('slider'); s.value = 10; s.dispatchEvent(new Event('input'))")
        self.assertEqual(self.element("time").text, "t = 0.1 s")
        after = self.pixel_of("ball", 10)
        self.assertGreater(abs(before[0] - after[0]), 1)  # it moves at 1 m/s along x
        number = self.page.model["bodies"].index(self.page.by_label["ball"])
        self.assertEqual(self.js("return solfec.pick(...arguments)", *after), number)

    def test_bodies_turn_by_the_mouse(self):
        from selenium.webdriver.common.action_chains import ActionChains
        from selenium.webdriver.common.by import By
        self.show(0)
        before = self.pixel_of("box", 0)
        canvas = self.browser.find_element(By.CSS_SELECTOR, "#view canvas")
        chain = ActionChains(self.browser).move_to_element_with_offset(canvas, 150, 150)
        chain.click_and_hold().move_by_offset(60, 0).release().perform()
        after = self.pixel_of("box", 0)
        self.assertGreater(abs(after[0] - before[0]), 5)
        self.assertEqual(self.js("return solfec.state.chosen.length"), 0)  # a drag picks nothing
        chain = ActionChains(self.browser).move_to_element_with_offset(canvas, 150, 150)
        chain.click_and_hold().move_by_offset(-60, 0).release().perform()

    def test_colours_are_those_of_kinds_and_bands(self):
        self.show(5)
        x, y = self.pixel_of("ball", 5)
        seen, own = self.colour_at(x, y), self.page.model["colours"]["categories"][0]
        light = [a / b for a, b in zip(seen, own)]
        self.assertTrue(0.6 < min(light) and max(light) < 1.02, seen)
        self.assertLess(max(light) - min(light), 0.02)
        self.show(5, "speed")
        lo, hi = self.js("return solfec.state.range")
        self.assertEqual(lo, 0)
        ball = self.page.by_label["ball"]
        v = self.page.columns(ball, 3, 3)[5]
        w = self.page.columns(ball, 14, 3)[5]
        # the point of the ball that is seen: between its centre and the eye
        eye = self.js("return solfec.eye()")
        c = self.page.columns(ball, 0, 3)[5]
        r = [0.5 * (e - k) / sum((a - b)**2 for a, b in zip(eye, c))**0.5 for e, k in zip(eye, c)]
        turn = (w[1] * r[2] - w[2] * r[1], w[2] * r[0] - w[0] * r[2], w[0] * r[1] - w[1] * r[0])
        speed = sum((a + b)**2 for a, b in zip(v, turn))**0.5
        place = 8 * speed / hi
        if abs(place - round(place)) > 0.05:  # not at the border of two bands
            seen, own = self.colour_at(x, y), self.page.model["colours"]["sequential"][int(place)]
            light = [a / b for a, b in zip(seen, own)]
            self.assertLess(max(light) - min(light), 0.05, (seen, own))
        self.look("speed")
        self.show(10, "mises")
        self.look("mises")
        top = self.js("return solfec.state.range")[1]
        ends = [self.page.columns(b, 10 + 6 * (b["vertices"][1] // 3), b["vertices"][1] // 3).max()
                for b in self.page.model["bodies"] if b["motion"] == "vertices"]
        ends += [self.page.columns(b, 28, 1).max() for b in self.page.model["bodies"] if b["motion"] == "strains"]
        self.assertAlmostEqual(top / max(ends), 1, 9)

    def test_the_address_asks_for_a_state(self):
        self.browser.get("about:blank")
        self.browser.get("file://" + self.path("page.html") + "#frame=7&field=dz&body=ball&body=7&speed=0.25&cut=-z=0.3&contacts=thrust")
        self.wait(lambda: self.js("return !!(window.solfec && solfec.ready)"))
        said = self.js("return [solfec.state.frame, solfec.state.field.name, solfec.state.chosen.map(b => b.label),"
                       "document.getElementById('speed').value, solfec.state.speed.factor]")
        self.assertEqual(said, [7, "dz", ["ball", "egg"], "0.25 x real time", 0.25])
        self.assertEqual(self.js("return solfec.cuts.own"), {"axis": 2, "at": 0.3, "below": True})
        self.assertEqual(self.js("return solfec.contacts.own.shown.name"), "thrust")
        self.js("solfec.contacts.choose('none'); solfec.cuts.set(-1, 0, false); solfec.setSpeed(solfec.speeds[0])")

    def test_a_cut_hides_a_body_and_picks_go_through(self):
        self.show(5)
        ball = self.page.model["bodies"].index(self.page.by_label["ball"])
        x, y = self.pixel_of("ball", 5)
        pick = lambda: self.js("return solfec.pick(...arguments)", x, y)
        self.assertEqual(pick(), ball)
        own = self.page.model["colours"]["categories"][0]
        ratio = lambda: [a / b for a, b in zip(self.colour_at(x, y), own)]
        self.assertLess(max(ratio()) - min(ratio()), 0.02)
        self.js("solfec.cuts.read('z=0.001')")  # the ball is above it
        self.assertEqual(pick(), 0)  # the floor behind it
        floor = self.page.model["colours"]["obstacle"]
        light = [a / b for a, b in zip(self.colour_at(x, y), floor)]
        self.assertLess(max(light) - min(light), 0.02)
        self.look("cut")
        self.element("cutBelow").click()  # the other side goes: the ball is there again, the floor is not
        self.assertEqual(pick(), ball)
        self.assertEqual(self.js("return solfec.pick(...solfec.project(14, -4, 0))"), -1)
        self.assertEqual(self.element("cutBelow").text, "below")
        self.js("solfec.cuts.set(-1, 0, false)")
        self.assertEqual(pick(), ball)

        # the slider moves the plane: at 0.1 of the range the ball is on the side that is cut away
        from selenium.webdriver.support.ui import Select
        Select(self.element("cut")).select_by_visible_text("x")
        self.js("const s = document.getElementById('cutAt'); s.value = 0; s.dispatchEvent(new Event('input'))")
        lowest = self.js("return solfec.cuts.own.at")
        centres = [self.page.columns(b, 0, 1) for b in self.page.model["bodies"] if b["kind"] != "OBSTACLE"]
        self.assertLessEqual(lowest, min(c.min() for c in centres) + 1e-6)
        self.assertNotEqual(pick(), ball)  # all that moves has a larger x
        self.js("const s = document.getElementById('cutAt'); s.value = 1000; s.dispatchEvent(new Event('input'))")
        self.assertEqual(pick(), ball)
        Select(self.element("cut")).select_by_visible_text("none")

    def test_a_sphere_is_cut_where_the_plane_says(self):
        """A ball cut at its centre plane: a pixel right of the plane sees past its front, to its inner side."""
        self.show(0)
        c = self.page.columns(self.page.by_label["ball"], 0, 3)[0]
        number = self.page.model["bodies"].index(self.page.by_label["ball"])
        self.js("solfec.cuts.set(1, arguments[0], true)", float(c[1]) - 0.01)  # the half towards the eye goes
        x, y = self.pixel_of("ball", 0)
        self.assertEqual(self.js("return solfec.pick(...arguments)", x, y), number)  # the far half, from inside
        self.js("solfec.cuts.set(1, arguments[0], true)", float(c[1]) + 0.49)
        # 0.01 m of the ball are left, which the line of sight through the centre misses
        self.assertNotEqual(self.js("return solfec.pick(...arguments)", x, y), number)
        self.js("solfec.cuts.set(-1, 0, false)")

    def test_chains_and_thrust_are_drawn(self):
        self.show(5)
        model, k = self.page.model, 5
        ids, joints, values, _ = self.page.contacts(k)
        index = {body["id"]: i for i, body in enumerate(model["bodies"])}
        sums = {}
        for pair, value in zip(ids, values):
            if value[3] > 0:
                sums.setdefault(tuple(index[i] for i in pair), []).append(value)
        said = self.js("return solfec.contacts.sums(5, false)")
        self.assertEqual({tuple(one["bodies"]) for one in said}, set(sums))
        for one in said:
            rows = sums[tuple(one["bodies"])]
            force = sum(row[3] for row in rows)
            self.assertAlmostEqual(one["force"] / force, 1, 9)
            for i in range(3):
                self.assertAlmostEqual(one["point"][i], sum(row[3] * row[i] for row in rows) / force, 9)

        # the line of the brick, from its centre to the floor: half way down it has the colour of chains
        c = self.page.columns(self.page.by_label['brick, "soft"'], 0, 3)[k]
        brick = index[self.page.by_label['brick, "soft"']["id"]]
        pair, rows = next((pair, rows) for pair, rows in sums.items() if brick in pair)
        end = [sum(row[3] * row[i] for row in rows) / sum(row[3] for row in rows) for i in range(3)]
        x, y = self.js("return solfec.project(...arguments)", *(float(0.5 * (a + b)) for a, b in zip(c, end)))
        before, picked = self.colour_at(x, y), self.js("return solfec.pick(...arguments)", x, y)
        from selenium.webdriver.support.ui import Select
        Select(self.element("contacts")).select_by_visible_text("chains")
        seen = self.colour_at(x, y)
        self.look("chains")
        light = [a / (255 * b) for a, b in zip(seen, (0.17, 0.27, 0.58))]
        self.assertTrue(0.65 < min(light) and max(light) < 1.02 and max(light) - min(light) < 0.05, (before, seen))
        self.assertEqual(self.js("return solfec.pick(...arguments)", x, y), picked)  # clicks ask for bodies
        largest = max(sum(row[3] for row in rows) for rows in sums.values())
        self.assertRegex(self.element("contactText").text, r"^up to [\d.]+ N$")
        self.assertAlmostEqual(float(self.element("contactText").text.split()[2]) / largest, 1, 2)
        self.js("solfec.cuts.read('z=0.01')")  # cuts take chains with them
        self.assertNotEqual(self.colour_at(x, y), seen)
        self.js("solfec.cuts.set(-1, 0, false)")
        self.assertEqual(self.colour_at(x, y), seen)

        # the line of thrust: a ball where the normal force of the joint acts
        Select(self.element("contacts")).select_by_visible_text("thrust")
        x, y = self.js("return solfec.project(...arguments)", *map(float, end))
        seen = self.colour_at(x, y)
        self.look("thrust")
        light = [a / (255 * b) for a, b in zip(seen, (0.7, 0.09, 0.22))]
        self.assertTrue(0.65 < min(light) and max(light) < 1.05 and max(light) - min(light) < 0.1, seen)
        Select(self.element("contacts")).select_by_visible_text("none")
        self.assertEqual(self.element("contactText").text, "")

    def test_the_line_of_thrust_goes_where_the_tables_say(self):
        """Points of pressure of the page against results.resultants () of the Python reader."""
        import solfec_results
        results = solfec_results.open(self.path("out/model"))
        ids = [body["id"] for body in self.page.model["bodies"]]
        said = self.js("return solfec.contacts.sums(5, true)")
        joints = [j for j in results.resultants(0.05) if j.normal_force > 0]
        self.assertEqual(len(said), len(joints))
        for one in said:
            pair = tuple(ids[i] for i in one["bodies"])
            joint = min((j for j in joints if (j.master, j.slave) == pair),
                        key=lambda j: sum((a - b)**2 for a, b in zip(j.pressure_point, one["point"])))
            self.assertAlmostEqual(one["force"] / joint.normal_force, 1, 3)
            for a, b in zip(one["point"], joint.pressure_point):
                self.assertAlmostEqual(a, b, 3)

    def test_obstacles_are_left_out(self):
        self.show(0)
        self.assertEqual(self.js("return solfec.pick(...solfec.project(14, -4, 0))"), 0)
        self.element("obstacles").click()
        self.assertEqual(self.js("return solfec.pick(...solfec.project(14, -4, 0))"), -1)
        self.element("obstacles").click()


if __name__ == "__main__":
    unittest.main()
