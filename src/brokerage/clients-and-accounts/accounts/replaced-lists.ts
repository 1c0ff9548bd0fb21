// The lists that an update replaces whole: beneficiaries, trusted contacts, exclusions.
// (interface 2.2)
import assert from "node:assert/strict";
import type { AccountNumber } from "@bursar/values/ids";
import type { Vault } from "../../../platform/keys/vault.ts";
import type { Tx } from "../../../platform/store/db.ts";
import {
  type BeneficiaryKind,
  openSsn,
  type StoredSsn,
  sealSsn,
  storedSsnOf,
} from "./beneficiary-ssn.ts";
import type { AccountDetail, ExclusionKind } from "./detail-queries.ts";
import {
  deleteBeneficiaries,
  deleteExclusions,
  deleteTrustedContacts,
  insertExclusions,
  type PlacedExclusion,
  type SealedBeneficiary,
  updateExclusions,
  upsertBeneficiaries,
  upsertTrustedContacts,
} from "./replace-lists-queries.ts";
import { isMasked } from "./rules.ts";
import type { AccountUpdate, NewBeneficiary, NewExclusion } from "./schema.ts";

/** The account with its new lists, and the stored numbers that masked ones mean. */
interface Replaced extends Pick<AccountDetail, "beneficiaries" | "trustedContacts" | "exclusions"> {
  readonly number: AccountNumber;
  readonly storedSsns: readonly StoredSsn[];
}

/** The lists of an account that is opened. */
export const noLists = { beneficiaries: [], trustedContacts: [], exclusions: [], storedSsns: [] };

/** The lists that a request may send. */
type SentLists = Pick<
  AccountUpdate,
  | "primaryBeneficiaries"
  | "contingentBeneficiaries"
  | "trustedContacts"
  | "securityExclusions"
  | "securityExclusion"
  | "issueExclusions"
  | "issueExclusion"
  | "sectorExclusions"
  | "sectorExclusion"
>;

/** The lists of beneficiaries that were replaced, with what is stored of each person. */
export type ReplacedBeneficiaries = ReadonlyMap<BeneficiaryKind, readonly SealedBeneficiary[]>;

/** Replaces every list that the request has; one that is absent stays as it is. The places of a
 * list are counted from 1, so that its length shows whether rows are left behind the new ones. */
export function replaceLists(
  tx: Tx,
  vault: Vault,
  replaced: Replaced,
  request: SentLists,
): ReplacedBeneficiaries {
  const { number } = replaced;
  const beneficiaries = new Map<BeneficiaryKind, readonly SealedBeneficiary[]>();
  for (const { kind, list } of beneficiaryLists(request)) {
    if (list === undefined) continue;
    const sealed = sealBeneficiaries(vault, replaced, kind, list);
    upsertBeneficiaries(tx, number, kind, sealed);
    if (lengthOf(replaced.beneficiaries, kind) > list.length) {
      deleteBeneficiaries(tx, number, kind, list.length);
    }
    beneficiaries.set(kind, sealed);
  }
  if (request.trustedContacts !== undefined) {
    const { length } = request.trustedContacts;
    upsertTrustedContacts(tx, number, request.trustedContacts);
    if (replaced.trustedContacts.length > length) deleteTrustedContacts(tx, number, length);
  }
  replaceExclusions(tx, replaced, request);
  return beneficiaries;
}

function replaceExclusions(tx: Tx, { number, exclusions }: Replaced, request: SentLists): void {
  const sent = exclusionLists(request).flatMap(({ kind, list }) =>
    list === undefined ? [] : [{ kind, list, before: lengthOf(exclusions, kind) }],
  );
  const inPlace = sent.flatMap(({ kind, list, before }) => placed(kind, list).slice(0, before));
  const added = sent.flatMap(({ kind, list, before }) => placed(kind, list).slice(before));
  updateExclusions(tx, number, inPlace);
  insertExclusions(tx, number, added);
  for (const { kind, list, before } of sent) {
    if (before > list.length) deleteExclusions(tx, number, kind, list.length);
  }
}

function placed(kind: ExclusionKind, list: readonly NewExclusion[]): PlacedExclusion[] {
  return list.map((exclusion, index) => ({ ...exclusion, kind, position: index + 1 }));
}

function lengthOf<Kind>(rows: readonly { readonly kind: Kind }[], kind: Kind): number {
  return rows.filter((row) => row.kind === kind).length;
}

function beneficiaryLists({ primaryBeneficiaries, contingentBeneficiaries }: SentLists) {
  return [
    { kind: "P", list: primaryBeneficiaries },
    { kind: "C", list: contingentBeneficiaries },
  ] as const;
}

/** The lists of exclusions by kind, as they were sent under either name. */
export function exclusionLists(request: SentLists) {
  return [
    { kind: "SECURITY", list: request.securityExclusions ?? request.securityExclusion },
    { kind: "ISSUE", list: request.issueExclusions ?? request.issueExclusion },
    { kind: "SECTOR", list: request.sectorExclusions ?? request.sectorExclusion },
  ] as const;
}

function sealBeneficiaries(
  vault: Vault,
  { number: accountNumber, storedSsns }: Replaced,
  kind: BeneficiaryKind,
  list: readonly NewBeneficiary[],
): SealedBeneficiary[] {
  const wholeNumberOf = (person: NewBeneficiary): string | undefined => {
    if (!isMasked(person)) return person.SSN;
    const stored = storedSsnOf(person, kind, storedSsns);
    assert(stored, "a masked number that stands for none has been refused");
    return openSsn(vault, stored);
  };
  return list.map((person, index) => {
    const { SSN: _, ...beneficiary } = person;
    const place = { accountNumber, kind, position: index + 1 };
    return { ...beneficiary, ssn: sealSsn(vault, wholeNumberOf(person), place) };
  });
}
