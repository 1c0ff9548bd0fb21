// Which texts are kept, and which go first.
import { expect, test } from "vitest";
import { openRememberedAnswers } from "./remembered-answers.ts";

test("texts of so many characters are kept, and what was asked for longest ago goes first", () => {
  const memory = openRememberedAnswers(10);
  const series = (body: string) => ({ version: body, body });
  memory.keep("a", series("aaaa"));
  memory.keep("b", series("bbbb"));
  expect(memory.find("a")?.body).toBe("aaaa");
  memory.keep("c", series("cccc"));
  expect([memory.find("b"), memory.find("a")?.body, memory.length()]).toEqual([
    undefined,
    "aaaa",
    8,
  ]);
  memory.keep("a", series("aaaaaa"));
  expect([memory.find("c")?.body, memory.length()]).toEqual(["cccc", 10]);
});

test("what is longer than all of the memory is not kept", () => {
  const memory = openRememberedAnswers(3);
  memory.keep("a", { version: "a", body: "aaaa" });
  expect([memory.find("a"), memory.length()]).toEqual([undefined, 0]);
});
