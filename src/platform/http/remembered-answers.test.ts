// Which texts are kept, and which go first.
import { expect, test } from "vitest";
import {
  type Answered,
  openRememberedAnswers,
  type RememberedAnswers,
} from "./remembered-answers.ts";

/** Texts of four bytes, their question and version, and what an entry takes beside them. */
const bytesOfOne = 1 + 2 + 4 + 250;
const answer = (letter: string) => ({ version: letter.repeat(2), body: letter.repeat(4) });

/** Keeps a text for which there is no room: as often as it takes until another one goes. */
function insist(memory: RememberedAnswers, question: string, kept: Answered) {
  for (let n = 0; n < 8; n += 1) memory.keep(question, kept);
}

test("texts that take so many bytes are kept, and what was asked for longest ago goes first", () => {
  const memory = openRememberedAnswers(2 * bytesOfOne);
  memory.keep("a", answer("a"));
  memory.keep("b", answer("b"));
  expect(memory.find("a")).toEqual(answer("a"));
  insist(memory, "c", answer("c"));
  expect([memory.find("b"), memory.find("a"), memory.bytes()]).toEqual([
    undefined,
    answer("a"),
    2 * bytesOfOne,
  ]);
  insist(memory, "a", { version: "aa", body: "aaaaa" });
  expect([memory.find("c"), memory.find("a")?.body, memory.bytes()]).toEqual([
    undefined,
    "aaaaa",
    bytesOfOne + 1,
  ]);
});

test("of texts for which others would go, one in eight is kept", () => {
  const memory = openRememberedAnswers(2 * bytesOfOne);
  for (const letter of "abcdefghij") memory.keep(letter, answer(letter));
  const kept = [..."abcdefghij"].filter((letter) => memory.find(letter));
  expect(kept).toEqual(["b", "j"]);
});

test("short texts under long questions do not take more than all of the memory", () => {
  const memory = openRememberedAnswers(10_000);
  for (let n = 0; n < 1_000; n += 1) memory.keep(`${n}`.padStart(700, "?"), answer("a"));
  expect(memory.bytes()).toBeLessThanOrEqual(10_000);
  expect(memory.find("0".padStart(700, "?"))).toBeUndefined();
});

test("what is longer than all of the memory is not kept, and drives nothing out", () => {
  const memory = openRememberedAnswers(bytesOfOne);
  memory.keep("a", answer("a"));
  memory.keep("b", { version: "b", body: "b".repeat(bytesOfOne) });
  expect([memory.find("a"), memory.find("b")]).toEqual([answer("a"), undefined]);
});

test("what has no version is not kept, and takes the place of what had one", () => {
  const memory = openRememberedAnswers(1_000);
  memory.keep("a", answer("a"));
  memory.keep("a", { version: undefined, body: "[]" });
  expect([memory.find("a"), memory.bytes()]).toEqual([undefined, 0]);
});
