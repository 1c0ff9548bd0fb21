// Drawing papers in a thread next to the one that serves requests, which would wait for milliseconds a page.
// (docs/statements.md, "Drawing")
import { openThreads } from "../process/threads.ts";
import type { ToDraw } from "./drawing-thread.ts";

/** Draws a paper of plain facts; the instant is the one that it bears. */
type Draw = (facts: never, at: Date) => Promise<Buffer>;

/** Where a function that draws is: in a file, by name. */
export interface Drawing {
  readonly file: URL;
  readonly name: string;
}

/** How long the thread outlasts its last paper. */
const idleMs = 30_000;

const threads = openThreads<ToDraw, Uint8Array>(new URL("./drawing-thread.ts", import.meta.url), {
  count: 1,
  idleMs,
});

/** Draws a paper by a function in another file, without holding up this thread; the facts are copied. */
export async function drawInThread<D extends Draw>(
  { file, name }: Drawing,
  facts: Parameters<D>[0],
  at: Date,
): Promise<Buffer> {
  const { buffer, byteOffset, length } = await threads.ask({ file: file.href, name, facts, at });
  return Buffer.from(buffer, byteOffset, length);
}
