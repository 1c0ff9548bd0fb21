// The rules of a new offer, one row per reason. (interface 2.3, 4.3)

import type { Day } from "@bursar/values/dates";
import { describe, expect, test } from "vitest";
import { type JsonValue, parseJson } from "../../../values/json.ts";
import { ordered, type Problem } from "../../../values/problem.ts";
import { checkShape } from "../../../values/shape-rule.ts";
import { decodeSoundFields } from "../../../values/wire.ts";
import { type OfferFacts, problemsWith, publicationProblems, rulesOfRequest } from "./rules.ts";
import { NewOffer } from "./schema.ts";

const now = new Date("2026-03-02T15:00:00Z");
const sound = (NewOffer as unknown as { examples: object[] }).examples[0] as object;

type Fields = Readonly<Record<string, unknown>>;

/** The example with some fields changed; undefined leaves a field out. */
function body(changed: Fields): JsonValue {
  return parseJson(JSON.stringify({ ...sound, ...changed }));
}

function shapeProblems(changed: Fields, at = now): string[] {
  const problems: Problem[] = [];
  const decoded = decodeSoundFields(NewOffer, body(changed), problems);
  const requestFacts = { now: at, params: {}, query: {}, firmKind: "institutional" as const };
  const found = [...problems, ...checkShape(rulesOfRequest, decoded, requestFacts, problems)];
  return ordered(found).map(encoded);
}

function encoded(problem: Problem): string {
  const code = "errorCode" in problem ? problem.errorCode : problem.type;
  return "field" in problem ? `${problem.field}: ${code}` : `${code}`;
}

const security = { ticker: "PRIV.RWB", previousClosingPrice: "12.50" };
const firm = (id: unknown, status: unknown = "A") => ({
  participatingFirmId: id,
  participatingFirmStatus: status,
});
const choice = "invalid.choice";

const required = [
  "blueSkyedStates",
  "clientsHaveAccess",
  "closingDate",
  "corporateAccreditationSetting",
  "creatingFirmRepresentativeOid",
  "daysFromClosingCashIsRequired",
  "documentationExternal",
  "executionType",
  "exemption",
  "industry",
  "issuerSize",
  "issuingFirmOid",
  "issuingFirmRepresentativeOid",
  "minimumAnnualIncomeRange",
  "minimumInvestmentAmount",
  "minimumLiquidNetWorthRange",
  "minimumNetWorthRange",
  "naturalPersonAccreditationSetting",
  "offerSize",
  "offerName",
  "physicalSignatureRequired",
  "previousExperienceSetting",
  "published",
  "securityType",
];

describe("the shape of a new offer", () => {
  test("the example is accepted", () => {
    expect(shapeProblems({})).toEqual([]);
  });

  test.each(required)("%s is required, and null is the same as leaving it out", (field) => {
    const words = field.replace(/([A-Z])/g, (letter) => `.${letter.toLowerCase()}`);
    expect(shapeProblems({ [field]: undefined })).toEqual([`${field}: null.${words}`]);
    expect(shapeProblems({ [field]: null })).toEqual([`${field}: null.${words}`]);
  });

  test.each<[string, Fields]>([
    ["no states are solicited", { blueSkyedStates: [] }],
    ["Guam and Palau are named", { blueSkyedStates: ["GU", "PW", "DC"] }],
    ["the largest investment is left out", { maximumInvestmentAmount: null }],
    ["no firm is invited: null", { participatingFirms: null }],
    ["no firm is invited: an empty list", { participatingFirms: [] }],
    ["everyone is invited", { participatingFirms: [firm("DEFAULT"), firm("IAFIRM")] }],
    ["the closing date is tomorrow", { closingDate: "2026-03-03" }],
    ["a truth value is a word", { published: "TRUE", clientsHaveAccess: "false" }],
    ["an amount is a number", { offerSize: 2000000 }],
    ["zero days are a number", { daysFromClosingCashIsRequired: 0 }],
    ["codes stand for names", { executionType: "P", exemption: "H", securityType: "EQ" }],
    ["experience by its long name", { previousExperienceSetting: "INDUSTRY_EXPERIENCE" }],
    ["experience by its code", { previousExperienceSetting: "I" }],
    ["a ticker of 2 characters", { security: { ...security, ticker: "PRIV.A1" } }],
    ["a ticker of 5 special characters", { security: { ...security, ticker: "PRIV.&-/#9" } }],
    ["a price of 6 places", { security: { ...security, previousClosingPrice: "0.000001" } }],
    ["a name of 40 characters beyond the BMP", { offerName: "𝔸".repeat(40) }],
    ["a fund by its net asset value", { industry: "HFU", issuerSize: "A2" }],
    ["best efforts without a minimum", { executionType: "BEST_EFFORTS", offerMinimum: null }],
    ["all or none without a minimum", { executionType: "ALL_OR_NONE", offerMinimum: undefined }],
    ["everything for everyone under A", { exemption: "A", naturalPersonAccreditationSetting: "E" }],
    ["qualified buyers alone", { corporateAccreditationSetting: "Q" }],
    ["the security by dotted names", dotted({})],
    ["dotted names of null together with the object", { ...dotted({ both: true, value: null }) }],
  ])("it is accepted that %s", (_title, changed) => {
    expect(shapeProblems(changed)).toEqual([]);
  });

  test.each<[string, Fields, string[]]>([
    ["an unknown field", { offername: "x" }, ["offername: SYNTAX"]],
    [
      "a list of states that is null",
      { blueSkyedStates: null },
      ["blueSkyedStates: null.blue.skyed.states"],
    ],
    ...["AA", "AE", "AP", "AS", "FM", "MH", "MP", "PR", "VI", "ca", "XX"].map(
      (state): [string, Fields, string[]] => [
        `the state ${state}`,
        { blueSkyedStates: ["CA", state] },
        ["blueSkyedStates[1]: invalid.statecode"],
      ],
    ),
    [
      "a state twice",
      { blueSkyedStates: ["CA", "NY", "CA"] },
      ["blueSkyedStates: invalid.blue.skyed.states"],
    ],
    [
      "a closing date of today",
      { closingDate: "2026-03-02" },
      ["closingDate: invalid.closing.date"],
    ],
    [
      "a closing date that does not exist",
      { closingDate: "2031-02-29" },
      ["closingDate: invalid.date"],
    ],
    ...["999", "1", "-1", "0.5"].map((days): [string, Fields, string[]] => [
      `${days} days from closing`,
      { daysFromClosingCashIsRequired: days },
      ["daysFromClosingCashIsRequired: invalid.days.from.closing.cash.is.required"],
    ]),
    ["an unknown execution type", { executionType: "X" }, [`executionType: ${choice}`]],
    ["an unknown exemption", { exemption: "Z" }, [`exemption: ${choice}`]],
    ["a parent industry", { industry: "PIF" }, [`industry: ${choice}`]],
    ["a parent industry by its name", { industry: "TECHNOLOGY" }, [`industry: ${choice}`]],
    ["an unknown range", { minimumNetWorthRange: "8" }, [`minimumNetWorthRange: ${choice}`]],
    [
      "a firm that is not invited",
      { participatingFirms: [firm("SUMMIT", "P")] },
      [`participatingFirms[0].participatingFirmStatus: ${choice}`],
    ],
    [
      "a firm without its id",
      { participatingFirms: [firm(undefined)] },
      ["participatingFirms[0].participatingFirmId: null.participating.firms.participating.firm.id"],
    ],
    [
      "a firm without its status",
      { participatingFirms: [firm("SUMMIT", null)] },
      [
        "participatingFirms[0].participatingFirmStatus: null.participating.firms.participating.firm.status",
      ],
    ],
    [
      "a firm twice",
      { participatingFirms: [firm("SUMMIT"), firm("SUMMIT")] },
      ["participatingFirms: invalid.participating.firms"],
    ],
    [
      "a state twice together with one that is none",
      { blueSkyedStates: ["CA", "XX", "CA"] },
      ["blueSkyedStates[1]: invalid.statecode", "blueSkyedStates: invalid.blue.skyed.states"],
    ],
    [
      "a firm twice together with a status that is none and an entry that is none",
      { participatingFirms: [firm("SUMMIT", "P"), firm("SUMMIT"), 5] },
      [
        "participatingFirms[2]: SYNTAX",
        `participatingFirms[0].participatingFirmStatus: ${choice}`,
        "participatingFirms: invalid.participating.firms",
      ],
    ],
    [
      "two firms whose ids are none",
      { participatingFirms: [firm(5), firm(5)] },
      [
        "participatingFirms[0].participatingFirmId: SYNTAX",
        "participatingFirms[1].participatingFirmId: SYNTAX",
      ],
    ],
    ["a name of 41 characters", { offerName: "a".repeat(41) }, ["offerName: invalid.offer.name"]],
    ["a name with a slash", { offerName: "A/B" }, ["offerName: invalid.offer.name"]],
    ...["\u200b", "\u202e", "\u2060", "\u00ad", "\u3164", "\u00a0", "\ufe0f"].map(
      (unseen): [string, Fields, string[]] => [
        `a name with U+${unseen.charCodeAt(0).toString(16)}`,
        { offerName: `Red${unseen}wood` },
        ["offerName: invalid.offer.name"],
      ],
    ),
    ["a blank name", { offerName: "  " }, ["offerName: invalid.offer.name"]],
    ...["PRIV.A", "PRIV.ABCDEF", "PRIV.A.B", "priv.ABC", "PUBL.ABC", "PRIV.Ä1", "PRIV.A B"].map(
      (ticker): [string, Fields, string[]] => [
        `the ticker ${ticker}`,
        { security: { ...security, ticker } },
        ["security.ticker: invalid.security.ticker"],
      ],
    ),
    ...["0", "-1", "1.1234567"].map((price): [string, Fields, string[]] => [
      `a price of ${price}`,
      { security: { ...security, previousClosingPrice: price } },
      ["security.previousClosingPrice: invalid.security.previous.closing.price"],
    ]),
    [
      "no security",
      { security: undefined },
      [
        "security.ticker: null.security.ticker",
        "security.previousClosingPrice: null.security.previous.closing.price",
      ],
    ],
    ["a security in both forms", dotted({ both: true }), ["offer.security.form.rule"]],
    [
      "an amount of 0",
      { minimumInvestmentAmount: "0.00" },
      ["minimumInvestmentAmount: invalid.minimum.investment.amount"],
    ],
    ["an amount of 3 places", { offerSize: "1.001" }, ["offerSize: invalid.offer.size"]],
    [
      "a largest investment below 0.01",
      { maximumInvestmentAmount: "0.001" },
      ["maximumInvestmentAmount: invalid.maximum.investment.amount"],
    ],
    ["an exponent", { offerSize: "1e6" }, ["offerSize: invalid.offer.size"]],
    [
      "part or none without a minimum",
      { offerMinimum: null },
      ["offerMinimum: null.offer.minimum"],
    ],
    ["a fund by its revenue", { industry: "OTF" }, ["offer.issuer.size.rule"]],
    ["a company by its net asset value", { issuerSize: "A2" }, ["offer.issuer.size.rule"]],
    [
      "more than a natural person may",
      { naturalPersonAccreditationSetting: "E" },
      ["offer.natural.person.accreditation.rule"],
    ],
    [
      "more than a company may",
      { corporateAccreditationSetting: "E" },
      ["offer.corporate.accreditation.rule"],
    ],
    ["a minimum with all or none", { executionType: "A" }, ["offer.minimum.execution.type.rule"]],
    ["a minimum with best efforts", { executionType: "B" }, ["offer.minimum.execution.type.rule"]],
    ["a minimum above the size", { offerMinimum: "2000000.01" }, ["offer.minimum.size.rule"]],
    [
      "a smallest above the largest",
      { minimumInvestmentAmount: "250000.01" },
      ["offer.investment.amount.rule"],
    ],
    [
      "a largest above the size",
      { maximumInvestmentAmount: "2000000.01" },
      ["offer.investment.amount.rule"],
    ],
    [
      "a smallest above the size",
      { minimumInvestmentAmount: "2000000.01", maximumInvestmentAmount: null },
      ["offer.investment.amount.rule"],
    ],
    [
      "a smallest above the largest, and a size that is none",
      { minimumInvestmentAmount: "250000.01", offerSize: "x" },
      ["offerSize: invalid.offer.size", "offer.investment.amount.rule"],
    ],
    [
      "a smallest above the size, and a largest that is none",
      { minimumInvestmentAmount: "2000000.01", maximumInvestmentAmount: "x" },
      [
        "maximumInvestmentAmount: invalid.maximum.investment.amount",
        "offer.investment.amount.rule",
      ],
    ],
    [
      "a largest above the size, and a smallest that is none",
      { minimumInvestmentAmount: "x", maximumInvestmentAmount: "2000000.01" },
      [
        "minimumInvestmentAmount: invalid.minimum.investment.amount",
        "offer.investment.amount.rule",
      ],
    ],
    [
      "three amounts in falling order, reported once",
      { minimumInvestmentAmount: "3000000", maximumInvestmentAmount: "2500000" },
      ["offer.investment.amount.rule"],
    ],
    [
      "two faults in two fields",
      { industry: "PIF", offerName: "A/B" },
      [`industry: ${choice}`, "offerName: invalid.offer.name"],
    ],
    [
      "a field and a rule",
      { offerMinimum: "3000000", closingDate: "2020-01-01" },
      ["closingDate: invalid.closing.date", "offer.minimum.size.rule"],
    ],
    [
      "a rule over a field that failed, which is skipped",
      { offerSize: "x" },
      ["offerSize: invalid.offer.size"],
    ],
  ])("%s is refused", (_title, changed, expected) => {
    expect(shapeProblems(changed)).toEqual(expected);
  });

  test.each([
    ["A", "50000000"],
    ["B", "5000000"],
    ["D", "1000000"],
    ["E", "1000000"],
    ["F", "1000000"],
    ["G", "5000000"],
    ["I", "5000000"],
  ])("under exemption %s the size is at most %s", (exemption, maximum) => {
    expect(
      shapeProblems({ exemption, offerSize: `${maximum}.00`, offerMinimum: "500000" }),
    ).toEqual([]);
    expect(shapeProblems({ exemption, offerSize: `${maximum}.01` })).toEqual([
      "offer.size.exemption.rule",
    ]);
  });

  test.each(["C", "H", "J", "K", "O"])("under exemption %s the size has no limit", (exemption) => {
    expect(shapeProblems({ exemption, offerSize: "999999999999999.99" })).toEqual([]);
  });

  test.each(["A", "C", "G", "O"])("under exemption %s anyone may invest", (exemption) => {
    const anyone = { naturalPersonAccreditationSetting: "E", corporateAccreditationSetting: "E" };
    expect(shapeProblems({ exemption, ...anyone })).toEqual([]);
  });

  test("today is the current day in New York", () => {
    const evening = new Date("2026-03-03T02:00:00Z"); // 21:00 on the 2nd in New York
    expect(shapeProblems({ closingDate: "2026-03-03" }, evening)).toEqual([]);
    expect(shapeProblems({ closingDate: "2026-03-02" }, evening)).toHaveLength(1);
  });
});

function dotted({ both = false, value = "PRIV.RWB" }: { both?: boolean; value?: string | null }) {
  const names = { "security.ticker": value, "security.previousClosingPrice": value && "12.50" };
  return both ? names : { security: undefined, ...names };
}

const facts: OfferFacts = {
  issuer: { name: "Redwood Robotics, Inc.", state: "CA", isUnderContract: true },
  isIssuersRepresentative: true,
  isCreatorsRepresentative: true,
  isTickerTaken: false,
  partnerCodes: ["SUMMIT"],
  approvedOn: "2026-03-02" as Day,
  hasDocumentToSign: true,
};

function factProblems(changed: Fields, known: Partial<OfferFacts> = {}): string[] {
  const request = decodeSoundFields(NewOffer, body(changed), []) as NewOffer;
  return problemsWith(request, { ...facts, ...known }, now).map(encoded);
}

const elsewhere = { ...facts.issuer, state: "TX" } as OfferFacts["issuer"];
const unbound = { ...facts.issuer, isUnderContract: false } as OfferFacts["issuer"];

describe("a new offer with stored facts", () => {
  test.each<[string, Fields, Partial<OfferFacts>]>([
    ["what it names is as it should be", {}, {}],
    [
      "the reserved participants are no firms",
      { participatingFirms: [firm("DEFAULT"), firm("IAFIRM")] },
      { partnerCodes: [] },
    ],
    [
      "an unpublished offer needs no approval",
      { published: false },
      { issuer: unbound, approvedOn: null, hasDocumentToSign: false },
    ],
    [
      "documents outside the platform are not asked for",
      { documentationExternal: true },
      { hasDocumentToSign: false },
    ],
    ["Rule 147 names the issuer's state alone", { exemption: "C", blueSkyedStates: ["CA"] }, {}],
    ["Rule 1001 has an issuer in California", { exemption: "B" }, {}],
  ])("nothing is refused: %s", (_title, changed, known) => {
    expect(factProblems(changed, known)).toEqual([]);
  });

  test.each<[string, Fields, Partial<OfferFacts>, string[]]>([
    [
      "an issuing firm that is none",
      {},
      { issuer: undefined, isIssuersRepresentative: false },
      ["offer.issuing.firm.representative.rule"],
    ],
    [
      "another's representative of the issuer",
      {},
      { isIssuersRepresentative: false },
      ["offer.issuing.firm.representative.rule"],
    ],
    [
      "another's representative of the creator",
      {},
      { isCreatorsRepresentative: false },
      ["offer.creating.firm.representative.rule"],
    ],
    [
      "an unknown participant",
      { participatingFirms: [firm("SUMMIT"), firm("NOBODY")] },
      {},
      ["offer.participating.firm.rule"],
    ],
    [
      "Rule 1001 with an issuer elsewhere",
      { exemption: "B" },
      { issuer: elsewhere },
      ["offer.exemption.state.rule"],
    ],
    [
      "Rule 147 with a second state",
      { exemption: "C", blueSkyedStates: ["CA", "NY"] },
      {},
      ["offer.blue.skyed.states.rule"],
    ],
    [
      "Rule 147 with another state",
      { exemption: "C", blueSkyedStates: ["NY"] },
      {},
      ["offer.blue.skyed.states.rule"],
    ],
    [
      "Rule 147 without a state",
      { exemption: "C", blueSkyedStates: [] },
      {},
      ["offer.blue.skyed.states.rule"],
    ],
    ["a ticker that is taken", {}, { isTickerTaken: true }, ["offer.ticker.unique.rule"]],
    [
      "publication without a contract",
      {},
      { issuer: unbound },
      ["offer.publication.approval.rule"],
    ],
    [
      "publication without an approval",
      {},
      { approvedOn: null },
      ["offer.publication.approval.rule"],
    ],
    [
      "publication before the approval",
      {},
      { approvedOn: "2026-03-03" as Day },
      ["offer.publication.approval.rule"],
    ],
    [
      "publication without a document to sign",
      {},
      { hasDocumentToSign: false },
      ["offer.publication.approval.rule"],
    ],
    [
      "two rules at once",
      { exemption: "B" },
      { issuer: { ...unbound, state: null } as OfferFacts["issuer"], isTickerTaken: true },
      ["offer.exemption.state.rule", "offer.publication.approval.rule"],
    ],
  ])("%s is refused", (_title, changed, known, expected) => {
    expect(factProblems(changed, known)).toEqual(expected);
  });

  test("a publication's refusal names what is missing, but not which of the issuer's data", () => {
    const now = new Date("2026-03-02T15:00:00Z");
    const sentence = (changed: Partial<OfferFacts>) => {
      const [problem] = publicationProblems(
        { documentationExternal: false },
        { ...facts, ...changed },
        now,
      );
      return problem !== undefined && "message" in problem ? problem.message : "";
    };
    const contract =
      "its issuer is not under contract, or the operator has not approved its security by today";
    const document = "it has no document whose latest version is required and signable";
    expect(sentence({ issuer: unbound })).toBe(`The offer cannot be published: ${contract}.`);
    expect(sentence({ approvedOn: null })).toBe(`The offer cannot be published: ${contract}.`);
    expect(sentence({ hasDocumentToSign: false })).toBe(
      `The offer cannot be published: ${document}.`,
    );
    expect(sentence({ approvedOn: null, hasDocumentToSign: false })).toBe(
      `The offer cannot be published: ${contract}; ${document}.`,
    );
  });

  // Each step with a fact that makes it fail; a request that fails at one hears of none after it.
  const steps: readonly [Partial<OfferFacts>, string][] = [
    [{ isCreatorsRepresentative: false }, "offer.creating.firm.representative.rule"],
    [{ isIssuersRepresentative: false }, "offer.issuing.firm.representative.rule"],
    [{ issuer: unbound }, "offer.publication.approval.rule"],
    [{ partnerCodes: [] }, "offer.participating.firm.rule"],
    [{ isTickerTaken: true }, "offer.ticker.unique.rule"],
  ];

  test.each(steps.map(([, code], at) => [code, at] as const))(
    "a request refused by %s reports no later step",
    (code, at) => {
      const known: Partial<OfferFacts> = Object.assign({}, ...steps.slice(at).map(([of]) => of));
      expect(factProblems({}, known)).toEqual([code]);
    },
  );

  test("an issuer that does not exist gets the same response as one with another representative", () => {
    const { issuer: _none, ...others } = facts;
    const absent = { ...others, issuer: undefined, isIssuersRepresentative: false };
    const request = decodeSoundFields(NewOffer, body({}), []) as NewOffer;
    expect(problemsWith(request, absent, now)).toEqual(
      problemsWith(request, { ...facts, issuer: elsewhere, isIssuersRepresentative: false }, now),
    );
  });
});
