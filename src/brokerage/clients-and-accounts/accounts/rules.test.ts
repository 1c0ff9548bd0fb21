// The rules of an update: one row per reason in order of precedence, the last rows break two.

import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import { describe, expect, test } from "vitest";
import { parseJson } from "../../../values/json.ts";
import { ordered, type Problem } from "../../../values/problem.ts";
import { checkShape } from "../../../values/shape-rule.ts";
import { decodeSoundFields } from "../../../values/wire.ts";
import { type MaskedPerson, type StoredSsn, storedSsnOf } from "./beneficiary-ssn.ts";
import { problemsWithUpdate, rulesOfUpdate, type UpdateFacts } from "./rules.ts";
import { AccountUpdate } from "./schema.ts";

function words(problems: readonly Problem[]): string[] {
  return ordered(problems).map((problem) =>
    [
      "field" in problem ? problem.field : "",
      "errorCode" in problem ? problem.errorCode : problem.type,
    ]
      .join(" ")
      .trim(),
  );
}

const requestFacts = {
  now: new Date("2026-03-02T15:00:00Z"),
  params: { accountnumber: "RA00000001" },
  query: {},
  firmKind: "institutional",
} as const;

function check(body: unknown): string[] {
  const problems: Problem[] = [];
  const raw = parseJson(JSON.stringify(body));
  const decoded = decodeSoundFields(AccountUpdate, raw, problems);
  return words([...problems, ...checkShape(rulesOfUpdate, decoded, requestFacts, problems)]);
}

const ben = { firstName: "Ben", lastName: "Whitfield", relationship: "SPOUSE" };
const cleo = { firstName: "Cleo", lastName: "O'Neil-St. Cyr", relationship: "CHILD" };
const eve = { firstName: "Eve", lastName: "Lang", email: "eve@example.com" };
const acme = { exclusionValue: "ACME" };

describe("the shape of an update", () => {
  test.each<[reason: string, body: object, problems: string[]]>([
    ["nothing is an update", {}, []],
    ["the path's own number may be repeated", { accountNumber: "RA00000001" }, []],
    ["another number", { accountNumber: "RA00000002" }, ["uri.matching.rule"]],
    ["a name of 16", { accountName: "Ωmega & Söhne #1" }, []],
    ["a name of 17", { accountName: "Omega & Soehne #1" }, ["accountName invalid.account.name"]],
    ["a blank name", { accountName: "  " }, ["accountName invalid.account.name"]],
    ["an empty name", { accountName: "" }, ["accountName invalid.account.name"]],
    ["a name with a line break", { accountName: "a\nb" }, ["accountName invalid.value"]],
    ["null is absent", { accountName: null, longTermTaxRate: null, accountType: null }, []],
    [
      "a name with a mark nobody sees",
      { accountName: "a\u200bb" },
      ["accountName invalid.account.name"],
    ],
    ["a plan's id of words", { billingPlanOid: "x" }, ["billingPlanOid invalid.billing.plan.oid"]],
    ["an unknown field", { accountname: "a" }, ["accountname SYNTAX"]],
    ["the owner", { primaryAccountOwner: "x" }, ["primaryAccountOwner account.not.updateable"]],
    [
      "joint owners, of whom null is none either",
      { jointAccountOwners: null },
      ["jointAccountOwners account.not.updateable"],
    ],
    ["joint owners", { jointAccountOwners: [] }, ["jointAccountOwners account.not.updateable"]],
    ["the minor", { minor: {} }, ["minor account.not.updateable"]],
    ["the kind", { accountType: "I" }, ["accountType account.not.updateable"]],
    ["withholding", { w9BackupWithholding: "N" }, ["w9BackupWithholding account.not.updateable"]],
    ["a method", { defaultTaxLotSelection: "WGFS" }, []],
    ["no method", { defaultTaxLotSelection: "X" }, ["defaultTaxLotSelection invalid.choice"]],
    [
      "a method's name",
      { defaultTaxLotSelection: "Average cost" },
      ["defaultTaxLotSelection invalid.choice"],
    ],
    ["a rate alone", { longTermTaxRate: "15" }, ["account.tax.rate.rule"]],
    ["the other rate alone", { shortTermTaxRate: 15.5 }, ["account.tax.rate.rule"]],
    [
      "both rates with a method that does not use them",
      { defaultTaxLotSelection: "FIFO", longTermTaxRate: "0.0", shortTermTaxRate: "100.0" },
      [],
    ],
    [
      "a rate alone together with a bad one",
      { shortTermTaxRate: 15.5, longTermTaxRate: "101" },
      ["longTermTaxRate invalid.long.term.tax.rate", "account.tax.rate.rule"],
    ],
    ["both rates alone", { shortTermTaxRate: 15.5, longTermTaxRate: 1 }, ["account.tax.rate.rule"]],
    [
      "a rate above 100",
      { defaultTaxLotSelection: "WLFS", longTermTaxRate: "100.000001" },
      ["longTermTaxRate invalid.long.term.tax.rate"],
    ],
    [
      "a rate below 0",
      { defaultTaxLotSelection: "WLFS", shortTermTaxRate: "-0.1" },
      ["shortTermTaxRate invalid.short.term.tax.rate"],
    ],
    [
      "a rate of 7 places",
      { defaultTaxLotSelection: "WLFS", shortTermTaxRate: "0.1234567" },
      ["shortTermTaxRate invalid.short.term.tax.rate"],
    ],
    [
      "a rule over a field that failed is skipped",
      { defaultTaxLotSelection: "X", longTermTaxRate: "1" },
      ["defaultTaxLotSelection invalid.choice"],
    ],
    [
      "a day that does not exist",
      { initContributionDate: "2023-02-29" },
      ["initContributionDate invalid.date"],
    ],
    [
      "two problems are reported at once, fields before rules",
      { accountNumber: "RA00000002", accountName: "", longTermTaxRate: "1", extra: 1 },
      [
        "extra SYNTAX",
        "accountName invalid.account.name",
        "uri.matching.rule",
        "account.tax.rate.rule",
      ],
    ],
  ])("%s", (_reason, body, problems) => {
    expect(check(body)).toEqual(problems);
  });
});

describe("beneficiaries", () => {
  const list = "primaryBeneficiaries";
  test.each<[reason: string, entries: unknown, problems: string[]]>([
    ["an empty list", [], []],
    ["null is not an empty list", null, [`${list} null.primary.beneficiaries`]],
    ["one without a share", [ben], []],
    ["one with all", [{ ...ben, sharePct: "100.00" }], []],
    [
      "one with less than all",
      [{ ...ben, sharePct: "99.99" }],
      ["account.primary.beneficiaries.share.rule"],
    ],
    ["two thirds and a third", [share(ben, 66.67), share(cleo, "33.33")], []],
    [
      "a cent of a percent too little",
      [share(ben, "66.66"), share(cleo, "33.33")],
      ["account.primary.beneficiaries.share.rule"],
    ],
    [
      "two of which one has no share",
      [share(ben, "100"), cleo],
      [`${list}[1].sharePct null.primary.beneficiaries.share.pct`],
    ],
    [
      "a share of three places, which leaves the sum unchecked",
      [share(ben, "33.333"), share(cleo, "60")],
      [`${list}[0].sharePct invalid.primary.beneficiaries.share.pct`],
    ],
    [
      "shares together with a relationship, a name and an entry that are none",
      [share({ ...ben, relationship: "FRIEND" }, "50"), share({ ...cleo, firstName: 5 }, "40")],
      [
        `${list}[1].firstName SYNTAX`,
        `${list}[0].relationship invalid.choice`,
        "account.primary.beneficiaries.share.rule",
      ],
    ],
    [
      "no share together with a bad one and an entry that is none",
      [share(ben, "x"), cleo, 5],
      [
        `${list}[2] SYNTAX`,
        `${list}[0].sharePct invalid.primary.beneficiaries.share.pct`,
        `${list}[1].sharePct null.primary.beneficiaries.share.pct`,
      ],
    ],
    [
      "two without shares",
      [ben, cleo],
      [0, 1].map((at) => `${list}[${at}].sharePct null.primary.beneficiaries.share.pct`),
    ],
    [
      "a date of birth together with a missing name",
      [{ lastName: "Lang", relationship: "CHILD", dateOfBirth: "2030-01-01" }],
      [
        `${list}[0].firstName null.primary.beneficiaries.first.name`,
        `${list}[0].dateOfBirth invalid.date.of.birth`,
      ],
    ],
    [
      "a share of nothing",
      [share(ben, "0")],
      [`${list}[0].sharePct invalid.primary.beneficiaries.share.pct`],
    ],
    ["a number with dashes", [{ ...ben, SSN: "987-65-4321" }], []],
    ["a number without", [{ ...ben, SSN: "987654321" }], []],
    ["a number with one dash", [{ ...ben, SSN: "987-654321" }], [`${list}[0].SSN invalid.ssn`]],
    ["the last four digits, which only the store can judge", [{ ...ben, SSN: "4321" }], []],
    ["five digits", [{ ...ben, SSN: "54321" }], [`${list}[0].SSN invalid.ssn`]],
    ["three digits", [{ ...ben, SSN: "321" }], [`${list}[0].SSN invalid.ssn`]],
    ["a mask with letters", [{ ...ben, SSN: "***-**-4321" }], [`${list}[0].SSN invalid.ssn`]],
    ["born today", [{ ...ben, dateOfBirth: "2026-03-02" }], []],
    [
      "born tomorrow",
      [{ ...ben, dateOfBirth: "2026-03-03" }],
      [`${list}[0].dateOfBirth invalid.date.of.birth`],
    ],
    [
      "no first name",
      [{ lastName: "Lang", relationship: "CHILD" }],
      [`${list}[0].firstName null.primary.beneficiaries.first.name`],
    ],
    [
      "a first name of 21",
      [{ ...ben, firstName: "a".repeat(21) }],
      [`${list}[0].firstName invalid.primary.beneficiaries.first.name`],
    ],
    ["a last name of 35", [{ ...ben, lastName: "b".repeat(35) }], []],
    [
      "a last name of 36",
      [{ ...ben, lastName: "b".repeat(36) }],
      [`${list}[0].lastName invalid.primary.beneficiaries.last.name`],
    ],
    [
      "a last name with a digit",
      [{ ...ben, lastName: "Whitfield 3" }],
      [`${list}[0].lastName invalid.primary.beneficiaries.last.name`],
    ],
    [
      "an unknown relationship",
      [{ ...ben, relationship: "FRIEND" }],
      [`${list}[0].relationship invalid.choice`],
    ],
    ["a citizenship", [{ ...ben, citizenship: "R" }], []],
    [
      "an unknown citizenship",
      [{ ...ben, citizenship: "Z" }],
      [`${list}[0].citizenship invalid.choice`],
    ],
    ["an unknown field", [{ ...ben, ssn: "987654321" }], [`${list}[0].ssn SYNTAX`]],
  ])("%s", (_reason, entries, problems) => {
    expect(check({ [list]: entries })).toEqual(problems);
  });

  test("a bad contingent does not hide that there are no primaries", () => {
    expect(check({ primaryBeneficiaries: [], contingentBeneficiaries: [5] })).toEqual([
      "contingentBeneficiaries[0] SYNTAX",
      "account.contingent.beneficiaries.rule",
    ]);
  });

  test("contingents have rules of their own and need primaries in the same body", () => {
    const contingentBeneficiaries = [
      { ...share(ben, "50"), dateOfBirth: "2030-01-01" },
      share(cleo, "40"),
    ];
    expect(check({ primaryBeneficiaries: [], contingentBeneficiaries })).toEqual([
      "contingentBeneficiaries[0].dateOfBirth invalid.date.of.birth",
      "account.contingent.beneficiaries.share.rule",
      "account.contingent.beneficiaries.rule",
    ]);
    expect(check({ contingentBeneficiaries: [ben] })).toEqual([]);
    expect(check({ primaryBeneficiaries: [], contingentBeneficiaries: [] })).toEqual([]);
  });
});

function share(person: object, sharePct: unknown): object {
  return { ...person, sharePct };
}

describe("trusted contacts", () => {
  const address = { line1: "1 Pier", city: "Boston", state: "MA", zipcode: "02110-1234" };
  test.each<[reason: string, entry: object, problems: string[]]>([
    ["reached by mail", { ...eve, email: null, mailingAddress: address }, []],
    ["reached by telephone", { ...eve, email: null, telephone: "+1 (617) 555-0101" }, []],
    ["out of reach", { ...eve, email: null }, ["account.trusted.contact.reach.rule"]],
    ["18 today", { ...eve, dateOfBirth: "2008-03-02" }, []],
    [
      "18 tomorrow",
      { ...eve, dateOfBirth: "2008-03-03" },
      ["trustedContacts[0].dateOfBirth invalid.trusted.contact.age"],
    ],
    [
      "an address that is none",
      { ...eve, email: "eve" },
      ["trustedContacts[0].email invalid.trusted.contacts.email"],
    ],
    [
      "a telephone of words",
      { ...eve, telephone: "call me" },
      ["trustedContacts[0].telephone invalid.trusted.contacts.telephone"],
    ],
    [
      "a state and a ZIP code that do not exist",
      { ...eve, mailingAddress: { ...address, state: "XX", zipcode: "2110" } },
      [
        "trustedContacts[0].mailingAddress.state invalid.statecode",
        "trustedContacts[0].mailingAddress.zipcode invalid.zipcode",
      ],
    ],
  ])("%s", (_reason, entry, problems) => {
    expect(check({ trustedContacts: [entry] })).toEqual(problems);
  });

  test("a bad field of an entry hides nothing that does not depend on it", () => {
    const nameless = { lastName: "Lang", dateOfBirth: "2020-01-01" };
    expect(check({ trustedContacts: [nameless] })).toEqual([
      "trustedContacts[0].firstName null.trusted.contacts.first.name",
      "trustedContacts[0].dateOfBirth invalid.trusted.contact.age",
      "account.trusted.contact.reach.rule",
    ]);
    // A bad address is reported as bad, not as missing.
    expect(check({ trustedContacts: [{ ...eve, email: "eve" }] })).toEqual([
      "trustedContacts[0].email invalid.trusted.contacts.email",
    ]);
  });

  test("are checked one by one: a bad entry hides no problem of the others", () => {
    const nobody = { firstName: "Al", lastName: "Reed", relationship: "OTHER" };
    const bad = { ...eve, email: "eve" };
    const child = { ...eve, dateOfBirth: "2020-01-01" };
    expect(check({ trustedContacts: [bad, child, nobody] })).toEqual([
      "trustedContacts[0].email invalid.trusted.contacts.email",
      "trustedContacts[1].dateOfBirth invalid.trusted.contact.age",
      "account.trusted.contact.reach.rule",
    ]);
  });
});

describe("exclusions", () => {
  const reversed = {
    exclusionValue: "ACME",
    exclusionStartDate: "2026-02-02",
    exclusionEndDate: "2026-02-01",
  };
  const oneDay = { ...reversed, exclusionEndDate: "2026-02-02" };
  for (const kind of ["security", "issue", "sector"]) {
    const plural = `${kind}Exclusions`;
    const singular = `${kind}Exclusion`;
    test.each<[reason: string, body: object, problems: string[]]>([
      ["one day", { [plural]: [oneDay] }, []],
      ["the singular name", { [singular]: [oneDay, acme] }, []],
      ["an end before the start", { [plural]: [reversed] }, ["account.exclusion.date.rule"]],
      ["the same in singular", { [singular]: [reversed] }, ["account.exclusion.date.rule"]],
      [
        "both names at once",
        { [plural]: [], [singular]: [acme] },
        ["account.exclusion.spelling.rule"],
      ],
      ["null", { [singular]: null }, [`${singular} null.${kind}.exclusion`]],
      [
        "an end before the start together with a missing value and an entry that is none",
        { [singular]: [{ ...reversed, exclusionValue: null }, 5] },
        [
          `${singular}[1] SYNTAX`,
          `${singular}[0].exclusionValue null.${kind}.exclusion.exclusion.value`,
          "account.exclusion.date.rule",
        ],
      ],
      [
        "both names at once, with a bad entry and reversed days",
        { [plural]: [5], [singular]: [reversed] },
        [`${plural}[0] SYNTAX`, "account.exclusion.spelling.rule", "account.exclusion.date.rule"],
      ],
      [
        "no value",
        { [plural]: [{}] },
        [`${plural}[0].exclusionValue null.${kind}.exclusions.exclusion.value`],
      ],
    ])(`${kind}: %s`, (_reason, body, problems) => {
      expect(check(body)).toEqual(problems);
    });
  }
});

test("rules broken by several lists name each list", () => {
  const reversed = { ...acme, exclusionStartDate: "2026-02-02", exclusionEndDate: "2026-02-01" };
  const problems: Problem[] = [];
  const sent = { issueExclusions: [reversed, reversed], sectorExclusion: [reversed] };
  const body = { ...sent, securityExclusion: [], securityExclusions: [] };
  const decoded = decodeSoundFields(AccountUpdate, parseJson(JSON.stringify(body)), problems);
  expect(problems).toEqual([]);
  expect(checkShape(rulesOfUpdate, decoded, requestFacts, problems)).toEqual([
    {
      type: "VALIDATION_RULE",
      errorCode: "account.exclusion.spelling.rule",
      message:
        "securityExclusions, securityExclusion: Exclusions of one kind must be sent under one " +
        "spelling of the field, not both.",
    },
    {
      type: "VALIDATION_RULE",
      errorCode: "account.exclusion.date.rule",
      message: "issueExclusions: An exclusion must not end before it starts.",
    },
    {
      type: "VALIDATION_RULE",
      errorCode: "account.exclusion.date.rule",
      message: "sectorExclusion: An exclusion must not end before it starts.",
    },
  ]);
});

describe("an update over what is stored", () => {
  const facts: UpdateFacts = {
    accountType: "I",
    isNameTaken: false,
    isPlanUnknown: false,
    hasPrimaries: false,
    hasContingents: false,
    storedSsns: [],
  };
  const ira = { ...facts, accountType: "R" };
  const person = { firstName: "Ben", lastName: "Whitfield", relationship: "SPOUSE" };
  const rates = { longTermTaxRate: "15" as Decimal, shortTermTaxRate: "30" as Decimal };
  const day = "2020-01-01" as NonNullable<AccountUpdate["initContributionDate"]>;
  const notApplicable = "account.not.applicable";

  test.each<[reason: string, request: AccountUpdate, facts: UpdateFacts, problems: string[]]>([
    [
      "rates of a retirement account",
      { defaultTaxLotSelection: "AVGC", ...rates },
      ira,
      [
        `longTermTaxRate ${notApplicable}.long.term.tax.rate`,
        `shortTermTaxRate ${notApplicable}.short.term.tax.rate`,
      ],
    ],
    [
      "beneficiaries of a taxable account, none of them too",
      { primaryBeneficiaries: [], contingentBeneficiaries: [] },
      facts,
      [
        `primaryBeneficiaries ${notApplicable}.primary.beneficiaries`,
        `contingentBeneficiaries ${notApplicable}.contingent.beneficiaries`,
      ],
    ],
    [
      "a first contribution to another IRA",
      { initContributionDate: day },
      ira,
      [`initContributionDate ${notApplicable}.init.contribution.date`],
    ],
    [
      "a first contribution to a SIMPLE IRA",
      { initContributionDate: day },
      { ...facts, accountType: "9" },
      [],
    ],
    [
      "a taken name",
      { accountName: "a" },
      { ...facts, isNameTaken: true },
      ["account.unique.rule"],
    ],
    [
      "an unknown plan",
      { billingPlanOid: "9" as Id },
      { ...facts, isPlanUnknown: true },
      ["account.billing.plan.rule"],
    ],
    [
      "average cost on a taxable account",
      { defaultTaxLotSelection: "AVGC" },
      facts,
      ["account.tax.lot.selection.rule"],
    ],
    [
      "another method on a retirement account",
      { defaultTaxLotSelection: "FIFO" },
      ira,
      ["account.tax.lot.selection.rule"],
    ],
    ["average cost on a retirement account", { defaultTaxLotSelection: "AVGC" }, ira, []],
    ["tax weights on a taxable account", { defaultTaxLotSelection: "WLFS", ...rates }, facts, []],
    [
      "contingents without primaries",
      { contingentBeneficiaries: [person] },
      ira,
      ["account.contingent.beneficiaries.rule"],
    ],
    [
      "contingents with primaries stored",
      { contingentBeneficiaries: [person] },
      { ...ira, hasPrimaries: true },
      [],
    ],
    [
      "contingents with primaries sent",
      { primaryBeneficiaries: [person], contingentBeneficiaries: [person] },
      ira,
      [],
    ],
    [
      "primaries removed under stored contingents",
      { primaryBeneficiaries: [] },
      { ...ira, hasPrimaries: true, hasContingents: true },
      ["account.contingent.beneficiaries.rule"],
    ],
    [
      "another change together with contingents stored alone",
      { defaultTaxLotSelection: "AVGC" },
      { ...ira, hasContingents: true },
      [],
    ],
    [
      "contingents removed that are stored alone",
      { contingentBeneficiaries: [] },
      { ...ira, hasContingents: true },
      [],
    ],
    [
      "both removed",
      { primaryBeneficiaries: [], contingentBeneficiaries: [] },
      { ...ira, hasPrimaries: true, hasContingents: true },
      [],
    ],
    [
      "masked numbers of a taxable account, which has no beneficiaries at all",
      { primaryBeneficiaries: [{ ...person, SSN: "4321" }] },
      facts,
      [`primaryBeneficiaries ${notApplicable}.primary.beneficiaries`],
    ],
    [
      "two rules are reported at once",
      { accountName: "a", defaultTaxLotSelection: "AVGC", initContributionDate: day },
      { ...facts, isNameTaken: true },
      [
        `initContributionDate ${notApplicable}.init.contribution.date`,
        "account.unique.rule",
        "account.tax.lot.selection.rule",
      ],
    ],
  ])("%s", (_reason, request, known, problems) => {
    expect(words(problemsWithUpdate(request, known))).toEqual(problems);
  });
});

describe("a masked number", () => {
  const stored = (position: number, changed: Partial<StoredSsn> = {}): StoredSsn => ({
    accountNumber: "RA00000002",
    kind: "P",
    position,
    firstName: "Ben",
    lastName: "Whitfield",
    dateOfBirth: "1984-05-12" as Day,
    last4: "4321",
    hash: Buffer.from(`${position}`),
    sealed: Buffer.of(position),
    ...changed,
  });
  const person = { firstName: "Ben", lastName: "Whitfield", SSN: "4321" };
  const born = (dateOfBirth: string) => ({ ...person, dateOfBirth: dateOfBirth as Day });
  const father = { dateOfBirth: "1950-01-02" as Day };
  const unborn = { dateOfBirth: null };

  test.each<
    [reason: string, requestFacts: MaskedPerson, stored: StoredSsn[], position: number | undefined]
  >([
    ["is the person's stored one", person, [stored(1)], 1],
    ["is it at another place", person, [stored(1, { firstName: "Cleo" }), stored(2)], 2],
    ["is it where the date of birth changes", born("1990-01-01"), [stored(1)], 1],
    ["is none without a stored one", person, [], undefined],
    ["is none of other digits", person, [stored(1, { last4: "4322" })], undefined],
    ["is none of another first name", person, [stored(1, { firstName: "Ann" })], undefined],
    ["is none of another last name", person, [stored(1, { lastName: "Lang" })], undefined],
    ["is none of the other list", person, [stored(1, { kind: "C" })], undefined],
    [
      "is either of two that are the same",
      person,
      [stored(1), stored(2, { hash: Buffer.from("1") })],
      1,
    ],
    [
      "of two namesakes is the one born then",
      born("1950-01-02"),
      [stored(1), stored(2, father)],
      2,
    ],
    ["of two namesakes is the one born unknown", person, [stored(1), stored(2, unborn)], 2],
    [
      "of two namesakes is none born otherwise",
      born("1990-01-01"),
      [stored(1), stored(2, father)],
      undefined,
    ],
    [
      "of two namesakes born alike is neither",
      born("1984-05-12"),
      [stored(1), stored(2)],
      undefined,
    ],
  ])("%s", (_reason, requestFacts, known, position) => {
    expect(storedSsnOf(requestFacts, "P", known)?.position).toBe(position);
  });
});
