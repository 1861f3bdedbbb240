import { openDrawing } from "../drawing.js";
import type { Pair } from "../pair.js";
import { extensionOf, stayingMembers } from "./stayingMembers.js";

let session: Pair | undefined;
afterEach(() => {
  session?.close();
  session = undefined;
});

describe("A member of a type that extends a library's keeps its name where it may be called by it", () => {
  test.each(stayingMembers.map((each) => [each.languageId, each.title, each] as const))(
    "in %s: %s",
    async (languageId, _title, { own, stays }) => {
      const asked = await openDrawing({ [`own.${extensionOf(languageId)}`]: own });
      session = asked.session;
      const textDocument = { uri: session.uri(asked.path) };
      const renamed = session.ask("textDocument/rename", { textDocument, position: asked.position, newName: "now" });
      if (stays) await expect(renamed).rejects.toMatchObject({ code: -32803 });
      else await expect(renamed).resolves.toMatchObject({ documentChanges: [expect.anything()] });
    },
  );
});
