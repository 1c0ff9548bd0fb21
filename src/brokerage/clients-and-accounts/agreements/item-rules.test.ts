// The callers who may ask for a member's attention, and those who may answer: one row for each reason.

import type { Day } from "@bursar/values/dates";
import { describe, expect, test } from "vitest";
import { ifaTypes } from "../../../reference/codes.ts";
import { parseJson } from "../../../values/json.ts";
import type { Problem } from "../../../values/problem.ts";
import { checkShape } from "../../../values/shape-rule.ts";
import { decodeSoundFields } from "../../../values/wire.ts";
import {
  type ItemFacts,
  problemsWithAction,
  problemsWithNewItem,
  rulesOfAction,
  rulesOfNewItem,
} from "./item-rules.ts";
import { ItemAction, NewItemForAttention } from "./item-schema.ts";
import { mayAct, statusAfter } from "./life-cycle.ts";
import { exampleSignature } from "./signature.ts";

const about = {
  now: new Date("2026-03-02T15:00:00Z"),
  params: { loginid: "ada", ifaid: "7" },
  query: {},
  firmKind: "institutional",
} as const;
const codes = (problems: readonly Problem[]) =>
  problems.map((each) =>
    "field" in each && "errorCode" in each
      ? `${each.field} ${each.errorCode}`
      : "errorCode" in each && each.errorCode,
  );

function shapeOf(schema: typeof ItemAction | typeof NewItemForAttention, body: object) {
  const rules = schema === ItemAction ? rulesOfAction : rulesOfNewItem;
  const found: Problem[] = [];
  const decoded = decodeSoundFields(schema, parseJson(JSON.stringify(body)), found);
  found.push(...checkShape(rules, decoded, about, found));
  return codes(found);
}

describe("a new item", () => {
  const item = { accountNumber: "RA00000001", ifaType: "DU", title: "Passport" };
  test.each<[object, string[]]>([
    [{}, []],
    [{ expirationDate: "2026-03-02" }, []],
    [{ expirationDate: "2026-03-01" }, ["expirationDate invalid.expiration.date"]],
    [
      { startDate: "2026-03-05", expirationDate: "2026-03-04" },
      ["expirationDate invalid.expiration.date"],
    ],
    [{ viewsRemaining: "1001" }, ["viewsRemaining invalid.views.remaining"]],
    [{ title: undefined }, ["title null.title"]],
  ])("with %j: %j", (change, expected) => {
    expect(shapeOf(NewItemForAttention, { ...item, ...change })).toEqual(expected);
  });

  test("is of a type that its maker asks for, about an account that the member owns", () => {
    const types = ifaTypes.rows.map(({ code }) => code);
    const madeBy = (by: "institutional" | "operator") =>
      types.filter((ifaType) => {
        const facts = { owned: ["RA00000001"], by };
        return problemsWithNewItem({ ...item, ifaType }, facts).length === 0;
      });
    expect(madeBy("institutional").toSorted()).toEqual(["AA", "AN", "CA", "DU", "IA", "NO"]);
    expect(madeBy("operator")).toEqual(types.filter((code) => code !== "SA"));
    expect(
      codes(problemsWithNewItem({ ...item, ifaType: "SA" }, { owned: [], by: "operator" })),
    ).toEqual(["ifa.account.rule", "ifa.type.rule"]);
  });
});

describe("the shape of an action", () => {
  const svg = {
    signatureMethod: "SIGNATURE_IMAGE",
    signatureImageEncoding: "SVG",
    signatureData: exampleSignature,
  };
  const agree = (parameterMap: object) => ({ action: "A", parameterMap });
  test.each<[object, string[]]>([
    [{ action: "V" }, []],
    [{ action: "X" }, ["action invalid.choice"]],
    [{ action: "V", id: "7" }, []],
    [{ action: "V", id: "8" }, ["uri.matching.rule"]],
    [agree(svg), []],
    [
      agree({}),
      [
        "parameterMap.signatureMethod null.signature.method",
        "parameterMap.signatureData null.signature.data",
      ],
    ],
    [
      agree({ signatureMethod: "SIGNATURE_IMAGE" }),
      [
        "parameterMap.signatureData null.signature.data",
        "parameterMap.signatureImageEncoding null.signature.image.encoding",
      ],
    ],
    [
      agree({ ...svg, signatureImageEncoding: "GIF", backupWithholdingType: "yes" }),
      [
        "parameterMap.backupWithholdingType invalid.parameter.map.backup.withholding.type",
        "parameterMap.signatureData invalid.signature.data",
      ],
    ],
    [
      agree({ ...svg, signatureImageEncoding: undefined }),
      ["parameterMap.signatureImageEncoding null.signature.image.encoding"],
    ],
    [
      agree({ ...svg, signatureImageEncoding: "BMP" }),
      ["parameterMap.signatureImageEncoding invalid.choice"],
    ],
    [
      agree({ ...svg, signatureImageEncoding: "GIF" }),
      ["parameterMap.signatureData invalid.signature.data"],
    ],
    [
      agree({ ...svg, signatureMethod: "SIGNED_PDF" }),
      ["parameterMap.signatureData invalid.signature.data"],
    ],
    [
      agree({ ...svg, backupWithholdingType: "yes" }),
      ["parameterMap.backupWithholdingType invalid.parameter.map.backup.withholding.type"],
    ],
  ])("%j: %j", (body, expected) => {
    expect(shapeOf(ItemAction, body)).toEqual(expected);
  });
});

describe("an action and what is stored", () => {
  const today = "2026-03-02" as Day;
  const item: ItemFacts = {
    ifaType: "CA",
    ifaStatus: "I",
    startOn: today,
    expiresOn: today,
    viewsRemaining: null,
    numberOfViews: 0,
    forceView: false,
  };
  const yesterday = "2026-03-01" as Day;
  const signature = {} as never;
  test.each<[string, Partial<ItemFacts>, string[]]>([
    ["V", {}, []],
    ["A", {}, []],
    ["R", { ifaStatus: "V" }, []],
    ...["A", "R", "Y", "N", "O", "X"].map((ifaStatus): [string, object, string[]] => [
      "V",
      { ifaStatus },
      ["ifa.status.rule"],
    ]),
    ["V", { startOn: "2026-03-03" as Day, expiresOn: null }, ["ifa.date.rule"]],
    ["V", { startOn: yesterday, expiresOn: yesterday }, ["ifa.date.rule"]],
    ["V", { ifaType: "NO", ifaStatus: "V" }, []],
    ["A", { ifaType: "NO" }, ["ifa.action.rule"]],
    ["V", { viewsRemaining: 1 }, []],
    ["V", { viewsRemaining: 0 }, ["ifa.view.rule"]],
    ["A", { viewsRemaining: 0 }, []],
    ["A", { forceView: true }, ["ifa.force.view.rule"]],
    ["V", { forceView: true }, []],
    ["A", { forceView: true, ifaStatus: "V" }, []],
    ["A", { ifaType: "AA" }, ["ifa.parameter.rule"]],
    [
      "A",
      { ifaStatus: "A", startOn: yesterday, expiresOn: yesterday, ifaType: "NO" },
      ["ifa.status.rule", "ifa.date.rule", "ifa.action.rule"],
    ],
  ])("%s on %j: %j", (action, known, expected) => {
    const facts = { ...item, ...known };
    expect(codes(problemsWithAction({ action }, facts, { by: "client", today }))).toEqual(expected);
  });

  test("only agreeing to a new account takes a signature", () => {
    const found = (action: string, ifaType: string) =>
      codes(
        problemsWithAction(
          { action, parameterMap: signature },
          { ...item, ifaType },
          { by: "client", today },
        ),
      );
    expect(found("A", "AA")).toEqual([]);
    expect(found("V", "AA")).toEqual(["ifa.parameter.rule"]);
    expect(found("A", "CA")).toEqual(["ifa.parameter.rule"]);
  });
});

test("who answers an item of which type", () => {
  const movers = ["client", "institutional", "operator"] as const;
  const table = ifaTypes.rows.map(({ code }) => {
    const by = (action: string) => movers.filter((each) => mayAct(code, action, each)).join(" ");
    return `${code} | ${by("V")} | ${by("A")} | ${by("R")}`;
  });
  const all = "client institutional operator";
  expect(table).toEqual([
    `NO | ${all} |  | `,
    `AN | ${all} | ${all} | `,
    `BV | ${all} | ${all} | ${all}`,
    `MD | ${all} | operator | `,
    `AA | ${all} | ${all} | `,
    `SA | ${all} | operator | operator`,
    `DU | ${all} | institutional operator | institutional operator`,
    `IA | ${all} | ${all} | ${all}`,
    `CA | ${all} | ${all} | ${all}`,
  ]);
  expect(movers.map((by) => ["V", "A", "R"].map((each) => statusAfter(each, by)).join(""))).toEqual(
    ["VAR", "VYN", "VOX"],
  );
});
