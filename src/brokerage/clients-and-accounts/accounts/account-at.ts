// An account as its audit entries record it, in the interface's terms.
import { type AuditedChange, loadedRows } from "../../../platform/change/audited-change.ts";
import type { BeneficiaryKind } from "./beneficiary-ssn.ts";
import type { AccountDetail, ExclusionKind } from "./detail-queries.ts";
import { encodeAccount, fieldsOf } from "./get-account.ts";
import type { Account } from "./schema.ts";

/** The account after these changes, oldest first; undefined if none of them records it. */
export function accountAfter(changes: readonly AuditedChange[]): Account | undefined {
  let account: Account | undefined;
  for (const change of changes) {
    for (const row of loadedRows(change, "accounts")) account = withLoaded(account, row);
    const { account: opened } = change.after as { readonly account?: Account };
    if (opened !== undefined) account = opened;
    else if (changing.has(change.operation) && account) account = { ...account, ...change.after };
  }
  return account;
}

/** The operations whose entries in an account's chain have fields of its response. */
const changing = new Set(["createAccount", "updateAccount", "updateMember", "updateFirm"]);

type Row = Readonly<Record<string, unknown>>;

/** A row that was new to a load is the whole account. A later row changes only the fields that it
 * names, and removes those that an account of its type does not show. */
function withLoaded(known: Account | undefined, row: Row): Account {
  const loaded = encodeAccount(detailOf(row));
  if (known === undefined) return loaded;
  const named = Object.keys(row);
  const others = Object.keys(known).filter((name) => !named.includes(name));
  const minor = withMinor(known, row, loaded);
  return { ...fieldsOf(known, others), ...fieldsOf(loaded, named), minor } as Account;
}

/** The minor, whose number is noted apart from it. */
function withMinor(known: Account, row: Row, loaded: Account): Account["minor"] {
  const minor = "minor" in row ? loaded.minor : known.minor;
  const ssn = "minorSsnLast4" in row ? row.minorSsnLast4 : known.minor?.SSN;
  return minor && { ...minor, SSN: (ssn as string | null | undefined) ?? null };
}

function detailOf(row: Row): AccountDetail {
  const list = (name: string) => (row[name] ?? []) as Row[];
  const beneficiaries = (name: string, kind: BeneficiaryKind) =>
    list(name).map((each) => ({ ...each, kind }));
  const exclusions = (name: string, kind: ExclusionKind) =>
    list(name).map((each) => ({ ...each, kind }));
  const contact = ({ position, ...each }: Row) => each;
  return {
    ...row,
    number: row.accountNumber,
    minor: row.minor ?? null,
    firmId: row.firmId ?? null,
    minorSsnLast4: row.minorSsnLast4 ?? null,
    owners: list("owners").map(({ loginId }) => loginId),
    trustees: list("trustees").map(({ loginId }) => loginId),
    beneficiaries: [
      ...beneficiaries("primaryBeneficiaries", "P"),
      ...beneficiaries("contingentBeneficiaries", "C"),
    ],
    trustedContacts: list("trustedContacts").map(contact),
    exclusions: [
      ...exclusions("securityExclusions", "SECURITY"),
      ...exclusions("issueExclusions", "ISSUE"),
      ...exclusions("sectorExclusions", "SECTOR"),
    ],
  } as unknown as AccountDetail;
}
