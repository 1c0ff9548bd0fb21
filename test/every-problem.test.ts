// Every problem at once, also in lists: a fault silences no rule that does not depend on it.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rulesOfUpdate } from "../src/resources/accounts/rules.ts";
import { AccountUpdate } from "../src/resources/accounts/schema.ts";
import { rulesOfRequest } from "../src/resources/offers/rules.ts";
import { NewOffer } from "../src/resources/offers/schema.ts";
import { type JsonValue, parseJson } from "../src/values/json.ts";
import type { Problem } from "../src/values/problem.ts";
import { type Asked, judgeShape, type ShapeRule } from "../src/values/shape-rule.ts";
import { decodeSoundFields } from "../src/values/wire.ts";

const asked: Asked = {
  now: new Date("2026-03-02T15:00:00Z"),
  params: { accountnumber: "RA00000001" },
  query: {},
  firmKind: "institutional",
};

type Schema = Parameters<typeof decodeSoundFields>[0];

/** What is wrong with a body by its shape, as it would be answered. */
function problemsOf(schema: Schema, rules: readonly ShapeRule[], body: object): string[] {
  const found: Problem[] = [];
  const raw: JsonValue = parseJson(JSON.stringify(body));
  const decoded = decodeSoundFields(schema, raw, found);
  found.push(...judgeShape(rules, decoded, asked, found));
  return found.map((problem) => JSON.stringify(problem));
}

/** Each value well or badly, or not at all. */
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
];

type Lists = Readonly<Record<string, readonly unknown[] | undefined>>;

/** The lists of a body that are not empty: one entry may well mend what is wrong with none. */
function listsOf(body: object): string[] {
  return Object.entries(body).flatMap(([name, value]) =>
    Array.isArray(value) && value.length > 0 ? [name] : [],
  );
}

/** Whether a problem is that shares do not add up, which an entry more may well mend. */
function isOfShares(problem: string): boolean {
  return /beneficiaries\.share\.rule/.test(problem);
}

describe.each(walked)("$name", ({ problems, bodies }) => {
  test("tells of every list what it told before a bad entry stood at the end of it", () => {
    fc.assert(
      fc.property(bodies, fc.constantFrom<unknown>(5, null, "", {}, []), (body, bad) => {
        const before = problems(body).filter((problem) => !isOfShares(problem));
        for (const list of listsOf(body)) {
          const entries = (body as Lists)[list] ?? [];
          const now = problems({ ...body, [list]: [...entries, bad] });
          expect(now).toEqual(expect.arrayContaining(before));
        }
      }),
    );
  });

  test("tells what it told before one entry's field became unknown", () => {
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

  test("tells nothing twice", () => {
    fc.assert(
      fc.property(bodies, (body) => {
        const told = problems(body);
        expect(new Set(told).size).toBe(told.length);
      }),
    );
  });
});

test("a bad name or relationship of a beneficiary hides nothing else", () => {
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
