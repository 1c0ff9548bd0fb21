// The rules of eligibility, case by case; that each has its code over HTTP is tested next to the
// operation. (interface 6.4)

import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import { describe, expect, test } from "vitest";
import { onceExemptionsHaveEnded } from "../../../../test/ended-exemptions.ts";
import type { OfferRow } from "../offers/reads.ts";
import type { Owner } from "./investors.ts";
import { isBlueSkyException, problemsWithNew, type Subscription } from "./rules.ts";

const now = new Date("2026-03-02T12:00:00-05:00");
const today = "2026-03-02" as Day;

const owner: Owner = {
  loginId: "ada",
  state: "NY",
  annualIncome: "4",
  liquidNetWorth: "4",
  netWorth: "4",
  accreditedByIncome: true,
  accreditedByNetWorth: false,
  experience: [],
  level: undefined,
};

const verified = { level: "A", expiresOn: today, subLevel: "O", subLevelExpiresOn: null };
const buyer = { ...verified, subLevel: "I", subLevelExpiresOn: today };
const denied = { ...verified, level: "N", expiresOn: null };

const offer = {
  offerOid: "1",
  offerStatus: "P",
  published: true,
  clientsHaveAccess: true,
  exemption: "H",
  industry: "OTC",
  executionType: "P",
  creatingFirmOid: "1002",
  closingOn: today,
  iraApproved: false,
  documentationExternal: false,
  naturalPersonAccreditation: "A",
  corporateAccreditation: "A",
  minimumAnnualIncomeRange: "4",
  minimumLiquidNetWorthRange: "4",
  minimumNetWorthRange: "4",
  previousExperience: "N",
  blueSkyedStates: ["NY"],
  minimumInvestmentAmount: "100.00",
  maximumInvestmentAmount: "500.00",
  offerSize: "1000.00",
  participatingFirms: [],
} as unknown as OfferRow;

interface Changes {
  readonly offer?: Partial<OfferRow>;
  readonly owners?: readonly Partial<Owner>[];
  readonly accountType?: string;
  readonly named?: readonly (readonly [string, string])[];
  readonly rest?: Partial<Subscription>;
}

/** A subscription that holds every rule, but for what is changed. */
function subscription({ owners = [{}], accountType = "I", named, ...changes }: Changes = {}) {
  const participatingFirms = (named ?? []).map(([participatingFirmId, status]) => ({
    participatingFirmId,
    participatingFirmStatus: status,
  }));
  return {
    now,
    amount: "100.00" as Decimal,
    certified: false,
    loginId: "ada",
    accountNumber: "RA00000001",
    approvedTotal: "0" as Decimal,
    issuerState: "CA",
    offer: { ...offer, participatingFirms, ...changes.offer },
    isInView: true,
    firm: {
      firmOid: (named ? "1003" : "1002") as Id,
      partnerCode: "SUMMIT",
      kind: "institutional",
      corporateState: null,
    },
    investors: {
      accountNumber: "RA00000001",
      accountType,
      today,
      owners: owners.map((each) => ({ ...owner, ...each })),
    },
    inForce: [],
    yetToSign: [],
    unverified: [],
    completed: [],
    documents: [],
    others: [],
    counted: [],
    ...changes.rest,
  } satisfies Subscription;
}

function codesOf(changes: Changes): string[] {
  return problemsWithNew(subscription(changes)).map((problem) =>
    "errorCode" in problem ? problem.errorCode : "",
  );
}

const other = {
  accountNumber: "RA00000002",
  orderOid: "7" as Id,
  orderStatus: "INITIAL",
  primaryOwner: "ada",
};

const investor = (number: number, accredited: boolean, accountType = "I") => ({
  loginId: `other.${number}`,
  accountNumber: `RB0000000${number}`,
  accountType,
  accredited,
});

const investors = (count: number, accredited: boolean, accountType?: string) =>
  Array.from({ length: count }, (_, index) => investor(index, accredited, accountType));

const verifying = { exemption: "K" };
const admitsAll = { exemption: "O", naturalPersonAccreditation: "E" };

const allowed: readonly (readonly [string, Changes])[] = [
  ["on the closing date", {}],
  ["of a firm that is named and has approved", { named: [["SUMMIT", "A"]] }],
  ["of any firm behind DEFAULT", { named: [["DEFAULT", "P"]] }],
  ["of an institutional firm behind IAFIRM", { named: [["IAFIRM", "A"]] }],
  [
    "of a firm that is invited and behind DEFAULT",
    {
      named: [
        ["SUMMIT", "P"],
        ["DEFAULT", "A"],
      ],
    },
  ],
  [
    "of a retirement account where that is approved",
    { accountType: "R", offer: { iraApproved: true } },
  ],
  [
    "of one who is verified and says nothing",
    { owners: [{ accreditedByIncome: false, level: verified }] },
  ],
  ["under 506(c) of one who is verified", { offer: verifying, owners: [{ level: verified }] }],
  [
    "of anyone where the offer admits all",
    { offer: admitsAll, owners: [{ accreditedByIncome: false }] },
  ],
  ["of a minor where the offer admits all", { offer: admitsAll, accountType: "U" }],
  [
    "of a verified firm, whatever its ranges",
    { accountType: "A", owners: [{ level: verified, netWorth: null }] },
  ],
  [
    "of a qualified buyer",
    { accountType: "F", offer: { corporateAccreditation: "Q" }, owners: [{ level: buyer }] },
  ],
  [
    "of any firm where the offer admits all",
    { accountType: "A", offer: { ...admitsAll, corporateAccreditation: "E" } },
  ],
  [
    "of one with experience",
    { offer: { previousExperience: "A" }, owners: [{ experience: ["BIO"] }] },
  ],
  [
    "of one who has completed a subscription",
    { offer: { previousExperience: "I" }, rest: { completed: ["OTC"] } },
  ],
  [
    "under Regulation A of one who certifies",
    {
      offer: { ...admitsAll, exemption: "A" },
      owners: [{ accreditedByIncome: false }],
      rest: { certified: true },
    },
  ],
  [
    "under Rule 147 of a resident of the issuer's state",
    { offer: { ...admitsAll, exemption: "C" }, owners: [{ state: "CA" }] },
  ],
  [
    "of a firm by its own state",
    {
      accountType: "A",
      owners: [{ level: verified, state: null }],
      rest: {
        firm: {
          firmOid: "1002" as Id,
          partnerCode: "SUMMIT",
          kind: "issuing",
          corporateState: "NY",
        },
      },
    },
  ],
  [
    "without the documents that are not required",
    { rest: { documents: [{ required: false, isViewed: false }] } },
  ],
  [
    "for the whole of what is left",
    { rest: { amount: "500.00" as Decimal, approvedTotal: "500.00" as Decimal } },
  ],
  [
    "up to the maximum with the owner's others",
    { rest: { others: [{ ...other, amount: "400.00" as Decimal }] } },
  ],
  ["as the 35th investor", { offer: { exemption: "B" }, rest: { counted: investors(34, true) } }],
  [
    "of one who is counted already",
    {
      offer: { exemption: "B" },
      owners: [{ loginId: "ada" }],
      rest: { counted: [...investors(34, true), { ...investor(0, true), loginId: "ada" }] },
    },
  ],
  [
    "together with firms that are not accredited",
    {
      offer: { ...admitsAll, exemption: "G" },
      owners: [{ accreditedByIncome: false }],
      rest: { counted: investors(35, false, "A") },
    },
  ],
];

test.each(allowed)("allowed %s, also once its exemption has ended", async (_, changes) => {
  expect(codesOf(changes)).toEqual([]);
  expect(await onceExemptionsHaveEnded(() => codesOf(changes))).toEqual([]);
});

const refused: readonly (readonly [string, string, Changes])[] = [
  ["an unpublished offer", "order.offer.rule", { offer: { published: false } }],
  ["an offer not in sight", "order.offer.rule", { rest: { isInView: false } }],
  ["a closed offer", "order.offer.closed.rule", { offer: { offerStatus: "C" } }],
  [
    "a firm that declined, behind DEFAULT",
    "order.participating.firm.rule",
    {
      named: [
        ["SUMMIT", "D"],
        ["DEFAULT", "A"],
      ],
    },
  ],
  ["a firm that is invited", "order.participating.firm.rule", { named: [["SUMMIT", "P"]] }],
  ["a minor", "order.accreditation.rule", { accountType: "U" }],
  [
    "one owner of two who is not accredited",
    "order.accreditation.rule",
    { owners: [{}, { loginId: "ben", accreditedByIncome: false }] },
  ],
  [
    "one who was found not to be accredited",
    "order.accreditation.rule",
    { owners: [{ level: denied }] },
  ],
  [
    "an exemption for the accredited, whatever the setting",
    "order.accreditation.rule",
    { offer: { naturalPersonAccreditation: "E" }, owners: [{ accreditedByIncome: false }] },
  ],
  [
    "a firm by its representative's word",
    "order.corporate.accreditation.rule",
    { accountType: "A" },
  ],
  [
    "a verified firm that is no qualified buyer",
    "order.corporate.accreditation.rule",
    { accountType: "A", offer: { corporateAccreditation: "Q" }, owners: [{ level: verified }] },
  ],
  [
    "a lapsed verification",
    "order.accreditation.verification.rule",
    { offer: verifying, owners: [{ level: { ...verified, expiresOn: "2026-03-01" as Day } }] },
  ],
  ["an unknown income", "order.income.rule", { owners: [{ annualIncome: null }] }],
  [
    "experience in another industry",
    "order.experience.rule",
    { offer: { previousExperience: "I" }, owners: [{ experience: ["BIO"] }] },
  ],
  [
    "a resident of another state under Rule 147",
    "order.state.rule",
    { offer: { ...admitsAll, exemption: "C" } },
  ],
  ["an unknown state", "order.state.rule", { owners: [{ state: null }] }],
  [
    "a required document that was not viewed",
    "order.documents.rule",
    { rest: { documents: [{ required: true, isViewed: false }] } },
  ],
  [
    "a cent above what the owner may have in all",
    "order.maximum.investment.rule",
    { rest: { others: [{ ...other, amount: "400.01" as Decimal }] } },
  ],
  [
    "more than the offer's size where there is no maximum",
    "order.maximum.investment.rule",
    {
      offer: { maximumInvestmentAmount: null },
      rest: { amount: "1000.00" as Decimal, others: [{ ...other, amount: "0.01" as Decimal }] },
    },
  ],
  [
    "a cent above what is left",
    "order.capacity.rule",
    { rest: { amount: "500.00" as Decimal, approvedTotal: "500.01" as Decimal } },
  ],
  [
    "the 36th investor",
    "order.investor.count.rule",
    { offer: { exemption: "B" }, rest: { counted: investors(35, true) } },
  ],
  [
    "the 36th who is not accredited",
    "order.investor.count.rule",
    {
      offer: { ...admitsAll, exemption: "G" },
      owners: [{ accreditedByIncome: false }],
      rest: { counted: investors(35, false) },
    },
  ],
  [
    "a second subscription",
    "order.unique.rule",
    { rest: { others: [{ ...other, accountNumber: "RA00000001", amount: "1.00" as Decimal }] } },
  ],
];

test.each(refused)("refused: %s, also once its exemption has ended", async (_, code, changes) => {
  expect(codesOf(changes)).toEqual([code]);
  expect(await onceExemptionsHaveEnded(() => codesOf(changes))).toEqual([code]);
});

describe("the exception to the states of an offer", () => {
  test.each([
    [["NY"], "NY", false],
    [["CA"], "NY", true],
    [[], "NY", true],
  ])("offered in %j, to a resident of %s: %s", (blueSkyedStates, state, expected) => {
    const changes = { offer: { blueSkyedStates }, owners: [{ state }] };
    expect(isBlueSkyException(subscription(changes))).toBe(expected);
    expect(codesOf(changes)).toEqual([]);
  });
});
