/** Thousands of registrations at once: each is answered, and other messages between them. */

import { waitFor } from "../../jest.js";
import { fullClient, minimalClient, type RoutedSession, routedSession } from "../routedSession.js";

let session: RoutedSession;
afterEach(() => session.close());

test.each([
  ["can watch", fullClient],
  ["can't watch", minimalClient],
])(
  "3,500 registrations of watchers are answered, and other messages between them, if the client %s",
  async (_title, capabilities) => {
    session = routedSession({ capabilities });
    await session.open();
    for (const path of ["a.red", "b.green"]) {
      session.didOpen(path);
      await session.hover(path);
    }
    const red = await session.backend("redls");
    for (let n = 0; n < 3_500; n++) {
      const registration = {
        id: `w${n}`,
        method: "workspace/didChangeWatchedFiles",
        registerOptions: { watchers: [{ globPattern: `**/*.x${n}` }] },
      };
      red.send({ id: n, method: "client/registerCapability", params: { registrations: [registration] } });
    }
    // Each hover is answered after what was sent before it.
    expect((await session.hover("b.green")).error).toBeUndefined();
    await red.until(({ id, method }) => id === 3_499 && !method, "the last answer");
    const warning = "redls#1 watches more than 2000 patterns. It is notified of everything in the workspace instead.";
    await waitFor(() => expect(session.logged).toContain(warning), 30_000);
  },
);
