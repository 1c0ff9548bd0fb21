// The rows of members, accounts, and what each account has from its first day.
import { restrictionReasonCode, restrictionTypeCode } from "../../reference/codes.ts";
import { drawsFor } from "./draws.ts";
import { type FirmPlan, plannedAccounts, plannedClients, taxableMethods } from "./households.ts";

/** A row by the names of the file's columns; a column that is left out is empty. */
export type SampleRow = Readonly<Record<string, string | undefined>>;

/** The clients; the social security numbers are from the range that is never given out. */
export function* memberRows(plan: FirmPlan): Generator<SampleRow> {
  for (const client of plannedClients(plan)) {
    const { index, firstName, lastName, loginId, firmOid } = client;
    const draws = drawsFor(plan.seed, `member ${index}`);
    const state = draws.pick(["NY", "CO", "CA", "TX"]);
    const number = `${200 + draws.below(700)}-555-${String(draws.below(10_000)).padStart(4, "0")}`;
    yield {
      loginId,
      memberOid: String(1_000_001 + index),
      firmOid,
      membershipType: "client",
      firstName,
      lastName,
      dateOfBirth: `${1940 + draws.below(60)}-0${1 + draws.below(9)}-1${draws.below(10)}`,
      tid: socialSecurityNumber(index),
      email1: `${loginId}@example.com`,
      primaryAddress: JSON.stringify({
        line1: `${1 + draws.below(900)} Mill Road`,
        city: draws.pick(["Easton", "Weston", "Norton", "Sutton"]),
        state,
        zipcode: String(10_000 + draws.below(80_000)),
        country: "USA",
      }),
      telephones: JSON.stringify([{ kind: "home", number }]),
      employmentStatus: "EMPLOYED",
      citizenship: "C",
      annualIncomeRange: String(1 + draws.below(5)),
      liquidNetWorthRange: String(1 + draws.below(5)),
      netWorthRange: String(1 + draws.below(5)),
    };
  }
}

function socialSecurityNumber(index: number): string {
  const digits = `9${String(index).padStart(8, "0")}`;
  return `${digits.slice(0, 3)}-${digits.slice(3, 5)}-${digits.slice(5)}`;
}

/** The accounts; every fifth has a trusted contact, some exclude a security. */
export function* accountRows(plan: FirmPlan): Generator<SampleRow> {
  for (const account of plannedAccounts(plan)) {
    const draws = drawsFor(plan.seed, `account row ${account.index}`);
    const { number, name, type, isTaxable, owners, billingPlanOid, openedOn } = account;
    const contact = {
      firstName: "Vera",
      lastName: owners[0]?.lastName,
      relationship: "CHILD",
      email: "vera@example.com",
    };
    const exclusion = { exclusionValue: "BOLT", exclusionStartDate: openedOn };
    yield {
      accountNumber: number,
      accountName: name,
      accountType: type,
      owners: JSON.stringify(owners.map(({ loginId }) => loginId)),
      billingPlanOid,
      ...(isTaxable && draws.oneIn(3) && { defaultTaxLotSelection: draws.pick(taxableMethods) }),
      ...(isTaxable && draws.oneIn(4) && { longTermTaxRate: "15", shortTermTaxRate: "32.5" }),
      openedOn,
      ...(draws.oneIn(5) && { trustedContacts: JSON.stringify([contact]) }),
      ...(draws.oneIn(20) && { securityExclusions: JSON.stringify([exclusion]) }),
    };
  }
}

/** Cash, what lies outside folios, and the first folio of every account. */
export function* folioRows(plan: FirmPlan): Generator<SampleRow> {
  for (const { number: accountNumber } of plannedAccounts(plan)) {
    const folio = (digits: string, folioName: string, folioType: string) => ({
      accountNumber,
      folioNumber: `${accountNumber}${digits}`,
      folioName,
      folioType,
    });
    yield folio("01", "Cash", "cash");
    yield folio("02", "Outside folios", "holdings");
    yield folio("03", "Core index", "folio");
  }
}

/** The agreement that each owner was requested to sign. */
export function* attentionRows(plan: FirmPlan): Generator<SampleRow> {
  let id = 1_000_000;
  for (const { number, owners, openedOn, isSigned } of plannedAccounts(plan)) {
    for (const { loginId } of owners) {
      id += 1;
      yield {
        accountNumber: number,
        id: String(id),
        loginId,
        ifaType: "SA",
        ifaStatus: isSigned ? "A" : "I",
        startDate: openedOn,
      };
    }
  }
}

/** An account that nobody signed for is restricted; one in fifty others is held. */
export function* restrictionRows(plan: FirmPlan): Generator<SampleRow> {
  for (const { index, number, openedOn, isSigned } of plannedAccounts(plan)) {
    const draws = drawsFor(plan.seed, `restriction ${index}`);
    if (isSigned && !draws.oneIn(50)) continue;
    yield {
      accountNumber: number,
      accountRestrictionId: String(1_000_001 + index),
      "reason.code": isSigned ? restrictionReasonCode.setByFirm : restrictionReasonCode.notSigned,
      "type.code": isSigned ? restrictionTypeCode.sellOnly : restrictionTypeCode.complete,
      inceptionInfo: isSigned ? "Held for review" : "Customer agreement not signed",
      creationTs: `${openedOn}T10:00:00.000-05:00`,
    };
  }
}
