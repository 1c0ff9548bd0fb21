// The members who may be permitted on an account: one row for each reason.
import { expect, test } from "vitest";
import { parseJson } from "../../../values/json.ts";
import type { Problem } from "../../../values/problem.ts";
import { checkShape } from "../../../values/shape-rule.ts";
import { decodeSoundFields } from "../../../values/wire.ts";
import { permissionLifeCycle } from "./life-cycle.ts";
import { problemsWithGrant, problemsWithStep, rulesOfModification } from "./rules.ts";
import { NewPermission } from "./schema.ts";

const good = { loginId: "ana", permission: "DV", alertLevel: "limited", listOnReport: false };
const codes = (problems: readonly Problem[]) =>
  problems.map((problem) => ("errorCode" in problem ? problem.errorCode : problem.type));

test.each<[object, string[]]>([
  [{}, []],
  [{ permission: "AC" }, []],
  [{ permission: "AM" }, ["account.permission.alert.level.rule"]],
  [{ permission: "AM", alertLevel: "all" }, []],
  [{ alertLevel: "some" }, ["invalid.choice"]],
  [{ listOnReport: undefined }, ["null.list.on.report"]],
  [{ loginId: "ben" }, ["uri.matching.rule"]],
  [{ accountNumber: "RA00000001" }, []],
  [{ accountNumber: "RA00000002" }, ["uri.matching.rule"]],
])("the shape with %j: %j", (change, expected) => {
  const about = {
    now: new Date("2026-03-02T15:00:00Z"),
    params: { accountnumber: "RA00000001", loginid: "ana" },
    query: {},
    firmKind: "institutional",
  } as const;
  const found: Problem[] = [];
  const body = parseJson(JSON.stringify({ ...good, ...change }));
  const decoded = decodeSoundFields(NewPermission, body, found);
  found.push(...checkShape(rulesOfModification, decoded, about, found));
  expect(codes(found)).toEqual(expected);
});

test.each<[string, Parameters<typeof problemsWithGrant>[1], string[]]>([
  ["DV", { held: "none", isOfFirm: true, isOwner: false }, []],
  ["AC", { held: "none", isOfFirm: true, isOwner: false }, ["for.account.creator"]],
  ["DV", { held: "AC", isOfFirm: true, isOwner: false }, ["for.account.creator"]],
  ["DV", { held: "AC", isOfFirm: true, isOwner: true }, ["for.account.creator", "member"]],
  ["DV", { held: "none", isOfFirm: false, isOwner: false }, ["member"]],
  ["DV", { held: "none", isOfFirm: true, isOwner: true }, ["member"]],
  ["DV", { held: "SV", isOfFirm: true, isOwner: false }, ["unique"]],
])("%s for %j: %j", (permission, facts, expected) => {
  const found = problemsWithGrant({ ...good, permission }, facts);
  expect(codes(found)).toEqual(expected.map((each) => `account.permission.${each}.rule`));
});

test("each level can be given, taken, and changed into each other; the creator's cannot", () => {
  const levels = ["SV", "DV", "MM", "TR", "TM", "AM"];
  expect(permissionLifeCycle.states).toEqual([...levels, "AC"]);
  for (const from of levels) {
    for (const to of [...levels, "none"]) expect(problemsWithStep(from, to)).toEqual([]);
    expect(codes(problemsWithStep(from, "AC"))).toHaveLength(1);
    expect(codes(problemsWithStep("AC", from))).toHaveLength(1);
  }
  expect(codes(problemsWithStep("AC", "none"))).toEqual([
    "account.permission.for.account.creator.rule",
  ]);
});
