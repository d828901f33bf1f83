"""Runs cloud-init as often as it is asked, each time as a program of its own.

Reads its arguments from lines, each a JSON list, and answers each line with the exit code and what
the program wrote. What is loaded once is there for all runs: loading takes much longer than a run.
"""

import json
import os
import signal
import sys
import tempfile
import traceback

import jinja2  # noqa: F401
import jsonschema  # noqa: F401
from cloudinit.cmd import main
from cloudinit.cmd.devel import render  # noqa: F401
from cloudinit.config import schema  # noqa: F401

LIMIT_SECONDS = 60


def run(arguments):
    try:
        return main.main(["cloud-init", *arguments]) or 0
    except SystemExit as end:
        if end.code is None or isinstance(end.code, int):
            return end.code or 0
        print(end.code, file=sys.stderr)
        return 1
    except BaseException:
        traceback.print_exc()
        return 1


for line in sys.stdin:
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        child = os.fork()
        if child == 0:
            signal.alarm(LIMIT_SECONDS)
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            os.dup2(out.fileno(), 1)
            os.dup2(err.fileno(), 2)
            code = run(json.loads(line))
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)
        _, status = os.waitpid(child, 0)
        out.seek(0)
        err.seek(0)
        answer = {
            "code": os.waitstatus_to_exitcode(status),
            "out": out.read().decode(),
            "err": err.read().decode(),
        }
    print(json.dumps(answer), flush=True)
