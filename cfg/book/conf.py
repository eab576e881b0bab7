# Settings of Sphinx for the site that tools/book builds; they are copied beside the pages, and VERSION is filled in.
project = "Solfec"
version = release = "VERSION"
extensions = ["myst_parser"]
html_title = f"Solfec {version}"
html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sourcelink = False
html_show_copyright = False
myst_heading_anchors = 6  # anchors of headings are those of GitHub
highlight_language = "none"  # blocks without a language are what programs print
pygments_style = "friendly"
