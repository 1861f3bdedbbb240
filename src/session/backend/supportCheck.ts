/** What the backend can do: from its answer to initialize, and from what it registered later. */

import type { CancellationToken } from "vscode-jsonrpc/node";
import { valueAt } from "../../backend/capabilities/features.js";
import { LocateError } from "../../error.js";
import type { Envelope } from "../../wire/envelope.js";
import type { Verdict } from "../../wire/frames.js";
import type { Backend } from "./backend.js";
import { waitUntilReady } from "./backendReadiness.js";
import { lspMethods } from "./locateMethods.js";

/** How long the registration of what a server is known to do is waited for. */
const REGISTRATION_TIMEOUT_MS = 2_000;

/** Some servers register what they can only when they have loaded, or have got their settings, so what is missing is waited for. */
export async function isSupported(name: string, backend: Backend, token: CancellationToken): Promise<boolean> {
  await backend.link.ensureRunning();
  if (supports(name, backend)) return true;
  await waitUntilReady(backend, token);
  if (backend.serverEntry?.methods?.includes(registrationMethodOf(name)))
    await waitForRegistration(name, backend, token);
  return supports(name, backend);
}

/** Whoever waits for a backend to register something more. */
const waiters = new WeakMap<Backend, Set<() => void>>();

/** Resolves when the backend supports it, or it has taken too long. */
function waitForRegistration(name: string, backend: Backend, token: CancellationToken): Promise<void> {
  if (supports(name, backend)) return Promise.resolve();
  return new Promise((resolve) => {
    const all = waiters.get(backend) ?? new Set();
    waiters.set(backend, all);
    const look = () => {
      if (supports(name, backend)) end();
    };
    const end = () => {
      all.delete(look);
      clearTimeout(timer);
      cancelled.dispose();
      resolve();
    };
    const timer = setTimeout(end, REGISTRATION_TIMEOUT_MS);
    const cancelled = token.onCancellationRequested(end);
    all.add(look);
  });
}

/** Errors: `unsupported`. */
export async function assertSupported(name: string, backend: Backend, token: CancellationToken): Promise<void> {
  if (!(await isSupported(name, backend, token))) throw unsupportedError(name, backend);
}

/** To who asks for what a backend can't do: what it can. */
export function unsupportedError(name: string, backend: Backend): LocateError {
  const supported = Object.keys(lspMethods).filter((other) => other !== name && supports(other, backend));
  return new LocateError(
    "unsupported",
    `${backend.name} can't do ${name}. It can do: ${supported.join(", ") || "nothing of what Locates are for"}.`,
    { method: `locate/${name}`, backend: backend.name, supported: supported.map((other) => `locate/${other}`) },
  );
}

function supports(name: string, backend: Backend): boolean {
  const method = lspMethods[name];
  if (!method) return false;
  const provided = valueAt(backend.capabilities, method.provider);
  if (provided !== undefined && provided !== null && provided !== false) return true;
  return [...backend.registrations.values()].includes(registrationMethodOf(name));
}

/** The LSP method under which a server registers what a Locate's method asks. */
function registrationMethodOf(name: string): string {
  const { registrationMethod, requestMethod } = lspMethods[name] ?? {};
  return registrationMethod ?? `textDocument/${requestMethod ?? name}`;
}

/** The backend's side: notes what it registers; the request passes. */
export function recordRegistrations(
  { method }: Envelope,
  { backend }: { readonly backend: Backend },
): Verdict | undefined {
  if (method !== "client/registerCapability" && method !== "client/unregisterCapability") return undefined;
  const see = (body: Buffer) => {
    try {
      recordRegistration((JSON.parse(body.toString("utf8")) as RegistrationMessage).params, backend);
    } catch {
      // no JSON: the client will say so
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

/** What a registering message says is noted as what the backend can. */
function recordRegistration(params: RegistrationMessage["params"], backend: Backend): void {
  for (const { id, method } of params?.registrations ?? []) backend.registrations.set(id, method);
  for (const { id } of params?.unregisterations ?? []) backend.registrations.delete(id);
  for (const look of waiters.get(backend) ?? []) look();
}
