// How members are loaded: clients and staff of a firm. (interface 6)
import { loadKind } from "../../platform/bulk/load-kind.ts";
import { codeList } from "../../reference/codes.ts";
import { valueErrors } from "../../values/errors.ts";
import { anyName } from "../../values/names.ts";
import { choice, day, id, text } from "../../values/scalars.ts";
import { list, object, optional } from "../../values/wire.ts";
import { AddressRecord } from "../address.ts";
import { tidBinding, tidPurpose } from "./sealed-tid.ts";

const Telephone = object({
  kind: text({ pattern: /^(home|work|mobile)$/, description: "home, work or mobile" }),
  number: text({ max: 24, pattern: /^\+?[0-9][0-9 ().-]{5,22}$/ }),
});

const MemberRecord = object({
  loginId: text({ max: 64, pattern: /^\S+$/, examples: ["ann.whitfield"] }),
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
      description: "Nine digits, with or without dashes; kept sealed. No two members share one.",
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
});

/** The file `members`. */
export const memberKind = loadKind({
  name: "members",
  about: "The clients that a firm manages, and its staff.",
  columns: MemberRecord,
  table: "member",
  key: ["loginId"],
  ofFirm: { field: "firmOid" },
  privateFields: [
    ...(["firstName", "lastName", "dateOfBirth", "tid", "email1"] as const),
    ...(["primaryAddress", "telephones", "employmentStatus", "citizenship"] as const),
    ...(["annualIncomeRange", "liquidNetWorthRange", "netWorthRange"] as const),
  ],
  privileges: ["firmOid", "membershipType"],
  fields: { email1: "email", tid: null, telephones: null },
  derived: {
    columns: ["telephones", "tid_sealed", "tid_hash", "tid_last4"],
    of: ({ loginId, tid, telephones = [] }, { vault }) => {
      if (tid === undefined) return { telephones };
      const digits = tid.replaceAll("-", "");
      return {
        telephones,
        tid_sealed: vault.seal(digits, tidBinding(loginId)),
        tid_hash: vault.hash(tidPurpose, digits),
        tid_last4: digits.slice(-4),
      };
    },
  },
  secrets: [{ name: "tid", sealed: "tid_sealed", hash: "tid_hash" }],
  references: [{ fields: ["firmOid"], table: "firm", columns: ["firm_oid"] }],
  uniques: [
    { field: "memberOid", columns: ["member_oid"], reason: "Another member has this id." },
    { field: "tid", columns: ["tid_hash"], reason: "Another member has this number." },
  ],
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
