/** Asking for Locates, as the parts of this bench do it. */

/**
 * Asks until the proxy no longer asks the server for symbols: it remembers them once it takes the
 * server for loaded, some seconds after the first document at the latest.
 */
export async function waitForSymbols(client, locate) {
  const deadline = performance.now() + 20_000;
  for (let before = -1; ; ) {
    await client.ask("locate/resolve", { locate });
    const { result: asked } = await client.ask("bench/asked", {});
    if (asked === before) return;
    before = asked;
    if (performance.now() > deadline) throw new Error("the proxy asks for the symbols again and again");
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Asks once, and checks that the answer is the line (0-based) that was meant. */
export async function assertLine(client, locate, line) {
  const { result } = await client.ask("locate/resolve", { locate });
  const found = result.target.position.line;
  if (found !== line) throw new Error(`${JSON.stringify(locate)} was found in line ${found}, not ${line}`);
}
