// What is wrong with a loaded account or folio by its own fields; constraints hold the same.
import type { RowProblem } from "../../platform/bulk/load-kind.ts";
import { accountTypes, taxReliefMethods } from "../../reference/codes.ts";
import { isFolioNumber } from "../../values/ids.ts";
import { isOutOfReach, isReversed, isSimpleIra } from "./rules.ts";
import type { NewExclusion, NewTrustedContact } from "./schema.ts";

interface LoadedAccount {
  readonly accountType: string;
  readonly owners: readonly string[];
  readonly permittedLoginIds?: readonly string[];
  readonly defaultTaxLotSelection?: string;
  readonly longTermTaxRate?: unknown;
  readonly shortTermTaxRate?: unknown;
  readonly initContributionDate?: unknown;
  readonly trustedContacts?: readonly NewTrustedContact[];
  readonly securityExclusions?: readonly NewExclusion[];
  readonly issueExclusions?: readonly NewExclusion[];
  readonly sectorExclusions?: readonly NewExclusion[];
}

/** The faults of an account: owners, what its kind does not have, and entries that are not whole. */
export function faultsOfAccount(row: LoadedAccount): readonly RowProblem[] {
  const taxability = accountTypes.find(row.accountType)?.taxability;
  const method = taxReliefMethods.find(row.defaultTaxLotSelection ?? "");
  const faults: (RowProblem | false)[] = [
    row.owners.length === 0 && fault("owners", "An account has at least one owner."),
    isDoubled(row.owners) && fault("owners", "A login id stands there twice."),
    isDoubled(row.permittedLoginIds ?? []) &&
      fault("permittedLoginIds", "A login id stands there twice."),
    method !== undefined &&
      method.appliesTo !== taxability &&
      fault("defaultTaxLotSelection", "AVGC is for retirement accounts, the others for taxable."),
    taxability === "retirement" &&
      row.longTermTaxRate !== undefined &&
      fault("longTermTaxRate", "A retirement account has no tax rates."),
    taxability === "retirement" &&
      row.shortTermTaxRate !== undefined &&
      fault("shortTermTaxRate", "A retirement account has no tax rates."),
    !isSimpleIra(row.accountType) &&
      row.initContributionDate !== undefined &&
      fault("initContributionDate", "Only a SIMPLE IRA has it."),
    (row.trustedContacts ?? []).some(isOutOfReach) &&
      fault("trustedContacts", "A contact needs an email, a telephone or a mailing address."),
    ...(["securityExclusions", "issueExclusions", "sectorExclusions"] as const).map(
      (field) =>
        (row[field] ?? []).some(isReversed) && fault(field, "An exclusion ends before it starts."),
    ),
  ];
  return faults.filter((each) => each !== false);
}

function fault(column: string, reason: string): RowProblem {
  return { column, reason };
}

function isDoubled(list: readonly string[]): boolean {
  return new Set(list).size < list.length;
}

const typeOfDigits: Readonly<Record<string, string>> = { "01": "cash", "02": "holdings" };

/** The faults of a folio: its number is the account's and two digits, which tell its type. */
export function faultsOfFolio(row: {
  readonly accountNumber: string;
  readonly folioNumber: string;
  readonly folioType: string;
}): readonly RowProblem[] {
  const { accountNumber, folioNumber, folioType } = row;
  if (!isFolioNumber(folioNumber) || folioNumber.slice(0, -2) !== accountNumber) {
    return [fault("folioNumber", "It must be the account's number and two digits, 01 and up.")];
  }
  const expected = typeOfDigits[folioNumber.slice(-2)] ?? "folio";
  if (folioType === expected) return [];
  return [fault("folioType", `The folio ${folioNumber.slice(-2)} of an account is ${expected}.`)];
}
