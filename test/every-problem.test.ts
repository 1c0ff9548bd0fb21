// Every problem at once, also in lists: a fault hides no problem that does not depend on it, in
// requests and in loaded records.

import { newYorkDay } from "@bursar/values/dates";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rulesOfUpdate } from "../src/brokerage/clients-and-accounts/accounts/rules.ts";
import { AccountUpdate } from "../src/brokerage/clients-and-accounts/accounts/schema.ts";
import { rulesOfRequest } from "../src/brokerage/placements/offers/rules.ts";
import { NewOffer } from "../src/brokerage/placements/offers/schema.ts";
import { loadOrder } from "../src/loading/load-order.ts";
import { type JsonValue, parseJson } from "../src/values/json.ts";
import type { Problem } from "../src/values/problem.ts";
import { checkShape, type RequestFacts, type ShapeRule } from "../src/values/shape-rule.ts";
import { decodeSoundFields } from "../src/values/wire.ts";

const requestFacts: RequestFacts = {
  now: new Date("2026-03-02T15:00:00Z"),
  params: { accountnumber: "RA00000001" },
  query: {},
  firmKind: "institutional",
};

type Schema = Parameters<typeof decodeSoundFields>[0];

/** Faults of a body by its shape, as it would be answered. */
function problemsOf(schema: Schema, rules: readonly ShapeRule[], body: object): string[] {
  const found: Problem[] = [];
  const raw: JsonValue = parseJson(JSON.stringify(body));
  const decoded = decodeSoundFields(schema, raw, found);
  found.push(...checkShape(rules, decoded, requestFacts, found));
  return found.map((problem) => JSON.stringify(problem));
}

/** Each value right, wrong or absent. */
const maybe = (...values: unknown[]) => fc.option(fc.constantFrom(...values), { nil: undefined });

const beneficiary = fc.record({
  firstName: maybe("Ben", "Cleo", 5, ""),
  lastName: maybe("Whitfield", "W3"),
  relationship: maybe("SPOUSE", "FRIEND"),
  sharePct: maybe("40", "50", "60", "100", "0", "x"),
  dateOfBirth: maybe("1984-05-12", "2030-01-01", "2023-02-29"),
  SSN: maybe("987654321", "1"),
});
const contact = fc.record({
  firstName: maybe("Eve", 5),
  lastName: maybe("Lang"),
  email: maybe("eve@example.com", "eve"),
  dateOfBirth: maybe("1984-05-12", "2020-01-01", "never"),
});
const exclusion = fc.record({
  exclusionValue: maybe("ACME", ""),
  exclusionStartDate: maybe("2026-02-02", "never"),
  exclusionEndDate: maybe("2026-02-01", "2026-02-03"),
});
const participant = fc.record({
  participatingFirmId: maybe("SUMMIT", "CEDAR", "DEFAULT", 5),
  participatingFirmStatus: maybe("A", "P"),
});
const state = fc.constantFrom("CA", "NY", "XX", 5);
const upTo3 = (entry: fc.Arbitrary<unknown>) =>
  fc.option(fc.array(entry, { maxLength: 3 }), { nil: undefined });

const update = fc.record({
  primaryBeneficiaries: upTo3(beneficiary),
  contingentBeneficiaries: upTo3(beneficiary),
  trustedContacts: upTo3(contact),
  securityExclusions: upTo3(exclusion),
  securityExclusion: upTo3(exclusion),
  issueExclusions: upTo3(exclusion),
  sectorExclusion: upTo3(exclusion),
  longTermTaxRate: maybe("15", "101"),
  shortTermTaxRate: maybe("15", "101"),
});
const exampleOffer = (NewOffer as unknown as { examples: object[] }).examples[0];
const offer = fc
  .record({
    blueSkyedStates: fc.array(state, { maxLength: 4 }),
    participatingFirms: upTo3(participant),
    minimumInvestmentAmount: fc.constantFrom("1", "300000", "x"),
    maximumInvestmentAmount: maybe("2", "400000", "x"),
    offerSize: fc.constantFrom("3", "500000", "x"),
  })
  .map((changed) => ({ ...exampleOffer, ...changed }));

/** Faults of a loaded record by itself. */
function faultsOf(kindName: string, record: object): string[] {
  const kind = loadOrder.find(({ name }) => name === kindName);
  if (kind?.rules === undefined) throw new Error(`no rules over ${kindName}`);
  const found: object[] = [];
  const raw: JsonValue = parseJson(JSON.stringify(record));
  const decoded = decodeSoundFields(kind.schema, raw, found as Problem[]);
  found.push(...checkShape(kind.rules, decoded, { today: newYorkDay(requestFacts.now) }, found));
  return found.map((fault) => JSON.stringify(fault));
}

const login = fc.constantFrom("ann", "ben", 5, "");
const account = fc.record({
  accountType: maybe("I", "R", "9", "?"),
  owners: upTo3(login),
  permittedLoginIds: upTo3(login),
  defaultTaxLotSelection: maybe("LGHL", "AVGC", "?"),
  longTermTaxRate: maybe("15", "101"),
  initContributionDate: maybe("2020-01-01", "never"),
  trustedContacts: upTo3(contact),
  sectorExclusions: upTo3(exclusion),
});
const model = fc.record({
  targetWeights: upTo3(
    fc.record({
      ticker: maybe("ACME", "BOLT", 5),
      targetWeight: maybe("50", "60", "x"),
      currentWeight: maybe("50", "x"),
    }),
  ),
});
const loadedOffer = fc.record({
  executionType: maybe("A", "P", "B", "?"),
  offerMinimum: maybe("3", "4", "x"),
  offerSize: maybe("3", "x"),
  minimumInvestmentAmount: maybe("1", "5", "x"),
  maximumInvestmentAmount: maybe("2", "4", "x"),
  blueSkyedStates: fc.array(state, { maxLength: 4 }),
});
const ballotChoice = fc.record({ choiceId: maybe("A", "B"), choice: maybe("Yes", 5) });
const ballot = fc.record({
  questions: upTo3(
    fc.record({
      questionsId: maybe("1", "2", 5),
      questionsType: maybe("P", "D", "C", "?"),
      question: maybe("What?", ""),
      choices: upTo3(ballotChoice),
    }),
  ),
});

interface Walked {
  readonly name: string;
  readonly problems: (body: object) => string[];
  readonly bodies: fc.Arbitrary<object>;
}

const walked: Walked[] = [
  {
    name: "an update of an account",
    problems: (body) => problemsOf(AccountUpdate, rulesOfUpdate, body),
    bodies: update,
  },
  {
    name: "a new offer",
    problems: (body) => problemsOf(NewOffer, rulesOfRequest, body),
    bodies: offer,
  },
  ...[
    { kind: "accounts", bodies: account },
    { kind: "models", bodies: model },
    { kind: "offers", bodies: loadedOffer },
    { kind: "corporate-actions", bodies: ballot },
  ].map(({ kind, bodies }) => ({
    name: `a record of ${kind}`,
    problems: (record: object) => faultsOf(kind, record),
    bodies,
  })),
];

type Lists = Readonly<Record<string, readonly unknown[] | undefined>>;

/** The non-empty lists of a body: an entry may correct the faults of an empty list. */
function listsOf(body: object): string[] {
  return Object.entries(body).flatMap(([name, value]) =>
    Array.isArray(value) && value.length > 0 ? [name] : [],
  );
}

/** The lists whose shares add up to 100, by what is reported of those that do not. */
const sums = [
  { reported: "primary.beneficiaries.share.rule", list: "primaryBeneficiaries", share: "sharePct" },
  {
    reported: "contingent.beneficiaries.share.rule",
    list: "contingentBeneficiaries",
    share: "sharePct",
  },
  { reported: "The target weights add to", list: "targetWeights", share: "targetWeight" },
];

/** Whether a problem is a sum of at most 100, which another entry may correct, even a bad one. */
function isOpenSum(problem: string, body: object): boolean {
  const sum = sums.find(({ reported }) => problem.includes(reported));
  if (sum === undefined) return false;
  const entries = ((body as Lists)[sum.list] ?? []) as readonly Record<string, unknown>[];
  const shares = entries.map((entry) => Number(entry[sum.share] ?? 0));
  return shares.filter(Number.isFinite).reduce((total, share) => total + share, 0) <= 100;
}

describe.each(walked)("$name", ({ problems, bodies }) => {
  test("reports for every list what it reported before a bad entry was added at its end", () => {
    fc.assert(
      fc.property(bodies, fc.constantFrom<unknown>(5, null, "", {}, []), (body, bad) => {
        const before = problems(body).filter((problem) => !isOpenSum(problem, body));
        for (const list of listsOf(body)) {
          const entries = (body as Lists)[list] ?? [];
          const now = problems({ ...body, [list]: [...entries, bad] });
          expect(now).toEqual(expect.arrayContaining(before));
        }
      }),
    );
  });

  test("reports what it reported before one entry's field became unknown", () => {
    fc.assert(
      fc.property(bodies, fc.nat(), (body, at) => {
        const before = problems(body);
        for (const list of listsOf(body)) {
          const entries = (body as Lists)[list] ?? [];
          const spoilt = entries.map((entry, index) =>
            index === at % entries.length && typeof entry === "object"
              ? { ...entry, surplus: 1 }
              : entry,
          );
          expect(problems({ ...body, [list]: spoilt })).toEqual(expect.arrayContaining(before));
        }
      }),
    );
  });

  test("reports nothing twice", () => {
    fc.assert(
      fc.property(bodies, (body) => {
        const listed = problems(body);
        expect(new Set(listed).size).toBe(listed.length);
      }),
    );
  });
});

test("a bad name or relationship of a beneficiary hides no other problem", () => {
  fc.assert(
    fc.property(fc.array(beneficiary, { minLength: 1, maxLength: 4 }), fc.nat(), (list, nat) => {
      const at = nat % list.length;
      const of = (entries: readonly object[]) =>
        problemsOf(AccountUpdate, rulesOfUpdate, { primaryBeneficiaries: entries });
      const place = `primaryBeneficiaries[${at}]`;
      const others = of(list).filter(
        (problem) => !problem.includes(`${place}.lastName`) && !problem.includes(`${place}.rel`),
      );
      const spoilt = list.map((entry, index) =>
        index === at ? { ...entry, lastName: "3", relationship: 5 } : entry,
      );
      expect(of(spoilt)).toEqual(expect.arrayContaining(others));
    }),
  );
});

test.each([
  [["60", "60", "x"], true],
  [["60", "60", undefined], true],
  [["60", "40", "x"], false],
  [["60", "30", "x"], false],
])("shares of %j: that they are no whole is reported, %s", (shares, isReported) => {
  const primaryBeneficiaries = shares.map((sharePct) => ({ sharePct }));
  const reported = problemsOf(AccountUpdate, rulesOfUpdate, { primaryBeneficiaries }).join("\n");
  expect(reported.includes("account.primary.beneficiaries.share.rule")).toBe(isReported);
});

test.each([
  ["check-addresses", { validFrom: "2026-02-02", validTo: "2026-02-01" }, "before validFrom"],
  [
    "items-for-attention",
    { startDate: "2026-02-02", expirationDate: "2026-02-01" },
    "before startDate",
  ],
  [
    "transfers",
    { creationTS: "2026-02-02T10:00:00Z", lastModifiedTS: "2026-02-01T10:00:00Z" },
    "before creationTS",
  ],
  ["exchange-days", { date: "1899-12-31" }, "before 1900-01-01"],
])("a record of %s with %o is refused so, whatever else it lacks", (kind, record, reason) => {
  const reported = faultsOf(kind, { ...record, surplus: 1 });
  expect(reported.filter((fault) => fault.includes(reason))).toHaveLength(1);
  expect(reported.length).toBeGreaterThan(1);
});
