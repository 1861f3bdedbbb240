/** The documents that an instance serves, as its messages need them. */

import type { NamedDocument } from "../../../ask/backend/backend.js";
import type { OpenDocument } from "../../../files/documents/openDocument.js";
import type { Document } from "../../../text/document.js";
import type { InstanceHost } from "../instanceInterfaces.js";

export interface InstanceDocuments {
  /** Returns those that the client has open. */
  ofClient(): readonly OpenDocument[];
  /** Returns those that only the proxy has opened. */
  unopened(): readonly NamedDocument[];
  /** Files that only the proxy has opened are opened again with the next request about them. */
  forgetUnopened(): void;
  /** Returns the text of a document that the client has open. */
  textOf(uri: string): Document | undefined;
}

export function instanceDocuments<Instance>(
  instance: Instance,
  host: Pick<InstanceHost<Instance>, "session" | "documentsOf" | "serves">,
): InstanceDocuments {
  const { session } = host;
  const isServed = (document: NamedDocument) => host.serves(instance, document);
  return {
    ofClient: () => host.documentsOf(instance),
    unopened: () => session.unopenedFiles.openDocuments().filter(isServed),
    forgetUnopened: () => session.unopenedFiles.markClosed(isServed),
    textOf: (uri) => session.documents.get(uri)?.text,
  };
}
