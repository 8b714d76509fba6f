"""Opens a page in a browser, and prints as JSON what assistive technology gets of it over AT-SPI: [role, name] of each object, and
['live', text] of each live region.

Arguments: the page's title, names that the complete page has as JSON, and the browser's command.
"""
import json
import os
import signal
import subprocess
import sys
import time

import pyatspi

title, complete, *command = sys.argv[1:]


def children(item):
    return [child for child in (item.getChildAtIndex(i) for i in range(item.childCount)) if child]


def document(item):
    if item.getRoleName() == 'document web' and item.name.startswith(title):
        return item
    return next(filter(None, map(document, children(item))), None)


def named(item):
    role, name = item.getRoleName(), item.name
    if not name and role == 'description term':  # WebKitGTK gives it as text.
        name = item.queryText().getText(0, -1)
    live = [['live', item.queryText().getText(0, -1)]] if 'live:polite' in item.getAttributes() else []
    return [[role, name.strip()]] + live + [line for child in children(item) for line in named(child)]


browser = subprocess.Popen(command, start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
try:
    lines = []
    end = time.monotonic() + 40
    while not {name for _, name in lines}.issuperset(json.loads(complete)) and time.monotonic() < end:
        time.sleep(0.2)
        try:  # A page that is being built changes while it is read.
            page = next(filter(None, map(document, filter(None, pyatspi.Registry.getDesktop(0)))), None)
            lines = named(page) if page else []
        except Exception as error:  # AT-SPI raises many kinds, and the next look may succeed.
            print(error, file=sys.stderr)
    print(json.dumps(lines))
finally:
    os.killpg(browser.pid, signal.SIGKILL)
