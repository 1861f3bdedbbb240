"""Runs rope's rename tests and prints one JSON object for each rename in those that pass: the files
before and after it, the place and the new name. Takes the folders to import from."""

import json
import sys
import unittest
from pathlib import Path

sys.path[:0] = sys.argv[1:]

from rope.refactor.rename import Rename  # noqa: E402
from ropetest.refactor import renametest  # noqa: E402

recorded = []


def texts(project):
    root = Path(project.address)
    files = (path for path in root.rglob("*.py") if ".ropeproject" not in path.parts)
    return {path.relative_to(root).as_posix(): path.read_text() for path in files}


def rename(test, resource, offset, new_name, options):
    before = texts(test.project)
    test.project.do(Rename(test.project, resource, offset).get_changes(new_name, **options))
    # A rename with options of rope's own, or of a module as such, has no counterpart in LSP.
    if offset is not None and options.keys() <= {"resources"}:
        recorded.append(
            dict(path=resource.path, offset=offset, newName=new_name, before=before, after=texts(test.project))
        )


def local_rename(test, source, offset, new_name, **options):
    module = renametest.testutils.create_module(test.project, "testmod")
    module.write(source)
    rename(test, module, offset, new_name, {"resources": [module], **options})
    return module.read()


renametest.RenameTestMixin._local_rename = local_rename
renametest.RenameTestMixin._rename = lambda test, resource, offset, new_name, **options: rename(
    test, resource, offset, new_name, options
)

for test in unittest.defaultTestLoader.loadTestsFromTestCase(renametest.RenameRefactoringTest):
    recorded.clear()
    result = unittest.TestResult()
    test.run(result)
    for _, trace in result.errors + result.failures:
        print(f"{test.id()}: {trace}", file=sys.stderr)
    if result.wasSuccessful() and not result.skipped:
        for each in recorded:
            print(json.dumps({"name": test.id().rsplit(".", 1)[-1], **each}))
