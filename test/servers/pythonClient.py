"""A client made of pygls or pytest-lsp, which prints what it gets from a cold lsp-locate as JSON.

Arguments: "pygls" or "pytest-lsp", the workspace folder, and the command of the server.
"""

import asyncio
import json
import sys
from pathlib import Path

from lsprotocol import types


def make_client(library):
    if library == "pytest-lsp":
        from pytest_lsp import make_test_lsp_client

        return make_test_lsp_client()
    from pygls.lsp.client import LanguageClient

    return LanguageClient("pygls-client", "1")


async def main(library, folder, command):
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
        await client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        diagnostics = client.diagnostics[uri]
    else:
        diagnostics = await published.get()
    if library == "pytest-lsp":
        await client.shutdown_session()
    else:
        await client.shutdown_async(None)
        client.exit(None)
    places = [f"{location.uri.rsplit('/', 1)[1]}:{location.range.start.line + 1}" for location in references or []]
    print(json.dumps({"references": sorted(places), "diagnostics": [each.message for each in diagnostics]}))


asyncio.run(main(sys.argv[1], sys.argv[2], sys.argv[3:]))
