/** Finds the types in the workspace that a type extends or implements, as the heads name them. */

import type { Deadline } from "../../../../ask/deadline.js";
import { type SymbolNode, symbolKindsNamed, symbolsAround } from "../../../../locate/symbols/symbolNode.js";
import type { NameInfo } from "../../../../syntax/scopes/nameInfo.js";
import { appendAll, getOrInsert } from "../../../../text/list.js";
import { offsetToPosition, positionToOffset } from "../../../../text/position.js";
import { keyOfUri } from "../../../../uri.js";
import { type DocumentVersion, syntaxViewOf, toSyntaxText } from "../../../place/syntaxView.js";
import { findDefinitions } from "../../definitions/findDefinitions.js";
import { isInWorkspace, type RenameRequest } from "../renameRequest.js";

/** A type in a document. */
export interface TypeInFile {
  readonly document: DocumentVersion;
  readonly symbol: SymbolNode;
  /** Whether the document is no file of the workspace, or of a package installed there. */
  readonly isOutside: boolean;
}

export const typeSymbolKinds = symbolKindsNamed("class", "interface", "struct", "enum");

/** After this number of requests for definitions, further names in heads are not resolved. */
const MAX_QUESTIONS = 200;

interface SuperTypes {
  /** Returns the keys of all supertypes of a type in the workspace, and its own key. */
  of(type: TypeInFile): Promise<ReadonlySet<string>>;
  /** Returns the supertypes of a type that are outside of the workspace, and those of them. */
  outsideOf(type: TypeInFile): Promise<readonly TypeInFile[]>;
  /** Whether some names in heads were not resolved, because there are too many or it was late. */
  readonly isCut: boolean;
}

/** Returns a key that is equal for the same type. */
export function keyOfType({ document: { uri }, symbol: { nameFrom } }: TypeInFile): string {
  return `${keyOfUri(uri)}:${nameFrom}`;
}

/**
 * Makes a search for supertypes. A name in a head is resolved by the scopes of its file, or by the
 * backend. After the deadline the rest is left out.
 */
export function createSuperTypes({ backend, texts, context }: RenameRequest, deadline: Deadline): SuperTypes {
  const parents = new Map<string, Promise<readonly TypeInFile[]>>();
  let questionCount = 0;
  let isCut = false;

  function parentsOf(type: TypeInFile): Promise<readonly TypeInFile[]> {
    return getOrInsert(parents, keyOfType(type), () => findParents(type));
  }

  async function findParents({ document, symbol }: TypeInFile): Promise<readonly TypeInFile[]> {
    const syntax = await context.syntax();
    const source = toSyntaxText(document, syntax, context.servers);
    const heads = await syntax.namesInHead(source, symbol.nameFrom).catch(() => []);
    const found: TypeInFile[] = [];
    for (const head of heads) appendAll(found, await resolveName(document, head));
    return found;
  }

  async function resolveName(document: DocumentVersion, name: NameInfo): Promise<readonly TypeInFile[]> {
    const [own] = name.reach === "file" && !name.isMember ? name.definitions : [];
    const type = own && (await typeAt(document, own.from));
    if (type) return [type];
    if (questionCount++ >= MAX_QUESTIONS || deadline.isOver) {
      isCut = true;
      return [];
    }
    const position = offsetToPosition(document.text, name.from, backend.encoding);
    const definitions = (await findDefinitions({ uri: document.uri, position }, backend, context)) ?? [];
    const found: TypeInFile[] = [];
    for (const { uri, position } of definitions) {
      const file = await texts.read(uri);
      const type = file && (await typeAt(file, positionToOffset(file.text, position, backend.encoding)));
      if (type) found.push(type);
    }
    return found;
  }

  /** Returns the type whose name is at an offset. */
  async function typeAt(document: DocumentVersion, offset: number): Promise<TypeInFile | undefined> {
    const symbols = (await syntaxViewOf(document, context))?.symbols ?? [];
    const symbol = symbolsAround(symbols, offset).at(-1);
    const isType = symbol !== undefined && typeSymbolKinds.has(symbol.kind);
    if (!isType || offset > symbol.nameTo) return undefined;
    return { document, symbol, isOutside: !isInWorkspace(document.uri, context) };
  }

  /** Returns a type and its supertypes by their keys. */
  async function findSuperTypes(
    type: TypeInFile,
    { followsOutside }: { readonly followsOutside: boolean },
  ): Promise<ReadonlyMap<string, TypeInFile>> {
    const seen = new Map([[keyOfType(type), type]]);
    const queue = [type];
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      if (deadline.isOver) {
        isCut = true;
        break;
      }
      for (const parent of await parentsOf(next)) {
        if (seen.has(keyOfType(parent))) continue;
        seen.set(keyOfType(parent), parent);
        if (followsOutside || !parent.isOutside) queue.push(parent);
      }
    }
    return seen;
  }

  return {
    of: async (type) => new Set((await findSuperTypes(type, { followsOutside: false })).keys()),
    outsideOf: async (type) =>
      [...(await findSuperTypes(type, { followsOutside: true })).values()].filter(({ isOutside }) => isOutside),
    get isCut() {
      return isCut;
    },
  };
}
