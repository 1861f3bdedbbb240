/** What the backend can do: from its answer to initialize, and from what it registered later. */

import type { CancellationToken } from "vscode-jsonrpc/node";
import { LocateError } from "../error.js";
import type { Envelope } from "../wire/envelope.js";
import type { Verdict } from "../wire/frames.js";
import type { Backend } from "./backend.js";
import { methods } from "./methods.js";
import { whenReady } from "./ready.js";

/** Some servers register what they can only when they have loaded, so what is missing is waited for. */
export async function isSupported(name: string, backend: Backend, token: CancellationToken): Promise<boolean> {
  await backend.link.awake();
  if (supports(name, backend)) return true;
  await whenReady(backend, token);
  return supports(name, backend);
}

/** Errors: `unsupported`. */
export async function assertSupported(name: string, backend: Backend, token: CancellationToken): Promise<void> {
  if (!(await isSupported(name, backend, token))) throw unsupported(name, backend);
}

/** To who asks for what a backend can't do: what it can. */
export function unsupported(name: string, backend: Backend): LocateError {
  const supported = Object.keys(methods).filter((other) => other !== name && supports(other, backend));
  return new LocateError(
    "unsupported",
    `${backend.name} can't do ${name}. It can do: ${supported.join(", ") || "nothing of what Locates are for"}.`,
    { method: `locate/${name}`, backend: backend.name, supported: supported.map((other) => `locate/${other}`) },
  );
}

function supports(name: string, backend: Backend): boolean {
  const method = methods[name];
  if (!method) return false;
  const provided = method.provider
    .split(".")
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], backend.capabilities);
  if (provided !== undefined && provided !== null && provided !== false) return true;
  const registered = method.registeredAs ?? `textDocument/${method.asks ?? name}`;
  return [...backend.registrations.values()].includes(registered);
}

/** The backend's side: notes what it registers; the request passes. */
export function registrations({ method }: Envelope, backend: Backend): Verdict | undefined {
  if (method !== "client/registerCapability" && method !== "client/unregisterCapability") return undefined;
  const see = (body: Buffer) => {
    try {
      note((JSON.parse(body.toString("utf8")) as RegistrationMessage).params, backend);
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
function note(params: RegistrationMessage["params"], backend: Backend): void {
  for (const { id, method } of params?.registrations ?? []) backend.registrations.set(id, method);
  for (const { id } of params?.unregisterations ?? []) backend.registrations.delete(id);
}
