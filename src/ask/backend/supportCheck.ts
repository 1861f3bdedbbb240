/**
 * The methods that a backend supports, by its response to initialize and its later registrations.
 */

import type { CancellationToken } from "vscode-jsonrpc/node";
import { valueAt } from "../../backend/capabilities/features.js";
import { LocateError } from "../../error.js";
import { getOrInsert } from "../../text/list.js";
import type { Envelope } from "../../wire/envelope.js";
import type { Decision } from "../../wire/frames.js";
import { Deadline } from "../deadline.js";
import { lspMethods } from "../methodTable.js";
import type { Backend } from "./backend.js";
import { isReady, waitUntilReady } from "./backendReadiness.js";

/** How long to wait for a registration that servers.json says this server makes. */
const REGISTRATION_TIMEOUT_MS = 2_000;

/**
 * Whether the backend supports a method. Some servers register capabilities only once they have
 * loaded or have their settings, so this waits until then.
 */
export async function isSupported(name: string, backend: Backend, token: CancellationToken): Promise<boolean> {
  await backend.link.ensureRunning();
  if (supports(name, backend)) return true;
  await waitUntilReady(backend, token);
  if (!backend.serverEntry?.methods?.includes(registrationMethodOf(name))) return supports(name, backend);
  await waitForRegistration(name, backend, token);
  if (supports(name, backend) || isReady(backend)) return supports(name, backend);
  // A document that was opened meanwhile has made it load, and it registers after that.
  await waitUntilReady(backend, token);
  await waitForRegistration(name, backend, token);
  return supports(name, backend);
}

/** Callbacks to run when a backend registers something. */
const waiters = new WeakMap<Backend, Set<() => void>>();

/** Resolves when the backend supports the method, or after the timeout. */
function waitForRegistration(name: string, backend: Backend, token: CancellationToken): Promise<void> {
  if (supports(name, backend)) return Promise.resolve();
  return new Promise((resolve) => {
    const all = getOrInsert(waiters, backend, () => new Set());
    const check = () => {
      if (supports(name, backend)) end();
    };
    const end = () => {
      all.delete(check);
      clearTimeout(timer);
      cancelled.dispose();
      resolve();
    };
    const timer = setTimeout(end, Deadline.ofWork(REGISTRATION_TIMEOUT_MS).leftMs);
    const cancelled = token.onCancellationRequested(end);
    all.add(check);
  });
}

/** Errors: `unsupported`. */
export async function assertSupported(name: string, backend: Backend, token: CancellationToken): Promise<void> {
  if (!(await isSupported(name, backend, token))) throw unsupportedError(name, backend);
}

/** Which methods have the answer to another, if it is read for it. */
const substitutes: Readonly<Record<string, readonly (readonly [method: string, reading: string])[]>> = {
  implementation: [["references", "the types whose heads name it implement it"]],
  subtypes: [["references", "the types whose heads name it extend it"]],
  supertypes: [["definition", "ask it for each type that the head names"]],
  incomingCalls: [["references", "those that are calls are among them"]],
  outgoingCalls: [["definition", "ask it for each call in the body"]],
};

/**
 * Returns the error for an unsupported method; it names the question to ask instead, and lists the
 * supported methods. `withPlace`: the answer can be had with `place: true`.
 */
export function unsupportedError(name: string, backend: Backend, { withPlace = false } = {}): LocateError {
  const supported = Object.keys(lspMethods).filter((other) => other !== name && supports(other, backend));
  const [substitute] = (substitutes[name] ?? []).filter(([method]) => supported.includes(method));
  const instead = substitute ? ` Ask for ${substitute[0]} instead: ${substitute[1]}.` : "";
  const bySyntax = withPlace ? " With place: true it is answered from syntax and references." : "";
  return new LocateError(
    "unsupported",
    `${backend.name} can't do ${name}.${bySyntax}${instead}${SUPPORTED}${supported.join(", ") || "no method that takes a Locate"}.`,
    { method: `locate/${name}`, backend: backend.name, supported: supported.map((other) => `locate/${other}`) },
  );
}

/** What begins the list of the supported methods, at the end of the message. */
const SUPPORTED = " It can do: ";

/** Returns the message of an error without the list of what the backend supports instead. */
export function withoutSupported(message: string): string {
  return message.split(SUPPORTED, 1).join();
}

/** Whether the backend supports a method, as far as it has said by now. */
export function supports(name: string, backend: Backend): boolean {
  const method = lspMethods[name];
  if (!method) return false;
  const provided = valueAt(backend.capabilities, method.provider);
  if (provided !== undefined && provided !== null && provided !== false) return true;
  return [...backend.registrations.values()].includes(registrationMethodOf(name));
}

/** Returns the LSP method under which a server registers what the `locate/` method needs. */
function registrationMethodOf(name: string): string {
  const { registrationMethod, requestMethod } = lspMethods[name] ?? {};
  return registrationMethod ?? `textDocument/${requestMethod ?? name}`;
}

/** Step for backend messages: records registrations. The request passes on. */
export function recordRegistrations(
  { method }: Envelope,
  { backend }: { readonly backend: Backend },
): Decision | undefined {
  if (method !== "client/registerCapability" && method !== "client/unregisterCapability") return undefined;
  const see = (body: Buffer) => {
    try {
      recordRegistration((JSON.parse(body.toString("utf8")) as RegistrationMessage).params, backend);
    } catch {
      // no JSON: the client will report it
    }
  };
  return { kind: "see", see };
}

interface RegistrationMessage {
  readonly params?: {
    readonly registrations?: readonly { id: string; method: string }[];
    /** Sic: the protocol's own spelling. */
    readonly unregisterations?: readonly { id: string; method: string }[];
  };
}

/** Records the registrations of one message. */
function recordRegistration(params: RegistrationMessage["params"], backend: Backend): void {
  for (const { id, method } of params?.registrations ?? []) backend.registrations.set(id, method);
  for (const { id } of params?.unregisterations ?? []) backend.registrations.delete(id);
  for (const check of waiters.get(backend) ?? []) check();
}
