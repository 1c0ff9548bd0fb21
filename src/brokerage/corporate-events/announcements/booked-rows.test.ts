// Corrections in any order leave in force what the last one wants, and a reversal leaves nothing.
import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { NewTransaction } from "../../books/account-books/changes.ts";
import type { EventRow } from "../entitlements/reads.ts";
import { type BookedRows, refusalSentence, rowsToBook, rowsToCancel } from "./booked-rows.ts";

const row = fc.tuple(fc.constantFrom("DIV", "ROC", "REI"), fc.integer({ min: 1, max: 4 })).map(
  ([transactionType, amount]): EventRow => ({
    transactionType,
    tradeDate: "2026-05-04" as Day,
    amount: `${amount}.00` as Decimal,
  }),
);
const versions = fc.array(fc.array(row, { maxLength: 4 }), { minLength: 1, maxLength: 5 });

/** A store of rows that takes each id once, and each row back once. */
function openStore() {
  const rows = new Map<string, NewTransaction>();
  const takenBack = new Set<string>();
  return {
    book(added: readonly NewTransaction[]) {
      for (const each of added) {
        const id = each.transactionId ?? "";
        expect(rows.has(id)).toBe(false);
        rows.set(id, each);
        const taken = each.replaces ?? each.cancels;
        if (taken === undefined) continue;
        expect(rows.has(taken) && !takenBack.has(taken)).toBe(true);
        takenBack.add(taken);
      }
    },
    isInForce: (id: string) => rows.has(id) && !takenBack.has(id),
    inForce: () =>
      [...rows]
        .filter(([id, { cancels }]) => !takenBack.has(id) && cancels === undefined)
        .map(([id]) => id),
  };
}

test("what is in force is what the last version wants, place by place", () => {
  fc.assert(
    fc.property(versions, fc.boolean(), (all, isLateFact) => {
      const store = openStore();
      let booked: BookedRows = { rows: [], ids: [], inForce: new Set() };
      all.forEach((wanted, version) => {
        const newId = (place: string) => `${version}/${place}` as Id;
        const { rows, ids } = rowsToBook(booked, wanted, { eventId: "4401" as Id, newId });
        store.book(rows);
        expect(ids).toHaveLength(wanted.length);
        expect(store.inForce().toSorted()).toEqual([...ids].toSorted());
        booked = { rows: wanted, ids, inForce: new Set(ids.filter(store.isInForce)) };
        // The same again books nothing.
        expect(rowsToBook(booked, wanted, { eventId: "4401" as Id, newId }).rows).toEqual([]);
        const [first] = ids;
        if (isLateFact && first !== undefined) {
          // Somebody takes a row back: the next version brings it again.
          const transactionId = `${version}/by-hand` as Id;
          store.book([{ transactionType: "CXL", cancels: first, transactionId }]);
          booked = { ...booked, inForce: new Set(ids.filter(store.isInForce)) };
        }
      });
      store.book(rowsToCancel(booked, new Map(), (place) => `over/${place}` as Id));
      expect(store.inForce()).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

test("what is refused names its row and column, if there is one", () => {
  const said = (type?: string, column?: string) =>
    refusalSentence({ type, column, reason: "Too few." });
  expect(said("RDM", "shares")).toBe("RDM, shares: Too few.");
  expect(said("SPL")).toBe("SPL: Too few.");
  expect(said()).toBe("Too few.");
});
