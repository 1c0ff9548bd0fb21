// Rules that have their own tests as functions, here over HTTP: each refused with its code.
import { expect, test } from "vitest";
import { NewOffer } from "../src/brokerage/placements/offers/schema.ts";
import { type TestResponse, useTestService } from "./harness.ts";

const service = useTestService();

function expectRefused({ status, text, body }: TestResponse, code: string): void {
  expect(status, text).toBe(400);
  expect(body.map(({ errorCode }: { errorCode?: string }) => errorCode)).toContain(code);
}

const person = { firstName: "Ben", lastName: "Whitfield", relationship: "SPOUSE" };
const two = (sharePct?: string) => [
  { ...person, sharePct: "60" },
  { ...person, ...(sharePct !== undefined && { sharePct }) },
];
const exclusion = { exclusionValue: "ACME" };
const contact = { firstName: "Ben", lastName: "Whitfield" };
const reversed = { exclusionStartDate: "2026-05-02", exclusionEndDate: "2026-05-01" };

/** A taxable account and an IRA without beneficiaries. */
const taxable = "RA00000001";
const ira = "RA00000004";

const ofTerms = [
  ["invalid.ssn", ira, { primaryBeneficiaries: [{ ...person, SSN: "12-34-56789" }] }],
  [
    "invalid.date.of.birth",
    ira,
    { primaryBeneficiaries: [{ ...person, dateOfBirth: "2030-01-01" }] },
  ],
  [
    "invalid.trusted.contact.age",
    taxable,
    { trustedContacts: [{ ...contact, dateOfBirth: "2020-01-01" }] },
  ],
  ["account.trusted.contact.reach.rule", taxable, { trustedContacts: [contact] }],
  ["null.primary.beneficiaries.share.pct", ira, { primaryBeneficiaries: two() }],
  ["null.primary.beneficiaries.share.pct", ira, { primaryBeneficiaries: [person, person] }],
  ["null.contingent.beneficiaries.share.pct", ira, { contingentBeneficiaries: two() }],
  ["account.primary.beneficiaries.share.rule", ira, { primaryBeneficiaries: two("30") }],
  ["account.contingent.beneficiaries.share.rule", ira, { contingentBeneficiaries: two("30") }],
  ["account.contingent.beneficiaries.rule", ira, { contingentBeneficiaries: two("40") }],
  [
    "account.exclusion.spelling.rule",
    taxable,
    { issueExclusion: [exclusion], issueExclusions: [exclusion] },
  ],
  ["account.exclusion.date.rule", taxable, { sectorExclusions: [{ ...exclusion, ...reversed }] }],
  [
    "account.not.applicable.long.term.tax.rate",
    ira,
    { longTermTaxRate: "15", defaultTaxLotSelection: "AVGC" },
  ],
  [
    "account.not.applicable.short.term.tax.rate",
    ira,
    { shortTermTaxRate: "15", defaultTaxLotSelection: "AVGC" },
  ],
  ["account.not.applicable.init.contribution.date", ira, { initContributionDate: "2025-01-02" }],
  ["account.not.applicable.primary.beneficiaries", taxable, { primaryBeneficiaries: [person] }],
  [
    "account.not.applicable.contingent.beneficiaries",
    taxable,
    { contingentBeneficiaries: [person] },
  ],
  ["account.tax.rate.rule", taxable, { longTermTaxRate: "15" }],
  ["account.tax.lot.selection.rule", taxable, { defaultTaxLotSelection: "AVGC" }],
] as const;

test.each(ofTerms)("updateAccount refuses with %s", async (code, number, body) => {
  const path = `/restapi/accounts/${number}`;
  const before = await service.call("adviser", "GET", path);
  expectRefused(await service.call("adviser", "PUT", path, body), code);
  expect((await service.call("adviser", "GET", path)).text).toBe(before.text);
});

test.each(ofTerms)("createAccount refuses with %s", async (code, number, body) => {
  const list = async () => (await service.call("adviser", "GET", "/restapi/accounts")).text;
  const before = await list();
  const accountType = number === ira ? "R" : "I";
  const opened = { accountName: "Opened", accountType, primaryAccountOwner: "ada.whitfield" };
  expectRefused(
    await service.call("adviser", "POST", "/restapi/accounts", { ...opened, ...body }),
    code,
  );
  expect(await list()).toBe(before);
});

const [example = {}] = (NewOffer as { examples?: object[] }).examples ?? [];
const summit = { participatingFirmId: "SUMMIT", participatingFirmStatus: "A" };

test.each([
  ["invalid.blue.skyed.states", { blueSkyedStates: ["CA", "NY", "CA"] }],
  ["invalid.closing.date", { closingDate: "2026-03-02" }],
  ["null.offer.minimum", { offerMinimum: undefined }],
  ["invalid.participating.firms", { participatingFirms: [summit, summit] }],
  ["offer.security.form.rule", { "security.ticker": "PRIV.RWC" }],
  ["offer.issuer.size.rule", { issuerSize: "A2" }],
  ["offer.size.exemption.rule", { exemption: "A", offerSize: "50000000.01" }],
  [
    "offer.natural.person.accreditation.rule",
    { exemption: "RULE_506_C", naturalPersonAccreditationSetting: "E" },
  ],
  [
    "offer.corporate.accreditation.rule",
    { exemption: "RULE_506_C", corporateAccreditationSetting: "E" },
  ],
  ["offer.minimum.execution.type.rule", { executionType: "ALL_OR_NONE" }],
  ["offer.minimum.size.rule", { offerMinimum: "2000000.01" }],
  ["offer.investment.amount.rule", { minimumInvestmentAmount: "250000.01" }],
])("createOffer refuses with %s", async (code, changed) => {
  const count = async () =>
    (await service.call("adviser", "GET", "/restapi/privateplacementoffers")).body.length;
  const before = await count();
  const body = { ...example, ...changed };
  expectRefused(
    await service.call("adviser", "POST", "/restapi/privateplacementoffers", body),
    code,
  );
  expect(await count()).toBe(before);
});
