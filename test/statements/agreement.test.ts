// The sum of a statement closes for random histories and agrees with a diary in fractions: 150 histories in each run
// of the tests, 20,000 in `npm run proofs`, or as many as HISTORIES says, from HISTORIES_SEED.
import type { Day } from "@bursar/values/dates";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type Books,
  followBooks,
  spanOf,
  worthOf,
} from "../../src/brokerage/documents/statements/booked.ts";
import {
  bridgeLines,
  type ValueBridge,
  valueBridge,
  worthOfParts,
} from "../../src/brokerage/documents/statements/value-bridge.ts";
import { booksOf } from "./books-of.ts";
import { diaryOf } from "./bridge-in-fractions.ts";
import { dayAt, factors, histories } from "./random-history.ts";

const { PROOFS, HISTORIES, HISTORIES_SEED } = process.env;
const each: fc.Parameters<unknown> = {
  numRuns: Number(HISTORIES ?? (PROOFS === undefined ? 150 : 20_000)),
  ...(HISTORIES_SEED !== undefined && { seed: Number(HISTORIES_SEED) }),
};
const months = ["2025-12-31", "2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30"] as Day[];
const periods = months.slice(1).map((until, at) => ({ after: months[at] as Day, until }));

function bridgeOf(books: Books, period: (typeof periods)[number], printed?: bigint): ValueBridge {
  const { opening, base, closing } = spanOf(books.days, period.after, period.until);
  const followed = followBooks(books, [opening?.on, base?.on, closing?.on]);
  for (const day of [opening, closing]) {
    expect(worthOfParts(followed.endOf(day?.on))).toBe(worthOf(day));
  }
  return valueBridge(followed, period, printed);
}

test("every sum closes, and each amount is that of the diary", () => {
  fc.assert(
    fc.property(histories, ({ rows, closes }) => {
      const books = booksOf(rows, closes, factors);
      const calendar = Array.from({ length: 119 }, (_, n) => dayAt(n));
      const diary = diaryOf(rows, closes, factors, calendar);
      for (const period of periods) {
        const bridge = bridgeOf(books, period);
        expect(bridge.difference).toBe(0n);
        if (bridge.closingOn === undefined) continue;
        expect(bridge.closing).toBe(diary.values.get(bridge.closingOn));
        const within = calendar.filter(
          (on) => on > (bridge.openingOn ?? "") && on <= (bridge.closingOn ?? ""),
        );
        for (const name of bridgeLines) {
          if (["change", "corrections", "securitiesIn", "securitiesOut"].includes(name)) continue;
          const own = within.reduce((sum, on) => sum + (diary.amounts.get(on)?.[name] ?? 0n), 0n);
          expect([name, bridge[name]]).toEqual([name, own]);
        }
      }
    }),
    each,
  );
});

test("every opening is the closing on paper, whatever was corrected since", () => {
  fc.assert(
    fc.property(histories, ({ rows, closes }) => {
      const known = rows.filter(({ acceptedVersion }) => acceptedVersion === "1");
      const taken = new Set(known.map(({ takesBack }) => takesBack));
      const then = known.map((row) => ({ ...row, isTakenBack: taken.has(row.transactionId) }));
      const [before, after] = periods.slice(2) as [(typeof periods)[0], (typeof periods)[0]];
      const printed = bridgeOf(booksOf(then, closes, factors), before).closing;
      const now = booksOf(rows, closes, factors);
      const bridge = bridgeOf(now, after, printed);
      expect(bridge.opening).toBe(printed);
      expect(bridge.corrections).toBe(bridgeOf(now, before).closing - printed);
      expect(bridge.difference).toBe(0n);
    }),
    each,
  );
});
