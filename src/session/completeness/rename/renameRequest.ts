/** What a rename consists of, and the aliases by which it keeps the old name. */

import type { Backend } from "../../../ask/backend/backend.js";
import type { RequestContext } from "../../client/requestContext.js";
import type { FileTexts } from "../fileTexts.js";
import type { RenamedRange } from "./renameEdits.js";

export interface RenameRequest {
  readonly newName: string;
  /** Whether names that a package.json makes public keep an alias. */
  readonly keepsPublic: boolean;
  readonly backend: Backend;
  readonly texts: FileTexts;
  readonly context: RequestContext;
}

/** A specifier such as `new as old` in an export. */
export interface KeptAlias {
  readonly place: RenamedRange;
  readonly oldName: string;
  /** Because a package.json makes the name public, not because the server had no answer. */
  readonly isPublic: boolean;
}
