// The matching of a custodian's statement with the books, and what a break is likely to come from.

import type { Day } from "@bursar/values/dates";
import { type Decimal, placesOf } from "@bursar/values/decimal";
import { places, textOf, unitsOf } from "@bursar/values/units";
import { describe, expect, test } from "vitest";
import { type BooksAccount, breaksOf, type CustodianAccount, type LotsByDay } from "./match.ts";

const shares = (text: string) => unitsOf(text as Decimal, places.shares);
const cents = (text: string) => unitsOf(text as Decimal, places.money);

/** The holdings of a side, as `ACME 100 @ 5000.00 | cash 12.00`; without `cash` none is stated. */
function holdings(text: string) {
  const parts = text.split("|").map((part) => part.trim());
  const positions = parts
    .filter((part) => part !== "" && !part.startsWith("cash"))
    .map((part) => {
      const [security = "", held = "0", , value] = part.split(" ");
      const of = {
        shares: shares(held),
        places: placesOf(held as Decimal),
        value: value === undefined ? undefined : cents(value),
      };
      return [security, of] as const;
    });
  const cash = parts.find((part) => part.startsWith("cash"))?.slice(5);
  return { positions: new Map(positions), cash: cash === undefined ? undefined : cents(cash) };
}

const noLots = new Map<string, LotsByDay>();
const known = new Set(["ACME", "BOLT"]);

function found(
  there: Partial<CustodianAccount>,
  here: Partial<Omit<BooksAccount, "cash">> & { readonly cash?: bigint | undefined },
  tolerance = "0.01",
) {
  const custodian = { positions: undefined, cash: undefined, lots: undefined, ...there };
  const books = { positions: new Map(), lots: noLots, ...here, cash: here.cash ?? 0n };
  const options = {
    tolerance: { money: cents(tolerance) },
    isKnown: (security: string) => known.has(security),
  };
  return breaksOf(custodian, books, options).map((each) => {
    const places = /hares$/.test(each.kind) ? 5 : 2;
    const text = (value: bigint | undefined, to = places) =>
      value === undefined ? "?" : textOf(value, to);
    const what = [each.kind, each.security, each.acquiredOn].filter(Boolean).join(" ");
    const sides = `${text(each.custodian)} against ${text(each.books)}`;
    return `${what}: ${sides}, ${text(each.amount, 2)}, ${each.cause}`;
  });
}

describe("positions and cash", () => {
  test.each([
    ["the same", "ACME 100 @ 5000.00 | cash 12.00", "ACME 100 @ 5000.00 | cash 12.00", []],
    ["within the tolerance", "cash 12.01", "cash 12.00", []],
    ["a cent beyond it", "cash 12.02", "cash 12.00", ["cash: 12.02 against 12.00, 0.02, rounding"]],
    [
      "cash that is missing",
      "cash 12.00",
      "cash 112.00",
      ["cash: 12.00 against 112.00, -100.00, missingTransaction"],
    ],
    [
      "six cents",
      "cash 12.06",
      "cash 12.00",
      ["cash: 12.06 against 12.00, 0.06, missingTransaction"],
    ],
    // 10 × (5000.00 ÷ 100)
    [
      "a purchase",
      "ACME 110 @ 5500.00 | cash 0.00",
      "ACME 100 @ 5000.00 | cash 500.00",
      [
        "shares ACME: 110.00000 against 100.00000, 500.00, missingTransaction",
        "cash: 0.00 against 500.00, -500.00, missingTransaction",
      ],
    ],
    [
      "a position that the books lack",
      "BOLT 5 @ 10.00",
      "",
      ["shares BOLT: 5.00000 against 0.00000, 10.00, missingTransaction"],
    ],
    [
      "one that the custodian lacks",
      "",
      "BOLT 5 @ 10.00",
      ["shares BOLT: 0.00000 against 5.00000, -10.00, missingTransaction"],
    ],
    [
      "a security that the books do not have",
      "NEWCO 5",
      "",
      ["shares NEWCO: 5.00000 against 0.00000, ?, unknownSecurity"],
    ],
    [
      "fewer places",
      "ACME 0.333 @ 33.30",
      "ACME 0.33333 @ 33.33",
      ["shares ACME: 0.33300 against 0.33333, -0.03, rounding"],
    ],
    [
      "a cut place",
      "ACME 0.666 @ 66.60",
      "ACME 0.66667 @ 66.67",
      ["shares ACME: 0.66600 against 0.66667, -0.07, missingTransaction"],
    ],
  ])("%s", (_, custodian, books, breaks) => {
    expect(found(holdings(custodian), holdings(books))).toEqual(breaks);
  });

  test.each([
    ["2 for 1, of the same value", "ACME 200 @ 5000.00", "ACME 100 @ 5000.00", "split"],
    ["1 for 10", "ACME 10 @ 5000.00", "ACME 100 @ 5000.00", "split"],
    ["3 for 2, a fraction paid out", "ACME 151 @ 5000.00", "ACME 101 @ 5000.00", "split"],
    [
      "twice the value, which is a purchase",
      "ACME 200 @ 10000.00",
      "ACME 100 @ 5000.00",
      "missingTransaction",
    ],
    ["a tenth more value", "ACME 200 @ 5500.00", "ACME 100 @ 5000.00", "split"],
    ["a cent more than that", "ACME 200 @ 5500.01", "ACME 100 @ 5000.00", "missingTransaction"],
    ["no value stated", "ACME 200", "ACME 100 @ 5000.00", "split"],
    [
      "no value stated, and cash that paid",
      "ACME 200 | cash 0.00",
      "ACME 100 @ 5000.00 | cash 5000.00",
      "missingTransaction",
    ],
    [
      "a quarter more, which is a purchase",
      "ACME 125 @ 6250.00",
      "ACME 100 @ 5000.00",
      "missingTransaction",
    ],
    [
      "few shares that only nearly fit",
      "ACME 12 @ 100.00",
      "ACME 10 @ 100.00",
      "missingTransaction",
    ],
    ["no such ratio", "ACME 110 @ 5000.00", "ACME 100 @ 5000.00", "missingTransaction"],
  ])("shares to shares as %s: %s against %s", (_, custodian, books, cause) => {
    expect(found(holdings(custodian), holdings(books))[0]).toMatch(new RegExp(`, ${cause}$`));
  });

  test.each([
    [
      "another price",
      "ACME 100 @ 5100.00",
      "ACME 100 @ 5000.00",
      ["value ACME: 5100.00 against 5000.00, 100.00, price"],
    ],
    // 100 × 0.005 at most
    [
      "a price that is cut to cents",
      "ACME 100 @ 5000.50",
      "ACME 100 @ 5000.00",
      ["value ACME: 5000.50 against 5000.00, 0.50, rounding"],
    ],
    [
      "a cent more",
      "ACME 100 @ 5000.51",
      "ACME 100 @ 5000.00",
      ["value ACME: 5000.51 against 5000.00, 0.51, price"],
    ],
    [
      "no close in the books",
      "ACME 100 @ 5000.00",
      "ACME 100",
      ["value ACME: 5000.00 against ?, ?, price"],
    ],
    ["no value stated", "ACME 100", "ACME 100 @ 5000.00", []],
  ])("the value of the same shares: %s", (_, custodian, books, breaks) => {
    expect(found(holdings(custodian), holdings(books))).toEqual(breaks);
  });

  test("what a custodian sends no file of is not compared", () => {
    expect(found({ cash: 0n }, holdings("ACME 100 @ 1.00"))).toEqual([]);
    expect(found({ positions: new Map() }, holdings("cash 5.00"))).toEqual([]);
  });

  test("the tolerance is of money alone", () => {
    expect(found(holdings("cash 15.00"), holdings("cash 12.00"), "3.00")).toEqual([]);
    expect(found(holdings("ACME 1.00001"), holdings("ACME 1 @ 1.00"), "3.00")).toHaveLength(1);
  });
});

describe("lots", () => {
  const lots = (...days: [day: string, shares: string, basis?: string][]) =>
    new Map([
      [
        "ACME",
        new Map(
          days.map(([day, held, basis]) => [
            day as Day,
            { shares: shares(held), basis: basis === undefined ? undefined : cents(basis) },
          ]),
        ),
      ],
    ]);
  const held = holdings("ACME 10 @ 100.00");
  const own = lots(["2024-01-02", "4", "40.00"], ["2024-02-01", "6", "66.00"]);

  test.each([
    ["the same", own, []],
    [
      "another relief",
      lots(["2024-01-02", "5", "50.00"], ["2024-02-01", "5", "55.00"]),
      [
        "lotShares ACME 2024-01-02: 5.00000 against 4.00000, 10.00, lotRelief",
        "lotShares ACME 2024-02-01: 5.00000 against 6.00000, -11.00, lotRelief",
      ],
    ],
    [
      "another day",
      lots(["2024-01-03", "4", "40.00"], ["2024-02-01", "6", "66.00"]),
      [
        "lotShares ACME 2024-01-02: 0.00000 against 4.00000, -40.00, lotRelief",
        "lotShares ACME 2024-01-03: 4.00000 against 0.00000, 40.00, lotRelief",
      ],
    ],
    [
      "another basis",
      lots(["2024-01-02", "4", "41.00"], ["2024-02-01", "6", "66.03"]),
      [
        "lotBasis ACME 2024-01-02: 41.00 against 40.00, 1.00, costBasis",
        "lotBasis ACME 2024-02-01: 66.03 against 66.00, 0.03, rounding",
      ],
    ],
    ["no basis stated", lots(["2024-01-02", "4"], ["2024-02-01", "6"]), []],
  ])("%s", (_, stated, breaks) => {
    expect(found({ ...held, lots: stated }, { ...held, lots: own })).toEqual(breaks);
  });

  test("of shares that differ are not reported as well", () => {
    const more = { ...holdings("ACME 12 @ 120.00"), lots: lots(["2024-01-02", "12", "40.00"]) };
    expect(found(more, { ...held, lots: own })).toEqual([
      "shares ACME: 12.00000 against 10.00000, 20.00, missingTransaction",
    ]);
  });

  test("are not compared where the books have none of the account", () => {
    expect(found({ ...held, lots: own }, { ...held, lots: noLots })).toEqual([]);
  });
});
