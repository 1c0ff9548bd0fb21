// Every rule by which an account is opened, and what becomes of a loaded account that breaks it: the load
// refuses it, or `bursar doctor` names it, since a custodian may have it.

import { newYorkDay } from "@bursar/values/dates";
import { beforeAll, expect, test } from "vitest";
import { errorCodesOf } from "../../../../test/error-codes.ts";
import { useTestService } from "../../../../test/harness.ts";
import { LoadFault } from "../../../platform/bulk/kinds/load-problem.ts";
import { findAnomalies } from "../../service/anomalies/reads.ts";
import { verificationErrors } from "../verifications/errors.ts";
import { accountErrors, openingErrors } from "./errors.ts";

const service = useTestService();
beforeAll(async () => {
  const header = "loginId,memberOid,firmOid,membershipType,firstName,lastName,cipStatus";
  const rows = [
    "paul.reed,2118,1002,client,Paul,Reed,FAILED",
    "tess.vale,2213,1003,trustee,Tess,Vale,PASSED",
  ];
  await service.load({ "members.csv": [header, ...rows, ""].join("\n") });
});

interface Request {
  readonly accountType?: string;
  readonly primaryAccountOwner?: string;
  readonly jointAccountOwners?: readonly string[];
  readonly [field: string]: unknown;
}

/** Refused by the load with these words, named by the doctor with these, or stored, and why. */
type Outcome = { load: string } | { doctor: string } | { stored: string };

const iris = { firstName: "Iris", lastName: "Whitfield", relationship: "CHILD" };
const half = { ...iris, sharePct: "50" };
const ira = { accountType: "R" };
const minor = { firstName: "Mia", lastName: "Nguyen", SSN: "900-55-4321" };
const contact = { firstName: "Ida", lastName: "Berg", email: "ida@example.com" };
const joint = { accountType: "J" };
const custodial = { accountType: "U" };

// By code, each with what breaks it: a request, and the same as a row of a file.
const cases: readonly (readonly [string, Request, Outcome])[] = [
  [
    accountErrors.dateOfBirth.code,
    { ...ira, primaryBeneficiaries: [{ ...iris, dateOfBirth: "2099-01-02" }] },
    { load: accountErrors.dateOfBirth.sentence },
  ],
  [
    accountErrors.trustedContactAge.code,
    { trustedContacts: [{ ...contact, dateOfBirth: "2020-01-02" }] },
    { load: accountErrors.trustedContactAge.sentence },
  ],
  [accountErrors.taxRates.code, { longTermTaxRate: "20" }, { stored: "with LGHL, written out" }],
  [
    accountErrors.primaryShareMissing.code,
    { ...ira, primaryBeneficiaries: [half, iris] },
    { load: "Each of several beneficiaries needs a share." },
  ],
  [
    accountErrors.contingentShareMissing.code,
    { ...ira, primaryBeneficiaries: [iris], contingentBeneficiaries: [half, iris] },
    { load: "Each of several beneficiaries needs a share." },
  ],
  [
    accountErrors.primaryShares.code,
    { ...ira, primaryBeneficiaries: [half] },
    { load: "The shares must add up to 100 percent." },
  ],
  [
    accountErrors.contingentShares.code,
    { ...ira, primaryBeneficiaries: [iris], contingentBeneficiaries: [half] },
    { load: "The shares must add up to 100 percent." },
  ],
  [
    accountErrors.trustedContactReach.code,
    { trustedContacts: [{ firstName: "Ida", lastName: "Berg" }] },
    { load: "A contact needs an email, a telephone or a mailing address." },
  ],
  [
    accountErrors.exclusionSpelling.code,
    { issueExclusions: [{ exclusionValue: "ACME" }], issueExclusion: [{ exclusionValue: "ACME" }] },
    { load: "The field is unrecognized." },
  ],
  [
    accountErrors.exclusionDates.code,
    {
      issueExclusions: [
        {
          exclusionValue: "ACME",
          exclusionStartDate: "2026-02-02",
          exclusionEndDate: "2026-02-01",
        },
      ],
    },
    { load: "An exclusion ends before it starts." },
  ],
  [
    accountErrors.longTermTaxRate.code,
    { ...ira, longTermTaxRate: "20", defaultTaxLotSelection: "AVGC" },
    { load: "A retirement account has no tax rates." },
  ],
  [
    accountErrors.shortTermTaxRate.code,
    { ...ira, shortTermTaxRate: "20", defaultTaxLotSelection: "AVGC" },
    { load: "A retirement account has no tax rates." },
  ],
  [
    accountErrors.initContributionDate.code,
    { initContributionDate: "2020-01-02" },
    { load: "Only a SIMPLE IRA has it." },
  ],
  [
    accountErrors.primaryBeneficiaries.code,
    { primaryBeneficiaries: [iris] },
    { load: accountErrors.primaryBeneficiaries.sentence },
  ],
  [
    accountErrors.contingentBeneficiaries.code,
    { contingentBeneficiaries: [iris] },
    { load: accountErrors.contingentBeneficiaries.sentence },
  ],
  [
    accountErrors.uniqueName.code,
    { accountName: "Everyday", primaryAccountOwner: "ada.whitfield" },
    { load: "An owner has another account with this name." },
  ],
  [
    accountErrors.billingPlan.code,
    { billingPlanOid: "3003" },
    { doctor: "has a billing plan that is not advisory" },
  ],
  [
    accountErrors.billingPlan.code,
    { billingPlanOid: "3101" },
    { load: "The plan is not one of the primary owner's firm." },
  ],
  [
    accountErrors.taxLotSelection.code,
    { defaultTaxLotSelection: "AVGC" },
    { load: "AVGC is for retirement accounts, the others for taxable." },
  ],
  [
    accountErrors.contingentWithoutPrimary.code,
    { ...ira, contingentBeneficiaries: [iris] },
    { load: accountErrors.contingentWithoutPrimary.sentence },
  ],
  [openingErrors.minorMissing.code, custodial, { doctor: "is custodial, and has no minor" }],
  [
    openingErrors.minor.code,
    { minor: { ...minor, dateOfBirth: "2015-01-02" } },
    { load: openingErrors.minor.sentence },
  ],
  [
    openingErrors.minorAge.code,
    { ...custodial, minor: { ...minor, dateOfBirth: "2000-01-02" } },
    { doctor: "is custodial for someone who is 21 or older" },
  ],
  [
    openingErrors.minorAge.code,
    { ...custodial, minor: { ...minor, dateOfBirth: "2099-01-02" } },
    { load: accountErrors.dateOfBirth.sentence },
  ],
  [
    openingErrors.trustees.code,
    { trustees: ["rosa.kim"] },
    { load: "Only a trust, of types X and D, has trustees." },
  ],
  [openingErrors.ownersCount.code, joint, { doctor: "has not as many owners as its type" }],
  [
    openingErrors.ownersCount.code,
    { jointAccountOwners: ["ada.whitfield"] },
    { doctor: "has not as many owners as its type" },
  ],
  [
    openingErrors.primaryOwner.code,
    { primaryAccountOwner: "harbor.park" },
    { doctor: "has an owner who is no client of its firm" },
  ],
  [
    openingErrors.primaryOwner.code,
    { primaryAccountOwner: "rosa.kim" },
    { load: "A trustee owns no account." },
  ],
  [
    openingErrors.primaryOwner.code,
    { accountType: "A" },
    { doctor: "is of a corporate type, and of no corporate firm" },
  ],
  [
    openingErrors.jointOwner.code,
    { ...joint, jointAccountOwners: ["erin.cole"] },
    { doctor: "has an owner who is no client of its firm" },
  ],
  [
    openingErrors.jointOwner.code,
    { ...joint, jointAccountOwners: ["carol.nguyen"] },
    { load: "A login id appears twice." },
  ],
  [
    openingErrors.trustee.code,
    { accountType: "X", trustees: ["tess.vale"] },
    { doctor: "has a trustee of another firm" },
  ],
  [
    openingErrors.trustee.code,
    { accountType: "X", trustees: ["ada.whitfield"] },
    { load: "One of these members is no trustee." },
  ],
  [
    verificationErrors.owner.code,
    { primaryAccountOwner: "paul.reed" },
    { doctor: "has an owner who failed verification" },
  ],
];

const { notUpdateable: _, ...ofOpening } = accountErrors;

test("each code with which an account is not opened has a case", () => {
  const codes = [
    ...Object.values(ofOpening),
    ...Object.values(openingErrors),
    verificationErrors.owner,
  ];
  expect([...new Set(cases.map(([code]) => code))].toSorted()).toEqual(
    codes.map(({ code }) => code).toSorted(),
  );
});

test.each(cases.map((each, at) => [at, ...each] as const))(
  "%i: %s",
  async (at, code, fields, outcome) => {
    const request = { accountName: `Case ${at}`, accountType: "I", ...fields };
    const { primaryAccountOwner = "carol.nguyen", jointAccountOwners = [] } = fields;
    const response = await service.call("adviser", "POST", "/restapi/accounts", {
      ...request,
      primaryAccountOwner,
    });
    expect(response.status, response.text).toBe(400);
    expect(errorCodesOf(response)).toContain(code);

    const accountNumber = `RA003${String(at).padStart(5, "0")}`;
    const { primaryAccountOwner: _owner, jointAccountOwners: _joint, ...rest } = request as Request;
    const owners = [primaryAccountOwner, ...jointAccountOwners];
    const row = { accountNumber, openedOn: "2020-01-02", owners, ...rest };
    const refusals = await problemsOf(row);
    if ("load" in outcome) {
      expect(refusals).toEqual(expect.arrayContaining([expect.stringContaining(outcome.load)]));
      return;
    }
    expect(refusals).toEqual([]);
    const anomalies = await findAnomalies(service.db, newYorkDay(service.now()));
    const { first = [] } =
      anomalies.find(({ kind }) => kind === "account that could not be opened") ?? {};
    const own = first.filter((sentence) => sentence.includes(accountNumber));
    if ("stored" in outcome) expect(own).toEqual([]);
    else expect(own).toEqual([expect.stringContaining(outcome.doctor)]);
  },
);

test("a trust without a trustee, which may be opened, is named by the doctor", async () => {
  const row = { accountNumber: "RA00399999", openedOn: "2020-01-02", owners: ["carol.nguyen"] };
  expect(await problemsOf({ ...row, accountName: "Trust", accountType: "X" })).toEqual([]);
  const anomalies = await findAnomalies(service.db, newYorkDay(service.now()));
  const { first = [] } =
    anomalies.find(({ kind }) => kind === "account that could not be opened") ?? {};
  expect(first).toContain("Account RA00399999 is a trust's, and has no trustee.");
});

async function problemsOf(row: object): Promise<string[]> {
  try {
    await service.load({ "accounts.ndjson": JSON.stringify(row) });
    return [];
  } catch (error) {
    if (!(error instanceof LoadFault)) throw error;
    return error.problems.map(({ reason }) => reason);
  }
}
