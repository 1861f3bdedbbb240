/** What `--help` and `--version` say. */

import packageFile from "../../package.json" with { type: "json" };
import { commands } from "./commands.js";

export const version: string = packageFile.version;

export function help(): string {
  return `lsp-locate ${version}: say where in code by meaning, and ask any language server about it

  lsp-locate <method> <locate> [options]         ask once
  lsp-locate <method> <locate> -- <command>      … that server
  lsp-locate describe <file>:<line>:<character>  from a place to the Locate that finds it again
  lsp-locate search <symbol path>                where in the workspace it is declared
  lsp-locate [options]                           proxy on stdio, a server for each language
  lsp-locate [options] -- <command> [args…]      … in front of one server
  lsp-locate --language <id> [options]           … in front of the first one installed for a language
  lsp-locate embedded                            the language server that needs no other installed, on stdio
  lsp-locate doctor [<language>]                 which servers there are, and whether they work

A Locate is <file>:<scope>@<find>; scope and find can be left out, put it in quotes:
  'src/app.py:Server.start'        the symbol           'src/app.py:42'           the line
  'src/app.py:Server@retry(<|>n)'  in the symbol, at the text behind <|>; a find that is there
                                   only once in its scope can't be misread
  '{"file_path":"src/app.py","anchor_text":"retry(","ancestor_node_type":"call"}'
                                   the syntax node around a text; nodes lists what there is

Methods
${columns([...commands.keys()])}

Options
  --json                  the answer as JSON, { place, result } or { error }
  --write                 rename, formatting, edit: change the files instead of showing a diff
  --new-name <name>       rename: the same as a third word
  --replace <text>        edit: what takes the place of it; - is the text on standard input
  --insert-before <text>  edit: what goes in front of it
  --insert-after <text>   edit: what goes behind it
  --delete                edit: takes it away
  --only <kinds>          codeAction: quickfix, refactor … (comma-separated)
  --kind <kinds>          search: class, function, method … (comma-separated)
  --arity <number>        search: what takes so many arguments
  --limit <number>        search: so many at most, 50
  --depth <levels>        outline: no deeper than that
  --params <json>         more params for the request, as LSP has them
  --language <id>         instead of what the file's name says
  --root <folder>         the workspace, instead of what its files say
  --servers <file>        your servers.json
  --timeout <seconds>     for the server to start: 30
  --restart               in front of one server: start it again when it dies
  --log <file>            what the server and lsp-locate have to say
  --trace <file>          what is said in the session, one message a line
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
