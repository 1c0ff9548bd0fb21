// The order within a day, and what a split makes of a position.
import type { Id } from "@bursar/values/ids";
import { expect, test } from "vitest";
import type { Booking } from "./bookings.ts";
import { type HeldBefore, orderedBookings } from "./day-order.ts";

const share = 100_000n;

function row(type: string, shares: bigint, securityId = "7"): Booking {
  return {
    file: "a.csv",
    line: 1,
    accountNumber: "RA00000001",
    folioNumber: "RA0000000103",
    tradeDate: "2026-07-01",
    type,
    securityId: securityId as Id,
    shares: shares * share,
    columns: {},
    rowIds: [],
  };
}

function inOrder(rows: readonly Booking[], held = 0n, last = 0) {
  const before: HeldBefore = {
    shares: new Map([["7", held * share]]),
    lastOrders: new Map(last === 0 ? [] : [["2026-07-01", last]]),
  };
  const { ordered, problems } = orderedBookings(rows, before);
  const shown = ordered.map(
    ({ type, shares, entryOrder }) => `${entryOrder} ${type} ${shares / share}`,
  );
  return { shown, problems, ordered };
}

test("keeps the order of the file behind what the day has already", () => {
  expect(inOrder([row("SLE", 2n), row("BUY", 3n)], 2n, 4).shown).toEqual(["5 SLE 2", "6 BUY 3"]);
});

test("joins a reverse split whose old shares go by the old CUSIP", () => {
  const { shown, ordered } = inOrder([row("SPL", 10n), row("SPL", -100n, "8")], 100n);
  expect(shown).toEqual(["1 SPL -90"]);
  expect(ordered[0]?.columns).toMatchObject({ ratioNew: "10.00000", ratioOld: "100.00000" });
});

test("joins the two rows of a change of symbol, whichever of the ids is held", () => {
  const change = [row("SYM", -100n), row("SYM", 100n, "8")];
  const [symbol, ...others] = inOrder(change, 100n).ordered;
  expect([symbol?.type, symbol?.securityId, symbol?.into, others]).toEqual([
    "SYM",
    "7",
    { securityId: "8", shares: 100n * share },
    [],
  ]);
});

test("refuses a spin-off of what nobody holds", () => {
  const spinOff = { ...row("SPO", 0n), into: { securityId: "8" as Id, shares: share } };
  expect(inOrder([spinOff]).problems).toMatchObject([
    { reason: expect.stringContaining("position whose shares brought") },
  ]);
  expect(inOrder([spinOff], 4n).ordered[0]?.columns).toMatchObject({ ratioOld: "4.00000" });
});

test("leaves two splits of one day that are of two securities held", () => {
  const old = row("SPL", -90n);
  const other = row("SPL", 5n, "8");
  const held = new Map([
    ["7", 100n * share],
    ["8", 5n * share],
  ]);
  const { ordered, problems } = orderedBookings([old, other], {
    shares: held,
    lastOrders: new Map(),
  });
  expect(ordered.map(({ columns }) => columns.newShares)).toEqual(["10.00000", "10.00000"]);
  expect(problems).toEqual([]);
});

test("takes deposits and transfers in first", () => {
  const rows = [row("SLE", 2n), row("DEP", 0n), row("TIN", 2n)];
  expect(inOrder(rows).shown).toEqual(["1 DEP 0", "2 TIN 2", "3 SLE 2"]);
});

test("lets a sale of more than is held wait for the purchases of its day", () => {
  const rows = [row("SLE", 5n), row("BUY", 3n), row("SLE", 1n), row("BUY", 3n)];
  expect(inOrder(rows).shown).toEqual(["1 BUY 3", "2 SLE 1", "3 BUY 3", "4 SLE 5"]);
});

test("leaves a sale that no purchase explains to the books", () => {
  expect(inOrder([row("SLE", 5n), row("BUY", 3n, "8")]).shown).toEqual(["1 SLE 5", "2 BUY 3"]);
});

test("makes a ratio of the shares that a split brings", () => {
  const [split] = inOrder([row("BUY", 1n), row("SPL", 20n)], 10n).ordered;
  expect(split?.columns).toEqual({
    ratioNew: "30.00000",
    ratioOld: "10.00000",
    newShares: "30.00000",
  });
});

test("refuses a split of what nobody holds, with what to do", () => {
  expect(inOrder([row("SPL", 20n)]).problems).toMatchObject([{ file: "a.csv", line: 1 }]);
});
