/**
 * Tests of one page: each of its code blocks is run by what runs its language, and one that nothing
 * runs fails.
 */
import { type Block, blocksOf } from "./markdown.js";

export type BlockRunners = Readonly<Record<string, (block: Block) => Promise<void> | void>>;

export function testPage(page: string, runners: BlockRunners): void {
  test.each(blocksOf(page))(`${page}:$lineNumber $language`, async (block) => {
    if (!Object.hasOwn(runners, block.language)) {
      throw new Error(
        `Nothing runs blocks of ${block.language || "no language"} in ${page}: nobody would notice a mistake.`,
      );
    }
    await runners[block.language]?.(block);
  });
}
