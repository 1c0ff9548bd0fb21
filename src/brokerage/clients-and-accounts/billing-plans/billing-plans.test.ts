// The billing plans of firms, and who reads them. (interface 6.1)

import type { Decimal } from "@bursar/values/decimal";
import { describe, expect, test } from "vitest";
import { useTestService } from "../../../../test/harness.ts";
import type { CallerName } from "../../../../test/sample-template.ts";
import { LoadFault } from "../../../platform/bulk/kinds/load-problem.ts";
import { checkShape } from "../../../values/shape-rule.ts";
import { rulesOfPlan } from "./rules.ts";

const service = useTestService();

const path = (firm: string, plan?: string) =>
  `/restapi/firms/${firm}/billingplans${plan === undefined ? "" : `/${plan}`}`;
const read = (caller: CallerName | null, firm: string, plan?: string) =>
  service.call(caller, "GET", path(firm, plan));

const columns = "billingPlanOid,firmOid,kind,name,assetFees,commissionFees,folioFees";
const loadPlans = (...rows: string[]) =>
  service.load({ "billing-plans.csv": [columns, ...rows, ""].join("\n") });

describe("listBillingPlans", () => {
  test("returns the plans by kind, and of several the one with the lowest id", async () => {
    await loadPlans("3005,1002,platform,Second,,,", "2999,1002,brokerage,First,,,");
    const { status, body } = await read("adviser", "1002");
    expect([status, body]).toEqual([
      200,
      {
        advisoryBilling: ["3001", "3002"],
        platformBilling: "3003",
        brokerageBilling: "2999",
        brokerageBillingDisclosed: true,
      },
    ]);
  });

  test("leaves out brokerage billing that is not disclosed, also to the operator", async () => {
    for (const caller of ["otherAdviser", "operator"] as const) {
      expect((await read(caller, "1003")).body).toEqual({
        advisoryBilling: ["3101", "3102"],
        platformBilling: null,
        brokerageBilling: null,
        brokerageBillingDisclosed: false,
      });
    }
  });
});

describe("getBillingPlan", () => {
  test("returns what a plan charges, with the fees of its kind alone", async () => {
    const bodies = [];
    for (const plan of ["3001", "3002", "3003", "3004"]) {
      bodies.push((await read("adviser", "1002", plan)).body);
    }
    expect(bodies).toMatchInlineSnapshot(`
      [
        {
          "assetFees": [
            {
              "annualRate": "1.00",
              "fromAmount": "0.00",
            },
          ],
          "basis": "END",
          "billMode": "A",
          "billPeriodType": "M",
          "billPeriodVal": "3",
          "billingPlanId": "3001",
          "billingPlanType": "A",
          "commissionFees": "4.95",
          "description": "One percent of assets a year",
          "excludeCash": false,
          "flatFee": null,
          "flowFrom": null,
          "insufficient": "P",
          "maximumFee": null,
          "maximumRate": "3.00",
          "minimumFee": null,
          "splits": [],
          "tierType": "M",
        },
        {
          "assetFees": [],
          "basis": "END",
          "billMode": "A",
          "billPeriodType": "M",
          "billPeriodVal": "3",
          "billingPlanId": "3002",
          "billingPlanType": "A",
          "commissionFees": null,
          "description": "250 dollars a quarter",
          "excludeCash": false,
          "flatFee": null,
          "flowFrom": null,
          "insufficient": "P",
          "maximumFee": null,
          "maximumRate": "3.00",
          "minimumFee": null,
          "splits": [],
          "tierType": "M",
        },
        {
          "assetFees": [],
          "billingPlanId": "3003",
          "billingPlanType": "P",
          "description": "Paid by the firm",
          "folioFees": "12.00",
        },
        {
          "assetFees": [],
          "billingPlanId": "3004",
          "billingPlanType": "B",
          "description": "Per trade",
        },
      ]
    `);
  });

  test("returns how a period is billed, with defaults for what a plan leaves out", async () => {
    await service.load({
      "billing-plans.csv": [
        "billingPlanOid,firmOid,kind,name,tierType,billMode,billPeriodVal,flatFee,minimumFee," +
          "maximumFee,maximumRate,excludeCash,flowFrom,insufficient,splits",
        "3106,1003,advisory,Terms,W,D,1,10,600,2000.5,2.5,true,10000,N," +
          '"[{""payee"":""Firm"",""percent"":""80""},{""payee"":""Solicitor"",""percent"":""20""}]"',
        "",
      ].join("\n"),
    });
    expect((await read("otherAdviser", "1003", "3106")).body).toMatchObject({
      tierType: "W",
      billMode: "D",
      billPeriodVal: "1",
      billPeriodType: "M",
      basis: "END",
      flatFee: "10.00",
      minimumFee: "600.00",
      maximumFee: "2000.50",
      maximumRate: "2.50",
      excludeCash: true,
      flowFrom: "10000.00",
      insufficient: "N",
      splits: [
        { payee: "Firm", percent: "80.00" },
        { payee: "Solicitor", percent: "20.00" },
      ],
    });
  });

  test("returns rates as they were loaded, by amount", async () => {
    await loadPlans(
      '3105,1003,advisory,Steps,"[{""fromAmount"":0,""annualRate"":""1.000""},{""fromAmount"":""250000.5"",""annualRate"":0.875}]",,',
    );
    expect((await read("otherAdviser", "1003", "3105")).body.assetFees).toEqual([
      { fromAmount: "0.00", annualRate: "1.000" },
      { fromAmount: "250000.50", annualRate: "0.875" },
    ]);
  });

  test.each([
    ["one that is not disclosed", "otherAdviser", "1003", "3103"],
    ["one that is not disclosed, for the operator", "operator", "1003", "3103"],
    ["one of another firm", "adviser", "1002", "3101"],
    ["an unknown one", "adviser", "1002", "39999"],
    ["an impossible id", "adviser", "1002", "9223372036854775808"],
    ["no id at all", "adviser", "1002", "%00"],
  ] as const)("%s is not found", async (_, caller, firm, plan) => {
    const { status, body } = await read(caller, firm, plan);
    expect([status, body]).toEqual([
      404,
      [
        {
          type: "REQUEST",
          errorCode: "billing.plan.not.found",
          message: "The firm has no billing plan with this id, or does not disclose it.",
        },
      ],
    ]);
  });
});

test.each([
  ["issuer", "1004", undefined],
  ["issuer", "1004", "3001"],
  ["operator", "1005", undefined],
  ["operator", "1005", "x"],
] as const)(
  "plans of a corporate firm are not offered to the %s (%s, %s)",
  async (caller, firm, plan) => {
    const { status, body } = await read(caller, firm, plan);
    const message = `Billing plans are not available for firm ${firm}.`;
    expect([status, body]).toEqual([400, [{ type: "UNSUPPORTED", field: "firmId", message }]]);
  },
);

test.each<[string, CallerName | null, string, number]>([
  ["the firm", "adviser", "1002", 200],
  ["its read-only key", "readOnly", "1002", 200],
  ["the operator", "operator", "1002", 200],
  ["another firm", "otherAdviser", "1002", 403],
  ["an issuer", "issuer", "1002", 403],
  ["the firm that manages it", "adviser", "1006", 403],
  ["a client of the firm", "client", "1002", 403],
  ["the operator of no firm", "operator", "1999", 403],
  ["the operator of an impossible one", "operator", "%00", 403],
  ["an anonymous caller", null, "1002", 401],
])("%s gets the same response for the list and a plan", async (_, caller, firm, status) => {
  expect((await read(caller, firm)).status).toBe(status);
  expect((await read(caller, firm, "3001")).status).toBe(status);
});

describe("the rules of a loaded plan", () => {
  const splits = (...percents: string[]) =>
    percents.map((percent, at) => ({ payee: `Payee ${at}`, percent: percent as Decimal }));
  const fees = (...amounts: string[]) =>
    amounts.map((fromAmount) => ({ fromAmount: fromAmount as Decimal }));
  test.each([
    ["commission fees of an advisory plan", { kind: "advisory", commissionFees: "1" }, []],
    ["of another", { kind: "platform", commissionFees: "1" }, ["commissionFees"]],
    ["folio fees of a platform plan", { kind: "platform", folioFees: "1" }, []],
    ["of another", { kind: "brokerage", folioFees: "1" }, ["folioFees"]],
    ["rising amounts", { kind: "brokerage", assetFees: fees("0", "10", "100") }, []],
    ["an amount twice", { kind: "brokerage", assetFees: fees("0", "0.00") }, ["assetFees"]],
    ["a term of another plan", { kind: "platform", basis: "END" }, ["basis"]],
    ["two months", { kind: "advisory", billPeriodVal: "2" }, ["billPeriodVal"]],
    ["bounds apart", { kind: "advisory", minimumFee: "9", maximumFee: "9" }, []],
    ["bounds crossed", { kind: "advisory", minimumFee: "10", maximumFee: "9" }, ["minimumFee"]],
    ["a mean in advance", { kind: "advisory", basis: "AVG", billMode: "D" }, ["basis"]],
    ["splits of 100", { kind: "advisory", splits: splits("99.99", "0.01") }, []],
    ["splits of less", { kind: "advisory", splits: splits("99.99") }, ["splits"]],
    ["a payee twice", { kind: "advisory", splits: [...splits("50"), ...splits("50")] }, ["splits"]],
    ["falling amounts", { kind: "brokerage", assetFees: fees("10", "9") }, ["assetFees"]],
  ])("%s", (_, row, wrong) => {
    const faults = checkShape(rulesOfPlan, row, undefined, []);
    expect(faults.map(({ column }) => column)).toEqual(wrong);
  });

  test("are those of a load", async () => {
    const fault = await loadPlans("3999,1002,brokerage,Wrong,,1.00,2.00").catch((error) => error);
    expect(fault).toBeInstanceOf(LoadFault);
    expect((fault as LoadFault).problems.map(({ column }) => column)).toEqual([
      "commissionFees",
      "folioFees",
    ]);
  });
});
