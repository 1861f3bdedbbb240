/** Client capabilities for tests, with all, some and no dynamic registrations. */

import type { ClientCapabilities } from "vscode-languageserver-protocol";
import { featureOf, features } from "../../../src/backend/capabilities/features.js";

/** Declares nothing, as agent harnesses often do. */
export const noCapabilities: ClientCapabilities = {};

/** Takes all registrations of LSP. */
export const allCapabilities: ClientCapabilities = Object.values(features).reduce<object>(
  (declared, { client, clientFlag }) => {
    const paths = [
      ...(client === undefined ? [] : [`${client}.dynamicRegistration`]),
      ...(clientFlag ? [clientFlag] : []),
    ];
    return paths.reduce((inner, path) => withTrue(inner, path.split(".")), declared);
  },
  { general: { positionEncodings: ["utf-8", "utf-16"] } },
);

/** Takes some registrations, much like Neovim 0.11 on Linux. */
export const someCapabilities: ClientCapabilities = {
  general: { positionEncodings: ["utf-8", "utf-16", "utf-32"] },
  textDocument: {
    synchronization: { dynamicRegistration: false, willSave: true, willSaveWaitUntil: true, didSave: true },
    hover: { dynamicRegistration: true },
    definition: { dynamicRegistration: true },
    implementation: { linkSupport: true },
    codeAction: {
      dynamicRegistration: true,
      codeActionLiteralSupport: { codeActionKind: { valueSet: ["", "quickfix"] } },
    },
    completion: { dynamicRegistration: false },
    signatureHelp: { dynamicRegistration: false },
    references: { dynamicRegistration: false },
    formatting: { dynamicRegistration: true },
    rangeFormatting: { dynamicRegistration: true },
    rename: { dynamicRegistration: true, prepareSupport: true },
    diagnostic: { dynamicRegistration: false },
  },
  workspace: {
    symbol: { dynamicRegistration: false },
    didChangeWatchedFiles: { dynamicRegistration: false, relativePatternSupport: true },
    workspaceFolders: true,
  },
};

function withTrue(declared: object, [key = "", ...rest]: readonly string[]): object {
  const inner = (declared as Record<string, object | undefined>)[key] ?? {};
  return { ...declared, [key]: rest.length === 0 ? true : withTrue(inner, rest) };
}

/** Returns the messages that a registration of `method` allows, whatever its options. */
export function requestsOf(method: string): readonly string[] {
  return Object.keys(featureOf(method)?.messages ?? { [method]: "" });
}
