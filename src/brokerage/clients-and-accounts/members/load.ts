// How members are loaded: clients and staff of a firm. (interface 6)
import type { Static } from "typebox";
import type { SentRule } from "../../../platform/bulk/apply/load-sent.ts";
import { loadKind } from "../../../platform/bulk/load-kind.ts";
import type { CellHint } from "../../../platform/bulk/read/cell-limits.ts";
import { codeList, industries } from "../../../reference/codes.ts";
import { valueErrors } from "../../../values/errors.ts";
import { anyName, loginIdForm } from "../../../values/names.ts";
import { rowRules } from "../../../values/row-rule.ts";
import { bool, choice, day, decimal, id, text } from "../../../values/scalars.ts";
import { list, object, optional } from "../../../values/wire.ts";
import {
  AddressRecord,
  NewMailingAddress,
  poBoxHints,
  telephoneNumber,
} from "../accounts/address.ts";
import { renewLoadedExclusions, renewSearchTextsOfMembers } from "../accounts/changes.ts";
import { foldedLoginId } from "./folded-login-id.ts";
import {
  completeVerification,
  selectLinesOfStaff,
  updateUnvouchedAddresses,
} from "./load-queries.ts";
import { tidBinding, tidPurpose } from "./sealed-tid.ts";
import { sealAddress } from "./sign-in-address.ts";

const Telephone = object({
  kind: text({ pattern: /^(home|work|mobile)$/, description: "home, work or mobile" }),
  number: telephoneNumber,
});

const MemberRecord = object({
  loginId: text({ max: 64, pattern: loginIdForm, examples: ["ann.whitfield"] }),
  memberOid: id({ description: "The member's id; no two members share one." }),
  firmOid: id({ description: "The firm that manages the client, or for which the member works." }),
  membershipType: choice(codeList("membership-type")),
  firstName: text({ max: 20, pattern: anyName }),
  lastName: text({ max: 35, pattern: anyName }),
  dateOfBirth: optional(day()),
  tid: optional(
    text({
      max: 11,
      pattern: /^(\d{9}|\d{3}-\d{2}-\d{4}|\d{2}-\d{7})$/,
      error: valueErrors.ssn,
      description:
        "Nine digits, with or without dashes; stored sealed. No two members of a firm share one.",
    }),
  ),
  email1: optional(text({ max: 254, pattern: /^[^\s@]+@[^\s@]+$/ })),
  primaryAddress: optional(AddressRecord),
  telephones: optional(
    list(Telephone, { max: 5, description: "Entries of `kind` and `number`; none if left out." }),
  ),
  employmentStatus: optional(choice(codeList("employment-status"))),
  citizenship: optional(choice(codeList("citizenship"))),
  annualIncomeRange: optional(choice(codeList("annual-income-range"))),
  liquidNetWorthRange: optional(choice(codeList("liquid-net-worth-range"))),
  netWorthRange: optional(choice(codeList("net-worth-range"))),
  title: optional(choice(codeList("title"))),
  middleName: optional(text({ max: 20, pattern: anyName })),
  suffix: optional(choice(codeList("suffix"))),
  email2: optional(text({ max: 254, pattern: /^[^\s@]+@[^\s@]+$/ })),
  mailingAddress: optional(NewMailingAddress),
  residenceCountry: optional(
    text({ max: 2, pattern: /^[A-Z]{2}$/, description: "Two letters; `US` if left out." }),
  ),
  accreditedInvestorAnnualIncome: optional(
    bool({
      description:
        "Whether the member states the income of an accredited investor; false if left out.",
    }),
  ),
  accreditedInvestorNetWorth: optional(
    bool({
      description:
        "Whether the member states the net worth of an accredited investor; false if left out.",
    }),
  ),
  privatePlacementExperience: optional(
    list(choice(industries), {
      max: 50,
      description: "Industries in which the member has invested before; none if left out.",
    }),
  ),
  directorOrTenPercentShareholder: optional(bool({ description: "False if left out." })),
  directorOrTenPercentShareholderCompany: optional(
    list(text({ max: 20 }), {
      max: 50,
      description: "Tickers of securities, which the member's accounts exclude; none if left out.",
    }),
  ),
  finraAffiliated: optional(bool({ description: "False if left out." })),
  finraCompany: optional(text({ max: 100, pattern: anyName })),
  employerName: optional(text({ max: 100, pattern: anyName })),
  occupationType: optional(text({ max: 100, pattern: anyName })),
  maritalStatus: optional(choice(codeList("marital-status"))),
  taxBracket: optional(decimal({ places: 0, min: "1", max: "5" })),
  dependentCount: optional(decimal({ places: 0, min: "0", max: "99" })),
  cipStatus: optional(
    choice(codeList("verification-status"), {
      description: "If left out, it stays, and a new member is `PASSED`.",
    }),
  ),
  staffRole: optional(
    choice(codeList("staff-role"), {
      description: "The role of one of the staff who signs in; `adviser` if left out.",
    }),
  ),
});

const rule = rowRules<Static<typeof MemberRecord>>();

/** The file `members`. */
export const memberKind = loadKind({
  name: "members",
  about: "The clients that a firm manages, and its staff.",
  columns: MemberRecord,
  table: "member",
  key: ["loginId"],
  ofFirm: { field: "firmOid" },
  hints: { ...poBoxHints("primaryAddress"), tid: tidHint, loginId: loginIdHint },
  privateFields: [
    ...(["firstName", "lastName", "dateOfBirth", "tid", "email1"] as const),
    ...(["primaryAddress", "telephones", "employmentStatus", "citizenship"] as const),
    ...(["annualIncomeRange", "liquidNetWorthRange", "netWorthRange"] as const),
    ...(["title", "middleName", "suffix", "email2", "mailingAddress", "residenceCountry"] as const),
    ...(["employerName", "occupationType", "maritalStatus", "taxBracket"] as const),
    ...(["dependentCount", "finraCompany", "directorOrTenPercentShareholderCompany"] as const),
  ],
  privileges: ["firmOid", "membershipType", "staffRole"],
  rules: [
    rule(["membershipType", "staffRole"], ({ membershipType, staffRole }) =>
      staffRole === undefined || membershipType === "staff"
        ? []
        : [{ column: "staffRole", reason: "Only staff have a role." }],
    ),
  ],
  fields: {
    email1: "email",
    tid: null,
    telephones: null,
    residenceCountry: null,
    accreditedInvestorAnnualIncome: null,
    accreditedInvestorNetWorth: null,
    privatePlacementExperience: null,
    directorOrTenPercentShareholder: null,
    directorOrTenPercentShareholderCompany: null,
    finraAffiliated: null,
  },
  derived: {
    columns: [
      "login_id_folded",
      "telephones",
      "tid_sealed",
      "tid_hash",
      "tid_last4",
      "residence_country",
      "accredited_by_income",
      "accredited_by_net_worth",
      "private_placement_experience",
      "is_director_or_shareholder",
      "own_company_tickers",
      "finra_affiliated",
      "sign_in_sealed",
      "sign_in_hash",
    ],
    of: (row, { vault }) => {
      const { loginId, tid, telephones = [] } = row;
      const others = {
        login_id_folded: foldedLoginId(loginId),
        telephones,
        residence_country: row.residenceCountry ?? "US",
        accredited_by_income: row.accreditedInvestorAnnualIncome ?? false,
        accredited_by_net_worth: row.accreditedInvestorNetWorth ?? false,
        private_placement_experience: row.privatePlacementExperience ?? [],
        is_director_or_shareholder: row.directorOrTenPercentShareholder ?? false,
        own_company_tickers: row.directorOrTenPercentShareholderCompany ?? [],
        finra_affiliated: row.finraAffiliated ?? false,
        ...sealAddress(vault, {
          loginId,
          firmOid: row.firmOid,
          membershipType: row.membershipType,
          staffRole: row.staffRole ?? null,
          email: row.email1 ?? null,
        }),
      };
      if (tid === undefined) return others;
      const digits = tid.replaceAll("-", "");
      return {
        ...others,
        tid_sealed: vault.seal(digits, tidBinding(loginId)),
        tid_hash: vault.hash(tidPurpose, digits),
        tid_last4: digits.slice(-4),
      };
    },
  },
  secrets: [
    { name: "tid", sealed: "tid_sealed", hash: "tid_hash" },
    { name: "signInAddress", sealed: "sign_in_sealed", hash: "sign_in_hash" },
  ],
  references: [{ fields: ["firmOid"], table: "firm", columns: ["firm_oid"] }],
  uniques: [
    { field: "memberOid", columns: ["member_oid"], reason: "Another member has this id." },
    {
      field: "loginId",
      columns: ["login_id_folded"],
      reason: "Another member has this login id, ignoring case.",
    },
    {
      field: "tid",
      columns: ["firm_oid", "tid_hash"],
      reason: "Another member of the firm has this number.",
    },
  ],
  beforeApply: async (tx) => {
    await completeVerification(tx);
    return [];
  },
  afterApply: renewSearchTextsOfMembers,
  atEnd: renewLoadedExclusions,
  constraints: {
    account_primary_owner: {
      column: "firmOid",
      reason: "A member who owns an account cannot change its firm.",
    },
    api_user_bound_member: {
      column: "firmOid",
      reason: "A member to whom an API user is bound cannot change its firm.",
    },
  },
  subject: (row) => `member:${row.loginId}`,
  example: [
    "loginId,memberOid,firmOid,membershipType,firstName,lastName,dateOfBirth,tid",
    "harbor.lin,2101,1002,staff,Grace,Lin,,",
    "redwood.meyer,2301,1004,staff,Jonas,Meyer,,",
    "ann.whitfield,2190,1002,client,Ann,Whitfield,1971-04-09,900-12-3456",
  ].join("\n"),
});

/** Faults of members that are sent: nobody becomes or changes one of the staff by request.
 * An address that is sent authenticates nobody, unless it is the one that does so already. */
export const problemsWithSentMembers: NonNullable<SentRule["check"]> = async (tx) => {
  await updateUnvouchedAddresses(tx);
  const lines = await selectLinesOfStaff(tx);
  const reason = "Staff, who have rights, are loaded by the command `bursar load` alone.";
  return lines.map((line) => ({ line, column: "membershipType", reason }));
};

function tidHint(cell: string): CellHint | undefined {
  return /^\d{7,8}$/.test(cell)
    ? {
        reason: `A tax id has nine digits, and this one ${cell.length}.`,
        cure: "write all nine; spreadsheets drop zeros at the beginning",
      }
    : undefined;
}

function loginIdHint(cell: string): CellHint | undefined {
  return /:[A-Z]{2}$/.test(cell)
    ? {
        reason: "A login id that ends in a colon and two capital letters reads as `login:LEVEL`.",
        cure: "give the member a login id with another end",
      }
    : undefined;
}
