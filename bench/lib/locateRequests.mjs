/** Sends requests with Locates, as several parts of the bench need. */

/**
 * Resolves a Locate until the proxy no longer requests symbols from the server. The proxy caches
 * them once it considers the server loaded, a few seconds after the first document at the latest.
 */
export async function waitForSymbols(client, locate) {
  const deadline = performance.now() + 20_000;
  for (let before = -1; ; ) {
    await client.sendRequest("locate/resolve", { locate });
    const { result: requests } = await client.sendRequest("bench/asked", {});
    if (requests === before) return;
    before = requests;
    if (performance.now() > deadline) throw new Error("the proxy keeps requesting the symbols");
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Resolves a Locate and checks that the result is on the expected line (0-based). */
export async function assertLine(client, locate, line) {
  const { result } = await client.sendRequest("locate/resolve", { locate });
  const found = result.target.position.line;
  if (found !== line) throw new Error(`${JSON.stringify(locate)} was found in line ${found}, not ${line}`);
}
