// Long work in slices gives the same as in one piece, and lets others run in between.
import fc from "fast-check";
import { expect, test } from "vitest";
import { mapInSlices, nextSlice, parseListInSlices, textInSlices } from "./slices.ts";

const numbers = Array.from({ length: 1_001 }, (_, place) => place);

/** How many turns of the event loop pass while something is done. */
async function turnsOf(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await work;
  isOver = true;
  return turns;
}

test("a list is handled in order and in turns of the event loop", async () => {
  expect(await mapInSlices(numbers, (each) => 2 * each)).toEqual(numbers.map((each) => 2 * each));
  expect(await textInSlices(numbers, String, ",")).toBe(numbers.join(","));
  expect([await mapInSlices([], String), await textInSlices([], String)]).toEqual([[], ""]);
  expect(await turnsOf(mapInSlices(numbers, String))).toBeGreaterThanOrEqual(3);
  expect(await turnsOf(textInSlices(numbers, String))).toBeGreaterThanOrEqual(3);
});

test("of several computations one slice runs in a turn", async () => {
  const begun: number[] = [];
  let turn = 0;
  const slices = [1, 2, 3].map(async () => {
    await nextSlice();
    begun.push(turn);
  });
  const count = () => {
    turn += 1;
    if (begun.length < 3) setImmediate(count);
  };
  setImmediate(count);
  await Promise.all(slices);
  expect(new Set(begun).size).toBe(3);
});

const cell = fc.oneof(
  fc.string(),
  fc.constantFrom('},{"id":', '"},{"id":"', ',{"id":', '\\"},{\\"id\\":', "]"),
);
const entry = fc.record(
  { id: cell, inner: fc.record({ id: cell }), text: cell, flag: fc.boolean() },
  { requiredKeys: ["id", "inner", "text", "flag"] },
);

test("a list parsed in slices is the list, whatever its texts look like", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(entry), async (list) => {
      expect(await parseListInSlices(JSON.stringify(list))).toEqual(
        JSON.parse(JSON.stringify(list)),
      );
    }),
  );
  const long = numbers.map((id) => ({ id: String(id), text: '},{"id":"'.repeat(100) }));
  const parsed = parseListInSlices(JSON.stringify(long));
  expect(await turnsOf(parsed)).toBeGreaterThanOrEqual(3);
  expect(await parsed).toEqual(long);
});
