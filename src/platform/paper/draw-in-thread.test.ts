// Papers are drawn in another thread, of copies.
import { expect, test } from "vitest";
import { drawInThread } from "./draw-in-thread.ts";

type Words = (facts: { readonly words: Set<string> }, at: Date) => Promise<Buffer>;

const drawing = {
  file: new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { isMainThread } from "node:worker_threads";
      export const words = async (facts, at) =>
        Buffer.from([...facts.words, at.toISOString(), isMainThread].join(" "));`)}`,
  ),
  name: "words",
};

test("a paper is drawn of facts and instant in another thread", async () => {
  const facts = { words: new Set(["Fee", "due"]) };
  const content = await drawInThread<Words>(drawing, facts, new Date("2026-04-01T12:00:00Z"));
  expect(content.toString()).toBe("Fee due 2026-04-01T12:00:00.000Z false");
});

test("what fails in the thread fails here, and the next paper is drawn", async () => {
  const at = new Date("2026-04-01T12:00:00Z");
  const failing = drawInThread<Words>({ ...drawing, name: "absent" }, { words: new Set() }, at);
  await expect(failing).rejects.toThrow("not a function");
  expect(await drawInThread<Words>(drawing, { words: new Set() }, at)).toHaveLength(30);
});
