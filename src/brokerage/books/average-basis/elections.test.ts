// The elections in force after facts: an account's own ones, and those of its funds.
import type { LotAccount, LotFact } from "@bursar/tax-lots";
import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import { expect, test } from "vitest";
import { electionsInForce } from "./elections.ts";

const [fund, stock, newFund] = ["604", "601", "608"] as Id[] as [Id, Id, Id];
const account: LotAccount = {
  account: "RA00000006",
  isTaxable: true,
  defaultMethod: "FIFO",
  fundSecurities: new Set([fund, newFund]),
};
const averaging = { ...account, fundsAveragedFrom: "2024-03-01" as Day };

let place = 0;
function at(day: string, fact: object): LotFact {
  place += 1;
  const base = { transactionId: String(place), entryOrder: place, tradeOn: day, security: fund };
  return { ...base, ...fact } as unknown as LotFact;
}
const buy = (day: string, more = {}) =>
  at(day, { kind: "buy", shares: "10" as Decimal, price: "20" as Decimal, ...more });
const elect = (day: string, election: string, more = {}) =>
  at(day, { kind: "averageElection", election, ...more });
const inForce = (facts: readonly LotFact[], of = account) =>
  Object.fromEntries(electionsInForce(of, facts));

test("an election is in force from its day until it ends", () => {
  const elected = [buy("2024-01-05"), elect("2024-02-05", "AVE")];
  const since = { since: "2024-02-05", planSince: null, byDefault: false };
  expect(inForce(elected)).toEqual({ [fund]: since });
  expect(inForce([...elected, elect("2024-06-05", "AVX")])).toEqual({});
  const again = elect("2024-07-05", "AVE");
  expect(inForce([...elected, elect("2024-06-05", "AVX"), again])).toEqual({
    [fund]: { ...since, since: "2024-07-05" },
  });
});

test("a revoked election was never in force", () => {
  expect(inForce([elect("2024-02-05", "AVE"), elect("2024-06-05", "AVR")])).toEqual({});
});

test("stock has the first day of its plan", () => {
  const elected = elect("2024-02-05", "AVE", { security: stock, planSince: "2020-01-02" });
  expect(inForce([elected])).toEqual({
    [stock]: { since: "2024-02-05", planSince: "2020-01-02", byDefault: false },
  });
});

test("an election goes on under a new symbol", () => {
  const renamed = at("2024-05-05", { kind: "symbolChange", intoSecurity: newFund });
  expect(inForce([buy("2024-01-05"), elect("2024-02-05", "AVE"), renamed])).toEqual({
    [newFund]: { since: "2024-02-05", planSince: null, byDefault: false },
  });
});

test("an account's default elects what is held on its day, else at the first purchase since", () => {
  const byDefault = { planSince: null, byDefault: true };
  const held = buy("2024-01-05");
  expect(inForce([held], averaging)).toEqual({ [fund]: { ...byDefault, since: "2024-03-01" } });
  expect(inForce([held, buy("2024-05-05")], averaging)).toEqual({
    [fund]: { ...byDefault, since: "2024-03-01" },
  });
  expect(inForce([buy("2024-05-05")], averaging)).toEqual({
    [fund]: { ...byDefault, since: "2024-05-05" },
  });
  expect(inForce([buy("2024-05-05", { security: stock })], averaging)).toEqual({});
});

test("an election of its own, ended or revoked, comes before the default", () => {
  const held = buy("2024-01-05");
  const own = elect("2024-02-05", "AVE");
  expect(inForce([held, own], averaging)).toEqual({
    [fund]: { since: "2024-02-05", planSince: null, byDefault: false },
  });
  expect(inForce([held, elect("2024-04-05", "AVR")], averaging)).toEqual({});
  expect(inForce([held, own, elect("2024-04-05", "AVX")], averaging)).toEqual({});
});
