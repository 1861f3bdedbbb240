/** The handshake of a connection, with peers that don't know the secret or don't speak it. */

import { Duplex } from "node:stream";
import { HandshakeError, shakeAsClient, shakeAsSession } from "../../src/daemon/handshake.js";

const secret = "5".repeat(64);
const options = { secret, timeoutMs: 60_000 };
const GREETING_BYTES = 41;
const ANSWER_BYTES = 64;

/** The two ends of a connection. */
function pair(): { readonly client: Duplex; readonly session: Duplex } {
  const connect = (other: () => Duplex): Duplex =>
    new Duplex({
      read() {},
      write(chunk: Buffer, _encoding, done) {
        other().push(chunk);
        done();
      },
      destroy(error, done) {
        if (!other().readableEnded && !other().destroyed) other().push(null);
        done(error);
      },
    });
  const client: Duplex = connect(() => session);
  const session: Duplex = connect(() => client);
  return { client, session };
}

/** A stream whose peer is played by the test. */
function scripted(input: readonly Uint8Array[]) {
  const sent: Buffer[] = [];
  const stream = new Duplex({
    read() {},
    write(chunk: Buffer, _encoding, done) {
      sent.push(chunk);
      done();
    },
  });
  for (const chunk of input) stream.push(chunk);
  return { stream, sent };
}

async function failure(handshake: Promise<unknown>): Promise<string> {
  const error = await handshake.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(HandshakeError);
  return (error as Error).message;
}

test.each(["client", "status", "stop"] as const)(
  "Both ends agree on the purpose %s, and what follows is left in the stream",
  async (purpose) => {
    const { client, session } = pair();
    const [, agreed] = await Promise.all([
      shakeAsClient(client, purpose, options).then(() => client.write("first request")),
      shakeAsSession(session, options),
    ]);
    expect(agreed).toBe(purpose);
    const [chunk] = await new Promise<Buffer[]>((resolve) => session.once("data", (...chunks) => resolve(chunks)));
    expect(chunk?.toString()).toBe("first request");
  },
);

test("With different secrets the client refuses the session before it proves anything", async () => {
  const { client, session } = pair();
  const [atClient, atSession] = await Promise.all([
    failure(shakeAsClient(client, "client", options)),
    failure(shakeAsSession(session, { ...options, secret: "6".repeat(64) })),
  ]);
  expect(atClient).toContain("doesn't know the session's secret");
  expect(atSession).toContain("closed");
  expect([client.destroyed, session.destroyed]).toEqual([true, true]);
});

test("A recorded client is refused in another connection", async () => {
  const recorded: Buffer[] = [];
  const { client, session } = pair();
  const write = client.write.bind(client);
  client.write = ((chunk: Buffer) => recorded.push(chunk) && write(chunk)) as typeof client.write;
  await Promise.all([shakeAsClient(client, "stop", options), shakeAsSession(session, options)]);
  expect(Buffer.concat(recorded).length).toBe(GREETING_BYTES + 32);
  expect(await failure(shakeAsSession(scripted(recorded).stream, options))).toContain(
    "doesn't know the session's secret",
  );
});

test("A recorded session is refused in another connection", async () => {
  const { client, session } = pair();
  const recorded: Buffer[] = [];
  const write = session.write.bind(session);
  session.write = ((chunk: Buffer) => recorded.push(chunk) && write(chunk)) as typeof session.write;
  await Promise.all([shakeAsClient(client, "client", options), shakeAsSession(session, options)]);
  expect(recorded[0]?.length).toBe(ANSWER_BYTES);
  expect(await failure(shakeAsClient(scripted(recorded).stream, "client", options))).toContain("secret");
});

test("A proof of the session is none of a client", async () => {
  const { client, session } = pair();
  // The client returns the session's own proof.
  const handshake = failure(shakeAsSession(session, options));
  client.write(Buffer.concat([Buffer.from("LSPLOC1\n"), Buffer.of(0), Buffer.alloc(32)]));
  client.once("data", (answer: Buffer) => client.write(answer.subarray(32)));
  expect(await handshake).toContain("doesn't know the session's secret");
});

test.each([
  ["another protocol", Buffer.from(`GET / HTTP/1.1\r\nHost: localhost\r\n${"x".repeat(50)}`)],
  ["an unknown purpose", Buffer.concat([Buffer.from("LSPLOC1\n"), Buffer.of(9), Buffer.alloc(32)])],
  ["many bytes at once", Buffer.alloc(64 * 1024 * 1024, "x")],
])("The session refuses %s without reading on", async (_name, bytes) => {
  const { stream, sent } = scripted([bytes]);
  expect(await failure(shakeAsSession(stream, options))).toBe("the client doesn't speak this protocol");
  expect([stream.destroyed, sent.length]).toEqual([true, 0]);
});

test.each([0, 1, GREETING_BYTES - 1, GREETING_BYTES, GREETING_BYTES + 31])(
  "The session refuses a client that closes after %d bytes",
  async (length) => {
    const greeting = Buffer.concat([Buffer.from("LSPLOC1\n"), Buffer.of(0), Buffer.alloc(64)]);
    const { stream } = scripted([greeting.subarray(0, length)]);
    stream.push(null);
    expect(await failure(shakeAsSession(stream, options))).toBe("the connection was closed");
  },
);

test.each([0, 1, ANSWER_BYTES - 1])("The client refuses a session that closes after %d bytes", async (length) => {
  const { stream } = scripted([Buffer.alloc(length)]);
  stream.push(null);
  expect(await failure(shakeAsClient(stream, "client", options))).toBe("the connection was closed");
});

test("A peer that answers byte by byte is understood", async () => {
  const { client, session } = pair();
  const write = client.write.bind(client);
  client.write = ((chunk: Buffer) => [...chunk].every((byte) => write(Buffer.of(byte)))) as typeof client.write;
  const [, purpose] = await Promise.all([shakeAsClient(client, "status", options), shakeAsSession(session, options)]);
  expect(purpose).toBe("status");
});

test("A peer that stops answering is left after the time", async () => {
  jest.useFakeTimers();
  const { stream } = scripted([Buffer.alloc(ANSWER_BYTES - 1)]);
  const refused = failure(shakeAsClient(stream, "client", { secret, timeoutMs: 2000 }));
  await jest.advanceTimersByTimeAsync(1999);
  expect(stream.destroyed).toBe(false);
  await jest.advanceTimersByTimeAsync(1);
  expect(await refused).toBe("no answer within 2 s");
  expect(stream.destroyed).toBe(true);
});
