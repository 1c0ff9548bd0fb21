// The transfers that are allowed, and their steps: one row for each reason.
import { describe, expect, test } from "vitest";
import { transferStatuses } from "../../../reference/codes.ts";
import { type JsonValue, parseJson } from "../../../values/json.ts";
import type { Problem } from "../../../values/problem.ts";
import { checkShape } from "../../../values/shape-rule.ts";
import { decodeSoundFields } from "../../../values/wire.ts";
import { exampleSignature } from "../../clients-and-accounts/agreements/signature.ts";
import { mayMoveTransfer } from "./life-cycle.ts";
import {
  problemsWithNew,
  problemsWithUpdate,
  rulesOfNewTransfer,
  rulesOfTransferUpdate,
  type TransferFacts,
} from "./rules.ts";
import { NewTransfer, TransferUpdate } from "./schema.ts";

const about = {
  now: new Date("2026-03-02T15:00:00Z"),
  params: { accountnumber: "RA00000001", acatid: "A1" },
  query: {},
  firmKind: "institutional",
} as const;
const signature = { loginId: "ada", data: exampleSignature };
const full = {
  loginId: "ada",
  contraAccountNumber: "77-12",
  contraAccountType: "I",
  contraFirmName: "Cedar Clearing",
  transferType: "full",
  signatureImageEncoding: "SVG",
  signatures: [signature],
};
const partial = { ...full, transferType: "partial", cashAmount: "10" };

const codes = (problems: readonly Problem[]) =>
  problems.map((each) =>
    "field" in each && "errorCode" in each ? `${each.field} ${each.errorCode}` : codeOf(each),
  );
const codeOf = (problem: Problem) => ("errorCode" in problem ? problem.errorCode : problem.type);

function shapeOf(body: object): (string | undefined)[] {
  const found: Problem[] = [];
  const raw: JsonValue = parseJson(JSON.stringify(body));
  const decoded = decodeSoundFields(NewTransfer, raw, found);
  found.push(...checkShape(rulesOfNewTransfer, decoded, about, found));
  return codes(found);
}

describe("the shape of a new transfer", () => {
  const stock = { ticker: "ACME" };
  test.each<[object, string[]]>([
    [full, []],
    [partial, []],
    [{ ...full, accountNumber: "RA00000001" }, []],
    [{ ...full, accountNumber: "RA00000002" }, ["uri.matching.rule"]],
    [{ ...full, rothFiveYear: "2026" }, []],
    [{ ...full, rothFiveYear: 1997 }, []],
    [{ ...full, rothFiveYear: "1996" }, ["rothFiveYear invalid.roth.five.year"]],
    [{ ...full, rothFiveYear: "2027" }, ["rothFiveYear invalid.roth.five.year"]],
    [
      { ...full, signatures: [signature, { ...signature, data: "R0lGODlh" }] },
      ["signatures[1].data invalid.signature.data"],
    ],
    [{ ...full, stocks: [] }, []],
    [{ ...full, stocks: [{ ...stock, amount: "1" }] }, ["acat.full.assets.rule"]],
    [{ ...full, cashAmount: "1" }, ["acat.full.assets.rule"]],
    [{ ...full, transferAllCash: true }, ["acat.full.assets.rule"]],
    [{ ...full, transferAllCash: false }, []],
    [{ ...partial, cashAmount: undefined }, ["acat.partial.assets.rule"]],
    [{ ...partial, transferAllCash: true }, ["acat.partial.assets.rule"]],
    [{ ...partial, stocks: [stock] }, ["acat.partial.assets.rule"]],
    [{ ...partial, stocks: [{ ...stock, transferAll: false }] }, ["acat.partial.assets.rule"]],
    [
      { ...partial, stocks: [{ ...stock, amount: "1", transferAll: true }] },
      ["acat.partial.assets.rule"],
    ],
    [{ ...partial, stocks: [{ ...stock, amount: "0.00001" }] }, []],
    [{ ...partial, stocks: [{ ...stock, transferAll: true }] }, []],
    [{ ...full, transferType: "non-ACAT" }, []],
    [{ ...partial, transferType: "non-ACAT", transferAllCash: true }, ["acat.partial.assets.rule"]],
    [{ ...partial, transferType: "non-ACAT", stocks: [stock] }, ["acat.partial.assets.rule"]],
  ])("%j: %j", (body, expected) => {
    expect(shapeOf(body)).toEqual(expected);
  });
});

describe("a new transfer and what is stored", () => {
  const cedar = { name: "Cedar Clearing", dtcNumber: "0901", acatEligible: true };
  const facts: TransferFacts = {
    accountType: "I",
    owners: ["ada"],
    contraFirm: cedar,
    inForce: [],
    unverified: [],
    open: [],
  };
  const open = {
    transferType: "full",
    contraAccountNumber: "77 12",
    contraFirmName: "Cedar Clearing",
    dtcNumber: "0901",
    hasAssets: false,
  };
  const aPart = { ...open, transferType: "partial", hasAssets: true };
  const loadedPart = { ...aPart, contraFirmName: null, hasAssets: false };
  const byHand = { ...cedar, acatEligible: false };
  test.each<[object, Partial<TransferFacts>, string[]]>([
    [{}, {}, []],
    [{ loginId: "ben" }, {}, ["acat.member.rule"]],
    [{ contraAccountType: "J" }, {}, ["acat.account.type.rule"]],
    [{ rothFiveYear: "2001" }, {}, ["acat.roth.rule"]],
    [{ rothFiveYear: "2001", contraAccountType: "S" }, { accountType: "S" }, []],
    [{}, { contraFirm: undefined }, ["acat.contra.firm.rule"]],
    [{}, { contraFirm: byHand }, ["acat.contra.firm.eligible.rule"]],
    [{ transferType: "non-ACAT" }, {}, ["acat.contra.firm.eligible.rule"]],
    [{ transferType: "non-ACAT" }, { contraFirm: byHand }, []],
    [{}, { owners: ["ada", "ben"] }, ["acat.signature.owner.rule"]],
    [{ signatures: [signature, signature] }, {}, ["acat.signature.owner.rule"]],
    [
      { signatures: [signature, { ...signature, loginId: "ben" }] },
      {},
      ["acat.signature.owner.rule"],
    ],
    [{}, { inForce: [{ reasonCode: "021", typeCode: "CR" }] }, ["account.restricted.rule"]],
    [{}, { inForce: [{ reasonCode: "020", typeCode: "SO" }] }, ["account.restricted.rule"]],
    [{}, { inForce: [{ reasonCode: "021", typeCode: "SO" }] }, []],
    [{}, { unverified: ["ada"] }, ["member.verification.rule"]],
    [{}, { open: [open] }, ["acat.duplicate.rule"]],
    [{}, { open: [aPart] }, ["acat.duplicate.rule"]],
    [{ transferType: "partial", cashAmount: "1" }, { open: [open] }, ["acat.duplicate.rule"]],
    [{ transferType: "partial", cashAmount: "1" }, { open: [aPart] }, []],
    [{ transferType: "partial", cashAmount: "1" }, { open: [loadedPart] }, []],
    [{}, { open: [loadedPart] }, ["acat.duplicate.rule"]],
    [{}, { open: [{ ...open, contraAccountNumber: "77/12." }] }, ["acat.duplicate.rule"]],
    [{}, { open: [{ ...open, contraAccountNumber: "7712B" }] }, []],
    [{}, { open: [{ ...open, contraFirmName: "Dune" }] }, []],
    [{}, { open: [{ ...open, contraFirmName: null }] }, ["acat.duplicate.rule"]],
    [{}, { open: [{ ...open, contraFirmName: null, dtcNumber: null }] }, []],
    [
      { transferType: "non-ACAT" },
      { contraFirm: byHand, open: [{ ...open, transferType: "non-ACAT", hasAssets: true }] },
      ["acat.duplicate.rule"],
    ],
    [
      { loginId: "ben", contraAccountType: "J" },
      { contraFirm: undefined, open: [open] },
      ["acat.member.rule", "acat.account.type.rule", "acat.contra.firm.rule"],
    ],
  ])("%j with %j: %j", (change, known, expected) => {
    const request = { ...full, ...change } as unknown as NewTransfer;
    expect(codes(problemsWithNew(request, { ...facts, ...known }))).toEqual(expected);
  });
});

test.each([
  [{ status: "Submitted" }, []],
  [{ status: "Submitted", acatid: "A1" }, []],
  [{ status: "Submitted", acatid: "A2" }, ["uri.matching.rule"]],
  [{ status: "Rejected" }, ["reasonCode null.reason.code"]],
  [{ status: "Rejected", reasonCode: "01" }, []],
])("the shape of a change %j: %j", (body, expected) => {
  const found: Problem[] = [];
  const decoded = decodeSoundFields(TransferUpdate, parseJson(JSON.stringify(body)), found);
  found.push(...checkShape(rulesOfTransferUpdate, decoded, about, found));
  expect(codes(found)).toEqual(expected);
});

describe("a transfer moves on", () => {
  const statuses = transferStatuses.rows.map(({ code }) => code);
  /** The statuses to which the operator may move a transfer, by its status. */
  const next = (transferType: string, by: "operator" | "institutional" = "operator") =>
    statuses.flatMap((from) => {
      const to = statuses.filter((each) => mayMoveTransfer(transferType, { from, to: each, by }));
      return to.length > 0 ? [`${from}: ${to.join(", ")}`] : [];
    });

  test("step by step if it is full or partial", () => {
    const steps = [
      "Request Pending: Submitted, Rejected, Transfer Closed - No Action, Cancelled",
      "Submitted: In Review, Rejected, Transfer Closed - No Action, Cancelled, Failed",
      "In Review: Adjusted, Accelerated, Settling, Rejected, Cancelled, Failed",
      "Adjusted: In Review, Accelerated, Settling, Rejected, Cancelled, Failed",
      "Accelerated: Settling, Failed",
      "Settling: Completed, Failed",
    ];
    expect(next("full")).toEqual(steps);
    expect(next("partial")).toEqual(steps);
  });

  test("without a review if it is by hand", () => {
    expect(next("non-ACAT")).toEqual([
      "Request Pending: Submitted, Rejected, Transfer Closed - No Action, Cancelled",
      "Submitted: Settling, Rejected, Transfer Closed - No Action, Cancelled, Failed",
      "Settling: Completed, Failed",
    ]);
  });

  test.each(["full", "non-ACAT"])("and a firm only cancels a pending one (%s)", (kind) => {
    expect(next(kind, "institutional")).toEqual(["Request Pending: Cancelled"]);
  });

  test.each<[string, string, object, "operator" | "institutional", string[]]>([
    ["Request Pending", "Submitted", {}, "operator", []],
    ["Request Pending", "Submitted", {}, "institutional", ["acat.caller.rule"]],
    ["Request Pending", "Cancelled", {}, "institutional", []],
    ["Submitted", "Cancelled", {}, "institutional", ["acat.status.rule"]],
    ["Submitted", "Submitted", {}, "operator", ["acat.status.rule"]],
    ["Submitted", "Submitted", { comment: null }, "operator", ["acat.status.rule"]],
    ["Submitted", "Submitted", { comment: "Sent twice." }, "operator", []],
    ["Submitted", "Submitted", { comment: "Well?" }, "institutional", ["acat.caller.rule"]],
    ["Completed", "Completed", { comment: "Late." }, "operator", ["acat.status.rule"]],
    ["Failed", "Submitted", {}, "operator", ["acat.status.rule"]],
  ])("from %s to %s with %j by the %s: %j", (from, status, more, firmKind, expected) => {
    const facts = { status: from, transferType: "full", firmKind };
    expect(codes(problemsWithUpdate({ status, ...more }, facts))).toEqual(expected);
  });
});
