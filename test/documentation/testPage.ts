/**
 * Tests of one page: each code block is run by the runner of its language. A block without a runner
 * fails.
 */
import { type Block, blocksOf } from "./markdown.js";

export type BlockRunners = Readonly<Record<string, (block: Block) => Promise<void> | void>>;

/** A block may have a dozen commands, and each starts a server that loads this project. */
const TIMEOUT_MS = 240_000;

export function testPage(page: string, runners: BlockRunners): void {
  test.each(blocksOf(page))(
    `${page}:$lineNumber $language`,
    async (block) => {
      if (!Object.hasOwn(runners, block.language)) {
        throw new Error(
          `Blocks of ${block.language || "no language"} in ${page} have no runner, so they are untested.`,
        );
      }
      await runners[block.language]?.(block);
    },
    TIMEOUT_MS,
  );
}
