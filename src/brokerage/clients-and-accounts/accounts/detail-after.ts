// The account as an update makes it, without asking the store again. (interface 2.2)
import type { BeneficiaryKind } from "./beneficiary-ssn.ts";
import type {
  AccountDetail,
  BeneficiaryRow,
  ContactRow,
  ExclusionKind,
  ExclusionRow,
} from "./detail-queries.ts";
import type { ChangedSsns } from "./entries.ts";
import type { SealedBeneficiary } from "./replace-lists-queries.ts";
import { exclusionLists, type ReplacedBeneficiaries } from "./replaced-lists.ts";
import type { AccountUpdate, NewExclusion, NewTrustedContact } from "./schema.ts";

/** The account as it is stored after a request: what it does not send stays, and each list that it
 * sends takes the place of the old one. */
export function detailAfter(
  before: AccountDetail,
  request: AccountUpdate,
  replaced: ReplacedBeneficiaries,
): AccountDetail {
  const { accountName, billingPlanOid, defaultTaxLotSelection, trustedContacts } = request;
  const { longTermTaxRate, shortTermTaxRate, initContributionDate } = request;
  return {
    ...before,
    ...(accountName !== undefined && { accountName }),
    ...(billingPlanOid !== undefined && { billingPlanOid }),
    ...(defaultTaxLotSelection !== undefined && { defaultTaxLotSelection }),
    ...(longTermTaxRate !== undefined && { longTermTaxRate }),
    ...(shortTermTaxRate !== undefined && { shortTermTaxRate }),
    ...(initContributionDate !== undefined && { initContributionDate }),
    ...(trustedContacts !== undefined && { trustedContacts: trustedContacts.map(contactRow) }),
    beneficiaries: beneficiariesAfter(before.beneficiaries, replaced),
    exclusions: exclusionsAfter(before.exclusions, request),
  };
}

function beneficiariesAfter(
  before: readonly BeneficiaryRow[],
  replaced: ReplacedBeneficiaries,
): BeneficiaryRow[] {
  const unchanged = before.filter(({ kind }) => !replaced.has(kind));
  const added = [...replaced].flatMap(([kind, list]) =>
    list.map((person) => ({ kind, ...beneficiaryRow(person) })),
  );
  return [...unchanged, ...added];
}

function beneficiaryRow(person: SealedBeneficiary): Omit<BeneficiaryRow, "kind"> {
  const { firstName, lastName, relationship, ssn } = person;
  const { citizenship = null, dateOfBirth = null, sharePct = null } = person;
  return {
    ssnLast4: ssn.last4,
    ssnHash: ssn.hash?.toString("hex") ?? null,
    citizenship,
    dateOfBirth,
    firstName,
    lastName,
    relationship,
    sharePct,
  };
}

/** The positions, by list, whose number is no longer the one that was stored there: the responses,
 * which show its last four digits, may not reveal it. */
export function changedSsns(before: AccountDetail, after: AccountDetail): ChangedSsns {
  const changedOf = (kind: BeneficiaryKind) => {
    const [was = [], is = []] = [before, after].map(({ beneficiaries }) =>
      beneficiaries.filter((row) => row.kind === kind),
    );
    return was.flatMap(({ ssnHash }, index) => {
      const now = is[index];
      return now === undefined || now.ssnHash === ssnHash ? [] : [String(index + 1)];
    });
  };
  const ofPrimaries = changedOf("P");
  const ofContingents = changedOf("C");
  return {
    ...(ofPrimaries.length > 0 && { primaryBeneficiaries: ofPrimaries }),
    ...(ofContingents.length > 0 && { contingentBeneficiaries: ofContingents }),
  };
}

function contactRow(contact: NewTrustedContact): ContactRow {
  const { firstName, lastName, relationship = null, email = null, telephone = null } = contact;
  const { mailingAddress = null, dateOfBirth = null } = contact;
  return { firstName, lastName, relationship, email, telephone, mailingAddress, dateOfBirth };
}

function exclusionsAfter(before: readonly ExclusionRow[], request: AccountUpdate): ExclusionRow[] {
  const sent = exclusionLists(request).flatMap(({ kind, list }) =>
    list === undefined ? [] : [{ kind, list }],
  );
  const unchanged = before.filter((row) => sent.every(({ kind }) => kind !== row.kind));
  return [...unchanged, ...sent.flatMap(({ kind, list }) => list.map((each) => rowOf(kind, each)))];
}

function rowOf(kind: ExclusionKind, exclusion: NewExclusion): ExclusionRow {
  const { exclusionValue: value, exclusionStartDate, exclusionEndDate } = exclusion;
  return { kind, value, startOn: exclusionStartDate ?? null, endOn: exclusionEndDate ?? null };
}
