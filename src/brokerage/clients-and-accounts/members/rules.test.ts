// The rules of members: a row per reason.

import type { Day } from "@bursar/values/dates";
import { expect, test } from "vitest";
import type { Problem } from "../../../values/problem.ts";
import { checkShape } from "../../../values/shape-rule.ts";
import { decodeSoundFields } from "../../../values/wire.ts";
import { isPoBox } from "../accounts/address.ts";
import { isUnderAge } from "./person.ts";
import { problemsWithNewMember, rulesOfMemberUpdate, rulesOfNewMember } from "./rules.ts";
import { MemberUpdate } from "./schema.ts";

const now = new Date("2026-03-02T15:00:00Z");
const address = { line1: "9 Pier Road", city: "Troy", state: "NY", zipcode: "12180" };
const client = {
  membershipType: "N",
  dateOfBirth: "1980-05-02",
  tid: "987656789",
  primaryAddress: address,
  mobileTelephone: "518-555-0190",
  citizenship: "C",
  employmentStatus: "RETIRED",
};
const staff = { membershipType: "S", firmOid: "1002" };

type Kind = "operator" | "institutional";

function codesOf(firmKind: Kind, body: object, rules = rulesOfNewMember): string[] {
  const about = { now, params: { loginid: "ada.whitfield" }, query: {}, firmKind };
  const problems = checkShape(rules, body, about, []);
  return problems.map((problem) => ("errorCode" in problem ? String(problem.errorCode) : ""));
}

test.each<[string, Kind, object, string[]]>([
  ["a client of the firm", "institutional", client, []],
  ["a client by the operator", "operator", { ...client, firmOid: "1002" }, []],
  ["staff by the operator", "operator", staff, []],
  ["no firm by the operator", "operator", client, ["null.firm.oid"]],
  [
    "a client of whom nothing is said",
    "institutional",
    { membershipType: "N" },
    [
      "null.date.of.birth",
      "null.tid",
      "null.primary.address",
      "null.citizenship",
      "null.employment.status",
      "member.telephone.rule",
    ],
  ],
  ["staff by a firm", "institutional", { membershipType: "S" }, ["member.operator.rule"]],
  ["a firm's own id", "institutional", { ...client, firmOid: "1002" }, ["member.operator.rule"]],
  [
    "no telephone",
    "institutional",
    { ...client, mobileTelephone: null },
    ["member.telephone.rule"],
  ],
  [
    "a P.O. box and a child",
    "institutional",
    { ...client, primaryAddress: { ...address, line1: "P.O. Box 7" }, dateOfBirth: "2010-01-01" },
    ["member.primary.address.cannot.be.po.box", "member.legal.age.state.rule"],
  ],
])("%s", (_, kind, body, codes) => {
  expect(codesOf(kind, body)).toEqual(codes);
});

test.each([
  ["NY", "2008-03-02", false],
  ["NY", "2008-03-03", true],
  ["AL", "2007-03-02", false],
  ["AL", "2007-03-03", true],
  ["NE", "2008-03-02", true],
  ["MS", "2005-03-02", false],
  ["MS", "2005-03-03", true],
  [undefined, "2008-03-02", false],
  [undefined, "2008-03-03", true],
])("in %s somebody born on %s is under age: %s", (state, born, isUnder) => {
  expect(isUnderAge(born as Day, state, "2026-03-02" as Day)).toBe(isUnder);
});

test.each([
  ["P.O. Box 7", true],
  ["PO BOX7", true],
  ["p. o. box 7", true],
  ["Post Office Box 7", true],
  ["9 Pier Road", false],
  ["12 PO Box Lane", false],
  ["PO Boxwood Lane", false],
  ["1 Post Office Square", false],
])("%s is a P.O. box: %s", (line1, expected) => {
  expect(isPoBox({ line1 })).toBe(expected);
  expect(isPoBox({ line1: "9 Pier Road", line2: line1 })).toBe(expected);
  expect(isPoBox({ line1: "9 Pier Road", line2: "Floor 2", line3: line1 })).toBe(expected);
});

test.each([
  ["518-555-0171", []],
  ["(518) 555-0171 ext. 12", []],
  ["+49 30 123456", []],
  ["1".repeat(24), []],
  ["1".repeat(25), ["invalid.day.telephone"]],
  ["call me", ["invalid.day.telephone"]],
])("the telephone number %s: %j", (dayTelephone, codes) => {
  const problems: Problem[] = [];
  decodeSoundFields(MemberUpdate, { dayTelephone }, problems);
  expect(problems.map((each) => "errorCode" in each && each.errorCode)).toEqual(codes);
});

const facts = {
  firmKind: "institutional",
  isLoginIdTaken: false,
  isTidTaken: false,
  hasUnknownTicker: false,
};

test.each([
  ["N", {}, []],
  ["S", { firmKind: "issuing" }, []],
  ["N", { firmKind: "issuing" }, ["member.firm.rule"]],
  ["S", { firmKind: undefined }, ["member.firm.rule"]],
  ["N", { isLoginIdTaken: true }, ["member.unique.login.id"]],
  ["N", { isTidTaken: true }, ["member.unique.ssn.rule"]],
  ["N", { hasUnknownTicker: true }, ["member.tenpct.security.rule"]],
  [
    "N",
    { isTidTaken: true, isLoginIdTaken: true },
    ["member.unique.login.id", "member.unique.ssn.rule"],
  ],
])("a new member of kind %s where %j", (membershipType, other, codes) => {
  const problems = problemsWithNewMember({ membershipType }, { ...facts, ...other });
  expect(problems.map((each) => "errorCode" in each && each.errorCode)).toEqual(codes);
});

test.each([
  [{ loginId: "ada.whitfield", firstName: "Ada" }, []],
  [{ loginId: "Ada.Whitfield" }, ["uri.matching.rule"]],
  [
    { primaryAddress: { ...address, line1: "PO Box 7" } },
    ["member.primary.address.cannot.be.po.box"],
  ],
  [
    { primaryAddress: { ...address, line2: "PO Box 7" } },
    ["member.primary.address.cannot.be.po.box"],
  ],
])("an update %j", (body, codes) => {
  expect(codesOf("institutional", body, rulesOfMemberUpdate as never)).toEqual(codes);
});
