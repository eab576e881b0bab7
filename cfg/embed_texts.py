#!/usr/bin/env python3
"""Puts files (scripts of pages, shaders) into a C++ source, from which programs take their texts.

usage: embed_texts.py OUTPUT HEADER FUNCTION FILE...   writes OUTPUT, which includes HEADER and defines its
                                                       std::string_view FUNCTION(std::string_view name),
                                                       the text of the file of that name
       embed_texts.py --print FILE                     prints the text of one file as programs get it

A line `#include "NAME"` of a .glsl, .vert or .frag file stands for the text of NAME in the same folder.
"""

import re
import sys
from pathlib import Path

INCLUDE = re.compile(r'^#include "([^"/]+)"$', re.M)
SHADERS = {".glsl", ".vert", ".frag"}
DELIMITER = "text_of_file"
LONGEST = 16000  # characters of one literal; compilers must take 65536, some take fewer


def text_of(path):
    text = path.read_text(encoding="utf-8")
    if path.suffix not in SHADERS:
        return text
    return INCLUDE.sub(lambda match: text_of(path.parent / match.group(1)).rstrip("\n"), text)


def literal(text):
    """Raw literals that the compiler joins."""
    if ")" + DELIMITER + '"' in text:
        sys.exit("embed_texts.py: a text has the end of a literal within it")
    parts = [text[k:k + LONGEST] for k in range(0, max(len(text), 1), LONGEST)]
    return "\n    ".join('R"%s(%s)%s"' % (DELIMITER, part, DELIMITER) for part in parts)


def source(header, function, files):
    rows = "".join('  if (name == "%s") {\n    return %s;\n  }\n' % (file.name, literal(text_of(file)))
                   for file in files)
    return ('#include "%s"\n\n#include "base/check.h"\n\nnamespace solfec {\n\n'
            "std::string_view %s(std::string_view name) {\n%s  SOLFEC_ASSERT(false);\n  return {};\n}\n\n"
            "}  // namespace solfec\n" % (header, function, rows))


def main(words):
    if len(words) == 2 and words[0] == "--print":
        sys.stdout.write(text_of(Path(words[1])))
        return 0
    if len(words) < 4:
        sys.exit(__doc__)
    output, header, function = words[:3]
    Path(output).parent.mkdir(parents=True, exist_ok=True)
    Path(output).write_text(source(header, function, [Path(word) for word in words[3:]]), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
