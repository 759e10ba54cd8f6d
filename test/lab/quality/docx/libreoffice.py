"""Drives LibreOffice through UNO.

It reads JSON lines {"input", "output", "revisions"} and writes an ODT for each. It writes a DOCX if the name of the
output says so.

"revisions" is "accept", "reject" or "keep". With "against", the path of an original, LibreOffice compares the input
with it by itself first. The script answers each line by {"output", "error", "fatal"}. "error" is null when the file
was written. After a fatal error the script ends.

Run with the system's own Python: python3 libreoffice.py PIPE_NAME PROFILE_FOLDER.
"""

import json
import subprocess
import sys
import time

import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.io import IOException
from com.sun.star.lang import IllegalArgumentException

COMMANDS = {"accept": ".uno:AcceptAllTrackedChanges", "reject": ".uno:RejectAllTrackedChanges"}
NEVER_EXECUTE_MACROS = 0
NO_UPDATE = 0


def prop(name, value):
    result = PropertyValue()
    result.Name = name
    result.Value = value
    return result


def start(pipe, profile):
    process = subprocess.Popen(
        [
            "soffice",
            "--headless",
            "--norestore",
            "--nologo",
            f"-env:UserInstallation=file://{profile}",
            f"--accept=pipe,name={pipe};urp;",
        ],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
    for _ in range(240):
        try:
            return process, resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
        except Exception:
            if process.poll() is not None:
                raise RuntimeError("soffice ended")
            time.sleep(0.25)
    raise RuntimeError("soffice did not answer")


def convert(context, job):
    manager = context.ServiceManager
    desktop = manager.createInstanceWithContext("com.sun.star.frame.Desktop", context)
    document = desktop.loadComponentFromURL(
        uno.systemPathToFileUrl(job["input"]),
        "_blank",
        0,
        (
            prop("Hidden", True),
            prop("MacroExecutionMode", NEVER_EXECUTE_MACROS),
            prop("UpdateDocMode", NO_UPDATE),
        ),
    )
    if document is None:
        raise RuntimeError("not readable")
    try:
        if not hasattr(document, "getText"):
            raise RuntimeError("no text document")
        helper = manager.createInstanceWithContext("com.sun.star.frame.DispatchHelper", context)
        frame = document.getCurrentController().getFrame()
        if "against" in job:
            url = uno.systemPathToFileUrl(job["against"])
            helper.executeDispatch(frame, ".uno:CompareDocuments", "", 0, (prop("URL", url), prop("NoAcceptDialog", True)))
        command = COMMANDS.get(job["revisions"])
        if command:
            helper.executeDispatch(frame, command, "", 0, ())
        writer = "MS Word 2007 XML" if job["output"].endswith(".docx") else "writer8"
        document.storeToURL(uno.systemPathToFileUrl(job["output"]), (prop("FilterName", writer),))
    finally:
        document.close(True)


def main():
    pipe, profile = sys.argv[1:3]
    process, context = start(pipe, profile)
    try:
        for line in sys.stdin:
            job = json.loads(line)
            error = None
            fatal = False
            try:
                convert(context, job)
            except RuntimeError as fault:
                error = str(fault)
            except Exception as fault:
                error = str(fault) or type(fault).__name__
                # The program may have died over this file, and nothing that it gave us can be used again.
                fatal = not isinstance(fault, (IOException, IllegalArgumentException))
            print(json.dumps({"output": job["output"], "error": error, "fatal": fatal}), flush=True)
            if fatal:
                break
    finally:
        process.kill()


main()
