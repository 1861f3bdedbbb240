"""A client made of pygls, pytest-lsp or multilspy, which prints what it gets from a cold lsp-locate as JSON.

Arguments: the name of the library, the workspace folder, and the command of the server.
"""

import asyncio
import json
import shlex
import sys
import tempfile
from pathlib import Path

from lsprotocol import types


def make_client(library):
    if library == "pytest-lsp":
        from pytest_lsp import make_test_lsp_client

        return make_test_lsp_client()
    from pygls.lsp.client import LanguageClient

    return LanguageClient("pygls-client", "1")


def show(references, diagnostics):
    """Prints references, as pairs of a URI and a 0-based line, and the messages of diagnostics."""
    places = [f"{uri.rsplit('/', 1)[1]}:{line + 1}" for uri, line in references]
    print(json.dumps({"references": sorted(places), "diagnostics": diagnostics}))


async def run_multilspy(folder, command):
    """Runs multilspy's client of typescript-language-server, with the command as that server."""
    from multilspy import LanguageServer
    from multilspy.multilspy_config import MultilspyConfig
    from multilspy.multilspy_logger import MultilspyLogger

    with tempfile.TemporaryDirectory() as installation:
        program = Path(installation) / "node_modules/.bin/typescript-language-server"
        program.parent.mkdir(parents=True)
        program.write_text(f'#!/bin/sh\nexec {shlex.join(command)} -- typescript-language-server "$@"\n')
        program.chmod(0o755)
        config = MultilspyConfig.from_dict({"code_language": "typescript", "server_install_dir": installation})
        client = LanguageServer.create(config, MultilspyLogger(), folder)
        published = asyncio.Queue()

        async def publish(params):
            published.put_nowait(params["diagnostics"])

        async with client.start_server():
            client.server.on_notification("textDocument/publishDiagnostics", publish)
            with client.open_file("a.ts"):
                references = await client.request_references("a.ts", 0, 17)
                diagnostics = await published.get()
    show(
        [(each["uri"], each["range"]["start"]["line"]) for each in references],
        [each["message"] for each in diagnostics],
    )


async def main(library, folder, command):
    if library == "multilspy":
        await run_multilspy(folder, command)
        return
    client = make_client(library)
    published = asyncio.Queue()

    if library == "pygls":

        @client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def publish(params):
            published.put_nowait(params.diagnostics)

    await client.start_io(*command)
    root = Path(folder).as_uri()
    initialize = client.initialize_session if library == "pytest-lsp" else client.initialize_async
    await initialize(
        types.InitializeParams(
            # typescript-language-server publishes to no other client.
            capabilities=types.ClientCapabilities(
                text_document=types.TextDocumentClientCapabilities(
                    publish_diagnostics=types.PublishDiagnosticsClientCapabilities()
                )
            ),
            root_uri=root,
            workspace_folders=[types.WorkspaceFolder(uri=root, name="project")],
        )
    )
    if library == "pygls":
        client.initialized(types.InitializedParams())
    uri = (Path(folder) / "a.ts").as_uri()
    text = (Path(folder) / "a.ts").read_text()
    client.text_document_did_open(
        types.DidOpenTextDocumentParams(types.TextDocumentItem(uri=uri, language_id="typescript", version=1, text=text))
    )
    references = await client.text_document_references_async(
        types.ReferenceParams(
            context=types.ReferenceContext(include_declaration=True),
            text_document=types.TextDocumentIdentifier(uri),
            position=types.Position(0, 17),
        )
    )
    if library == "pytest-lsp":
        # They may have come before the references.
        if uri not in client.diagnostics:
            await client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        diagnostics = client.diagnostics[uri]
    else:
        diagnostics = await published.get()
    if library == "pytest-lsp":
        await client.shutdown_session()
    else:
        await client.shutdown_async(None)
        client.exit(None)
    show(
        [(location.uri, location.range.start.line) for location in references or []],
        [each.message for each in diagnostics],
    )


asyncio.run(main(sys.argv[1], sys.argv[2], sys.argv[3:]))
