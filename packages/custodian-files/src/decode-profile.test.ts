// The refusals of a profile of a firm's own.
import { expect, test } from "vitest";
import { decodeProfile } from "./decode-profile.ts";

test("names everything that is wrong with a profile at once", () => {
  const decoded = decodeProfile({
    name: "",
    title: "Ours",
    dayOrder: "ydm",
    decimals: ",",
    tables: [
      {
        kind: "transactions",
        files: [],
        columns: { day: ["Date"], amount: ["date"], colour: ["Colour"] },
        required: ["account"],
        expected: ["price"],
        actions: [
          { word: "Buy", type: "BUX" },
          { word: "buy", type: "BUY", reason: "OID" },
        ],
        feesBelowZero: "yes",
        quotationFactors: { Bond: "0.00" },
      },
      { kind: "trades", files: ["*"] },
    ],
  });
  expect(decoded).toEqual({
    problems: [
      'profile: "decimals" is unknown',
      "dayOrder: is one of mdy, dmy",
      "name: is a text",
      'tables[0].columns: "colour" is unknown',
      'tables[0].columns: "date" is both day and amount',
      "tables[0].columns: has no account",
      "tables[0].columns: has no action",
      "tables[0].columns: has no price",
      "tables[0].files: names no file",
      "tables[0].feesBelowZero: is true or false",
      expect.stringMatching(/^tables\[0\]\.actions\[0\]\.type: is one of BUY, /),
      "tables[0].actions[0].type: is missing",
      "tables[0].actions[1].reason: is of BAS alone",
      'tables[0].actions[1]: "buy" has a rule already',
      "tables[0].quotationFactors.Bond: is a decimal above 0, as text",
      "tables[1].kind: is one of transactions, positions, balances, lots, prices, priceMatrix",
      "tables[1].kind: is one of transactions, positions, balances, lots, prices, priceMatrix",
    ],
  });
});

test("refuses a profile that is no object or has no table", () => {
  expect(decodeProfile(null)).toHaveProperty("problems");
  expect(decodeProfile({ name: "a", title: "b", tables: [] })).toEqual({
    problems: ["tables: a profile has at least one table"],
  });
});
