/**
 * The handshake of a connection. Both ends prove that they know the session's secret; neither sends
 * it. All messages have a fixed length:
 *
 *     client → session   MAGIC, purpose (1 byte), nonce (32 bytes)
 *     client ← session   nonce (32 bytes), proof (32 bytes)
 *     client → session   proof (32 bytes)
 *
 * A proof is the HMAC-SHA256 of the role that proves, the purpose, and both nonces, so that no
 * proof can be used in another connection or by the other end.
 */

import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Duplex } from "node:stream";

/**
 * What a connection is for: a client's conversation, the session's state, its end, or a server that
 * a client shares.
 */
const purposes = ["client", "status", "stop", "backend"] as const;

export type ConnectionPurpose = (typeof purposes)[number];

/** The purposes of those who use the session. */
export type ClientPurpose = "client" | "backend";

export interface HandshakeOptions {
  readonly secret: string;
  readonly timeoutMs: number;
}

/** The peer doesn't know the secret, or closes the connection. */
export class HandshakeError extends Error {}

/** The peer doesn't answer in time. */
export class HandshakeTimeout extends HandshakeError {}

/** The last digit is the version of the handshake. */
const MAGIC = Buffer.from("LSPLOC1\n");
const NONCE_BYTES = 32;
const PROOF_BYTES = 32;

/** Proves both ends to the client. Rejects with `HandshakeError`, and destroys the stream then. */
export function shakeAsClient(
  stream: Duplex,
  purpose: ConnectionPurpose,
  { secret, timeoutMs }: HandshakeOptions,
): Promise<void> {
  return limit(stream, timeoutMs, async () => {
    const nonce = randomBytes(NONCE_BYTES);
    const purposeByte = Buffer.of(purposes.indexOf(purpose));
    stream.write(Buffer.concat([MAGIC, purposeByte, nonce]));
    const answer = await readExactly(stream, NONCE_BYTES + PROOF_BYTES);
    const transcript = Buffer.concat([purposeByte, nonce, answer.subarray(0, NONCE_BYTES)]);
    if (!timingSafeEqual(answer.subarray(NONCE_BYTES), proof(secret, "session", transcript)))
      throw new HandshakeError("the process at the session's socket doesn't know the session's secret");
    stream.write(proof(secret, "client", transcript));
  });
}

/** As `shakeAsClient`, for the session. Resolves with the client's purpose. */
export function shakeAsSession(stream: Duplex, { secret, timeoutMs }: HandshakeOptions): Promise<ConnectionPurpose> {
  return limit(stream, timeoutMs, async () => {
    const hello = await readExactly(stream, MAGIC.length + 1 + NONCE_BYTES);
    const purpose = purposes[hello[MAGIC.length] as number];
    if (!hello.subarray(0, MAGIC.length).equals(MAGIC) || purpose === undefined)
      throw new HandshakeError("the client doesn't speak this protocol");
    const nonce = randomBytes(NONCE_BYTES);
    const transcript = Buffer.concat([hello.subarray(MAGIC.length), nonce]);
    stream.write(Buffer.concat([nonce, proof(secret, "session", transcript)]));
    if (!timingSafeEqual(await readExactly(stream, PROOF_BYTES), proof(secret, "client", transcript)))
      throw new HandshakeError("the client doesn't know the session's secret");
    return purpose;
  });
}

function proof(secret: string, role: "client" | "session", transcript: Buffer): Buffer {
  return createHmac("sha256", secret).update(`${role}\0`).update(transcript).digest();
}

/** Runs a handshake. Destroys the stream if it fails or takes too long. */
async function limit<Result>(stream: Duplex, timeoutMs: number, work: () => Promise<Result>): Promise<Result> {
  const timer = setTimeout(
    () => stream.destroy(new HandshakeTimeout(`no answer within ${timeoutMs / 1000} s`)),
    timeoutMs,
  );
  stream.on("error", () => {}); // it shows as `close`
  try {
    return await work();
  } catch (error) {
    stream.destroy();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Reads that many bytes and leaves the rest in the stream. Rejects with `HandshakeError`. */
function readExactly(stream: Duplex, length: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const settle = (error: unknown, bytes?: Buffer) => {
      stream.off("readable", read).off("end", fail).off("close", fail).off("error", fail);
      if (bytes === undefined) reject(error instanceof HandshakeError ? error : closedError(error));
      else resolve(bytes);
    };
    const fail = (error?: unknown) => settle(error);
    const read = () => {
      const bytes = stream.read(length) as Buffer | null;
      // At the end of input, fewer bytes are returned.
      if (bytes !== null) settle(undefined, bytes.length === length ? bytes : undefined);
    };
    stream.on("readable", read).on("end", fail).on("close", fail).on("error", fail);
    read();
  });
}

function closedError(error: unknown): HandshakeError {
  const detail = error instanceof Error ? `: ${error.message}` : "";
  return new HandshakeError(`the connection was closed${detail}`);
}
