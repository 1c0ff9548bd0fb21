// How accounts are loaded, with owners, beneficiaries, contacts and exclusions.
// (interface 2.2)

import { addDays, type Day, newYorkDay } from "@bursar/values/dates";
import { RowsRefused } from "../../../platform/bulk/kinds/load-problem.ts";
import { type ListTable, loadKind } from "../../../platform/bulk/load-kind.ts";
import type { Tx } from "../../../platform/store/db.ts";
import { accountTypes, taxReliefMethods } from "../../../reference/codes.ts";
import { personName } from "../../../values/names.ts";
import { bool, choice, day, decimal, id, text } from "../../../values/scalars.ts";
import { list, object, optional } from "../../../values/wire.ts";
import { type BeneficiaryKind, sealSsn } from "./beneficiary-ssn.ts";
import { foldedName } from "./folded-name.ts";
import { rulesOfAccount } from "./load-faults.ts";
import {
  insertHouseholdNotes,
  selectForeignBeneficiaries,
  selectForeignBillingPlans,
  selectLoneContingents,
  selectNoTrustees,
  selectOwningTrustees,
  selectPermittedBefore,
  selectStagedAccounts,
  selectUnrepresentedFirms,
  updateHouseholdsLeft,
  updateStagedFirms,
} from "./load-queries.ts";
import { sealMinorSsn } from "./minor-ssn.ts";
import { renewLoadedExclusions } from "./owner-exclusions.ts";
import { columnsOfPermitted, permittedLogins } from "./permitted-logins.ts";
import {
  AccountName,
  BeneficiaryRecord,
  LoadedAccountNumber,
  type NewBeneficiary,
  NewExclusion,
  NewTrustedContact,
  nineDigits,
  ssn,
} from "./schema.ts";
import { renewSearchTexts } from "./search-queries.ts";

const loginId = text({ max: 64 });
const rate = optional(
  decimal({ places: 6, min: "0", max: "100", description: "Percent; only for taxable accounts." }),
);
const leftOut = "left out, the stored list stays";

const AccountRecord = object({
  accountNumber: LoadedAccountNumber,
  accountName: AccountName,
  accountType: choice(accountTypes),
  owners: list(loginId, { max: 20, description: "Login ids, the primary owner first." }),
  permittedLoginIds: optional(permittedLogins),
  firmId: optional(
    id({
      description:
        "Of a corporate account, the corporate firm that owns it; its representative is the " +
        "only owner.",
    }),
  ),
  billingPlanOid: optional(id({ description: "A plan of the primary owner's firm." })),
  defaultTaxLotSelection: optional(
    choice(taxReliefMethods, {
      description: "If left out, LGHL for a taxable account and AVGC for any other.",
    }),
  ),
  longTermTaxRate: rate,
  shortTermTaxRate: rate,
  fundsAveragedFrom: optional(
    day({
      description:
        "From this day on each fund has an average basis (26 CFR 1.1012-1(e)), as by an `AVE` of its " +
        "own; only for a taxable account.",
    }),
  ),
  initContributionDate: optional(day({ description: "Only for a SIMPLE IRA." })),
  w9BackupWithholding: optional(bool({ description: "False if left out." })),
  openedOn: day({ description: "The day on which the account was opened." }),
  minor: optional(
    object(
      {
        firstName: text({ max: 20, pattern: personName }),
        lastName: text({ max: 35, pattern: personName }),
        dateOfBirth: optional(day()),
        SSN: optional(ssn(nineDigits, "Nine digits, with or without dashes; stored sealed.")),
      },
      { description: "The minor of a custodial account." },
    ),
  ),
  trustees: optional(
    list(loginId, {
      max: 20,
      description: `Trustees of a trust, of types X and D; if ${leftOut}.`,
    }),
  ),
  primaryBeneficiaries: optional(
    list(BeneficiaryRecord, { description: `Only for an IRA; if ${leftOut}.` }),
  ),
  contingentBeneficiaries: optional(
    list(BeneficiaryRecord, {
      description: `Only for an IRA that has primary beneficiaries; if ${leftOut}.`,
    }),
  ),
  trustedContacts: optional(list(NewTrustedContact, { description: `If ${leftOut}.` })),
  securityExclusions: optional(list(NewExclusion, { description: `If ${leftOut}.` })),
  issueExclusions: optional(list(NewExclusion, { description: `If ${leftOut}.` })),
  sectorExclusions: optional(list(NewExclusion, { description: `If ${leftOut}.` })),
});

const parent = ["account_number"];
const toMember = { table: "member", columns: ["login_id"], to: ["login_id"], ofFirm: "firm_oid" };

function beneficiaries(
  field: "primaryBeneficiaries" | "contingentBeneficiaries",
  kind: BeneficiaryKind,
): ListTable<{
  readonly accountNumber: string;
  readonly primaryBeneficiaries?: readonly NewBeneficiary[];
  readonly contingentBeneficiaries?: readonly NewBeneficiary[];
}> {
  return {
    field,
    table: "beneficiary",
    parent,
    constant: { kind },
    columns: [
      "position",
      "first_name",
      "last_name",
      "ssn_sealed",
      "ssn_hash",
      "ssn_last4",
      "citizenship",
      "date_of_birth",
      "relationship",
      "share_pct",
    ],
    secrets: [{ name: "SSN", sealed: "ssn_sealed", hash: "ssn_hash" }],
    rows: (row, { vault }) =>
      (row[field] ?? []).map((entry, index) => {
        const place = { accountNumber: row.accountNumber, kind, position: index + 1 };
        const ssn = sealSsn(vault, entry.SSN, place);
        return {
          position: place.position,
          first_name: entry.firstName,
          last_name: entry.lastName,
          ssn_sealed: ssn.sealed,
          ssn_hash: ssn.hash,
          ssn_last4: ssn.last4,
          citizenship: entry.citizenship,
          date_of_birth: entry.dateOfBirth,
          relationship: entry.relationship,
          share_pct: entry.sharePct,
        };
      }),
  };
}

type ExclusionField = "securityExclusions" | "issueExclusions" | "sectorExclusions";

function exclusions(
  field: ExclusionField,
  kind: string,
): ListTable<{ readonly [K in ExclusionField]?: readonly NewExclusion[] }> {
  return {
    field,
    table: "exclusion",
    parent,
    constant: { kind },
    columns: ["position", "value", "start_on", "end_on"],
    rows: (row) =>
      (row[field] ?? []).map((entry, index) => ({
        position: index + 1,
        value: entry.exclusionValue,
        start_on: entry.exclusionStartDate,
        end_on: entry.exclusionEndDate,
      })),
  };
}

/** Beneficiaries that a row leaves out, and permissions given by request, stay as they are stored. A request
 * may change them until the account is locked, so they are judged once all is applied. */
async function refuseWithStored(tx: Tx): Promise<void> {
  const found = [
    ...(await selectForeignBeneficiaries(tx)),
    ...(await selectLoneContingents(tx)),
    ...(await selectPermittedBefore(tx)),
  ];
  if (found.length > 0) throw new RowsRefused(found.toSorted((a, b) => a.line - b.line));
}

/** Leaves households of another firm, and renews the search texts, also of accounts of which only the owners have
 * changed. */
async function renewLoaded(tx: Tx, today: Day): Promise<void> {
  const left = [];
  let numbers = await selectStagedAccounts(tx, "");
  while (numbers.length > 0) {
    left.push(...(await updateHouseholdsLeft(tx, numbers, addDays(today, -1))));
    await renewSearchTexts(tx, numbers);
    numbers = await selectStagedAccounts(tx, numbers.at(-1) ?? "");
  }
  await insertHouseholdNotes(tx, left);
}

/** The file `accounts`. */
export const accountKind = loadKind({
  name: "accounts",
  about:
    "Accounts with everything that the interface can update; an account's firm is that " +
    "of its primary owner. It goes to another firm once no login of the former one has a " +
    "permission that was given by request.",
  columns: AccountRecord,
  table: "account",
  ofFirm: {
    field: "owners",
    column: "primary_owner_login_id",
    through: { table: "member", column: "login_id", firm: "firm_oid" },
  },
  key: ["accountNumber"],
  privateFields: ["minor", "primaryBeneficiaries", "contingentBeneficiaries", "trustedContacts"],
  fields: {
    defaultTaxLotSelection: null,
    w9BackupWithholding: null,
    minor: null,
    firmId: "client_firm_oid",
  },
  secrets: [{ name: "minor.SSN", sealed: "minor_ssn_sealed", hash: "minor_ssn_hash" }],
  derived: {
    columns: [
      "firm_oid",
      "primary_owner_login_id",
      "default_tax_lot_selection",
      "w9_backup_withholding",
      "minor",
      "minor_ssn_sealed",
      "minor_ssn_hash",
      "minor_ssn_last4",
    ],
    // The firm is known once members are applied.
    of: (row, { vault }) => {
      const { minor } = row;
      const number = sealMinorSsn(vault, row.accountNumber, minor?.SSN);
      const isTaxable = accountTypes.find(row.accountType)?.taxability === "taxable";
      return {
        primary_owner_login_id: row.owners[0],
        default_tax_lot_selection: row.defaultTaxLotSelection ?? (isTaxable ? "LGHL" : "AVGC"),
        w9_backup_withholding: row.w9BackupWithholding ?? false,
        minor: minor && { ...minor, SSN: undefined },
        minor_ssn_sealed: number.sealed,
        minor_ssn_hash: number.hash,
        minor_ssn_last4: number.last4,
      };
    },
  },
  rules: rulesOfAccount,
  lists: [
    {
      field: "owners",
      table: "account_owner",
      parent,
      columns: ["position", "login_id"],
      rows: ({ owners }) =>
        owners.map((login, index) => ({ position: index + 1, login_id: login })),
      references: [{ ...toMember, field: "owners" }],
    },
    {
      table: "account_name",
      parent,
      columns: ["login_id", "folded_name"],
      rows: ({ owners, accountName }) =>
        owners.map((login) => ({ login_id: login, folded_name: foldedName(accountName) })),
      unique: {
        field: "accountName",
        columns: ["login_id", "folded_name"],
        reason: "An owner has another account with this name.",
      },
    },
    {
      field: "permittedLoginIds",
      table: "account_permitted_login",
      parent,
      columns: ["login_id", "permission", "alert_level"],
      rows: ({ permittedLoginIds = [] }) => permittedLoginIds.map(columnsOfPermitted),
      keptBy: "by_request",
      references: [{ ...toMember, field: "permittedLoginIds" }],
    },
    beneficiaries("primaryBeneficiaries", "P"),
    beneficiaries("contingentBeneficiaries", "C"),
    {
      field: "trustedContacts",
      table: "trusted_contact",
      parent,
      columns: [
        "position",
        "first_name",
        "last_name",
        "relationship",
        "email",
        "telephone",
        "mailing_address",
        "date_of_birth",
      ],
      rows: ({ trustedContacts = [] }) =>
        trustedContacts.map((contact, index) => ({
          position: index + 1,
          first_name: contact.firstName,
          last_name: contact.lastName,
          relationship: contact.relationship,
          email: contact.email,
          telephone: contact.telephone,
          mailing_address: contact.mailingAddress,
          date_of_birth: contact.dateOfBirth,
        })),
    },
    exclusions("securityExclusions", "SECURITY"),
    exclusions("issueExclusions", "ISSUE"),
    exclusions("sectorExclusions", "SECTOR"),
    {
      field: "trustees",
      table: "account_trustee",
      parent,
      columns: ["position", "login_id"],
      rows: ({ trustees = [] }) =>
        trustees.map((login, index) => ({ position: index + 1, login_id: login })),
      references: [{ ...toMember, field: "trustees" }],
    },
  ],
  references: [
    { fields: ["billingPlanOid"], table: "billing_plan", columns: ["billing_plan_oid"] },
    { fields: ["firmId"], table: "firm", columns: ["firm_oid"] },
  ],
  beforeApply: async (tx) => {
    await updateStagedFirms(tx);
    return [
      ...(await selectForeignBillingPlans(tx)),
      ...(await selectUnrepresentedFirms(tx)),
      ...(await selectOwningTrustees(tx)),
      ...(await selectNoTrustees(tx)),
    ];
  },
  afterApply: async (tx, _changed, { now }) => {
    await refuseWithStored(tx);
    await renewLoaded(tx, newYorkDay(now));
  },
  atEnd: renewLoadedExclusions,
  subject: (row) => row.accountNumber,
  example: [
    "accountNumber,accountName,accountType,owners,billingPlanOid,openedOn",
    'RA1234ABCD,Everyday,I,"[""ann.whitfield""]",3001,2019-03-04',
  ].join("\n"),
});
