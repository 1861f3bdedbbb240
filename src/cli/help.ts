/** What `--help` and `--version` say. */

import packageFile from "../../package.json" with { type: "json" };
import { methods, ownMethods } from "../session/methods.js";

export const version: string = packageFile.version;

export function help(): string {
  const names = [...ownMethods, ...Object.keys(methods)];
  return `lsp-locate ${version}: say where in code by meaning, and ask any language server about it

  lsp-locate <method> <locate> [options]       ask once
  lsp-locate <method> <locate> -- <command>    … that server
  lsp-locate [options] -- <command> [args…]    proxy on stdio in front of a server
  lsp-locate --language <id> [options]         … in front of the first one installed for a language
  lsp-locate doctor [<language>]               which servers there are, and whether they work

A Locate is <file>:<scope>@<find>; scope and find can be left out, put it in quotes:
  'src/app.py:Server.start'        the symbol           'src/app.py:42'           the line
  'src/app.py:Server@retry(<|>n)'  in the symbol, at the text behind <|>; a find that is there
                                   only once in its scope can't be misread

Methods
${columns(names)}

Options
  --json                  the answer as JSON, { place, result } or { error }
  --write                 rename, formatting: change the files instead of showing a diff
  --new-name <name>       rename: the same as a third word
  --only <kinds>          codeAction: quickfix, refactor … (comma-separated)
  --depth <levels>        outline: no deeper than that
  --params <json>         more params for the request, as LSP has them
  --language <id>         instead of what the file's name says
  --root <folder>         the workspace, instead of what its files say
  --servers <file>        your servers.json
  --timeout <seconds>     for the server to start: 30
  --log <file>            what the server and lsp-locate have to say
  --version, --help

Exit codes: 0 answered, 1 asked and not found, 2 used wrongly.
`;
}

function columns(names: readonly string[]): string {
  const width = Math.max(...names.map((name) => name.length)) + 2;
  const perLine = Math.floor(96 / width);
  const lines: string[] = [];
  for (let index = 0; index < names.length; index += perLine) {
    lines.push(
      `  ${names
        .slice(index, index + perLine)
        .map((name) => name.padEnd(width))
        .join("")}`.trimEnd(),
    );
  }
  return lines.join("\n");
}
