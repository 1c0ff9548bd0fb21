// Reading a model, and who may see it. (interface 4.9)
import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { useTestService } from "../../../../test/harness.ts";
import type { CallerName } from "../../../../test/sample-template.ts";
import { LoadFault } from "../../../platform/bulk/kinds/load-problem.ts";

const service = useTestService();

const path = (folioOid: string) => `/restapi/models/${folioOid}`;

describe("getModel", () => {
  test("returns the whole record, its weights with two places", async () => {
    const { status, headers, body } = await service.call("adviser", "GET", path("711"));
    expect(status).toBe(200);
    expect(headers["cache-control"]).toBe("private, no-cache");
    expect(body).toMatchInlineSnapshot(`
      {
        "URL": "https://harbor.example/models/balanced",
        "benchmarkItem": "EVER",
        "cashSecurity": "BCASH",
        "description": "Growth with a steady income, reviewed each quarter.",
        "firmName": "Harbor Advisory",
        "folioName": "Harbor Balanced",
        "folioNumber": "HARBOR-M1",
        "folioOid": "711",
        "iaFirstName": "Grace",
        "iaLastName": "Lin",
        "longName": "Harbor Balanced Growth and Income",
        "modelOid": "701",
        "programOid": [
          "501",
        ],
        "style": "X",
        "targetWeights": [
          {
            "currentWeight": "31.42",
            "targetWeight": "30.00",
            "ticker": "ACME",
          },
          {
            "currentWeight": "24.08",
            "targetWeight": "25.00",
            "ticker": "BOLT",
          },
          {
            "currentWeight": "20.15",
            "targetWeight": "20.00",
            "ticker": "CRUX",
          },
          {
            "currentWeight": "12.61",
            "targetWeight": "12.50",
            "ticker": "DELT",
          },
          {
            "currentWeight": "9.24",
            "targetWeight": "10.00",
            "ticker": "EVER",
          },
          {
            "currentWeight": "2.50",
            "targetWeight": "2.50",
            "ticker": "BCASH",
          },
        ],
      }
    `);
  });

  test("is refused without an entity tag, and no cache keeps the refusal", async () => {
    const { status, headers } = await service.call("adviser", "GET", path("712"));
    expect(status).toBe(403);
    expect(headers["cache-control"]).toBe("private, no-store");
    expect(headers.etag).toBeUndefined();
  });

  test("what is unknown is null, never absent", async () => {
    const { body } = await service.call("adviser", "GET", path("713"));
    expect(body).toMatchInlineSnapshot(`
      {
        "URL": null,
        "benchmarkItem": null,
        "cashSecurity": "BCASH",
        "description": null,
        "firmName": "Summit Wealth",
        "folioName": "Plain Income",
        "folioNumber": "SHARED-3",
        "folioOid": "713",
        "iaFirstName": null,
        "iaLastName": null,
        "longName": "Plain Income",
        "modelOid": "703",
        "programOid": [
          "501",
          "502",
        ],
        "style": "I",
        "targetWeights": [
          {
            "currentWeight": null,
            "targetWeight": "33.34",
            "ticker": "BOLT",
          },
          {
            "currentWeight": null,
            "targetWeight": "33.33",
            "ticker": "DELT",
          },
          {
            "currentWeight": null,
            "targetWeight": "33.33",
            "ticker": "EVER",
          },
        ],
      }
    `);
  });

  test("an unchanged model gets 304 to the caller that has its tag", async () => {
    const first = await service.call("adviser", "GET", path("713"));
    const tag = String(first.headers.etag);
    const sendAs = (caller: CallerName) =>
      service.call(caller, "GET", path("713"), undefined, { "If-None-Match": tag });
    const again = await sendAs("adviser");
    const other = await sendAs("otherAdviser");
    expect([again.status, again.text, other.status]).toEqual([304, "", 200]);
    expect(tag).toMatch(/^"[\w-]{27}"$/);
  });

  test("the path is the folio's id, not the model's", async () => {
    const { status } = await service.call("adviser", "GET", path("701"));
    expect(status).toBe(403);
  });
});

describe("who sees a model", () => {
  test.each<[CallerName | null, string, number]>([
    ["adviser", "711", 200],
    ["adviser", "712", 403],
    ["adviser", "713", 200],
    ["adviser", "714", 200],
    ["readOnly", "711", 200],
    ["client", "711", 200],
    ["client", "712", 403],
    ["otherAdviser", "711", 403],
    ["otherAdviser", "712", 200],
    ["otherAdviser", "713", 200],
    ["otherAdviser", "714", 403],
    ["operator", "711", 200],
    ["operator", "712", 200],
    ["operator", "714", 200],
    ["issuer", "711", 403],
    ["issuer", "713", 403],
    ["operator", "999", 403],
    ["adviser", "9223372036854775808", 403],
    ["adviser", "0711", 403],
    ["adviser", "%00", 403],
    [null, "711", 401],
  ])("%s of folio %s: %i", async (caller, folioOid, status) => {
    const response = await service.call(caller, "GET", path(folioOid));
    expect(response.status).toBe(status);
  });

  test.each([
    ["ada.whitfield", "711", 200],
    ["ada.whitfield", "712", 403],
    ["ada.whitfield", "713", 200],
    ["ada.whitfield", "714", 200],
    ["erin.cole", "711", 403],
    ["erin.cole", "712", 200],
    ["erin.cole", "713", 200],
    ["erin.cole", "714", 403],
    ["harbor.lin", "712", 200],
  ])("the operator, for %s, of folio %s: %i", async (loginId, folioOid, status) => {
    const headers = { "X-Associated-Member-Id": loginId };
    const onBehalf = await service.call("operator", "GET", path(folioOid), undefined, headers);
    const members = { FOLIOWS_MEMBER_ID: loginId };
    const loggedIn = await service.signed("operator", "GET", path(folioOid), { members });
    expect([onBehalf.status, loggedIn.status]).toEqual([status, status]);
  });

  test("an invisible model gets the response of an absent one", async () => {
    const invisible = await service.call("adviser", "GET", path("712"));
    const absent = await service.call("adviser", "GET", path("999"));
    const impossible = await service.call("adviser", "GET", path("9223372036854775808"));
    expect(invisible.text).toBe(absent.text);
    expect(impossible.text).toBe(absent.text);
    expect(absent.text).toMatchInlineSnapshot(
      `"[{"type":"REQUEST","message":"The user is not allowed to use this request."}]"`,
    );
  });
});

describe("loading models", () => {
  const record = {
    modelOid: "799",
    folioOid: "789",
    firmOid: "1002",
    folioNumber: "T",
    folioName: "Test",
    longName: "Test",
    cashSecurity: "BCASH",
    programOid: ["501"],
    style: "G",
    targetWeights: [{ ticker: "ACME", targetWeight: "100" }],
  };
  const load = (...records: object[]) =>
    service.load({ "models.ndjson": records.map((each) => JSON.stringify(each)).join("\n") });

  test("the weights of a changed model are replaced as a whole, and the change is audited", async () => {
    await load(record);
    const targetWeights = [
      { ticker: "BOLT", targetWeight: "50", currentWeight: "49.5" },
      { ticker: "ACME", targetWeight: "50.00" },
    ];
    await load({ ...record, targetWeights });
    const { body } = await service.call("adviser", "GET", path("789"));
    expect(body.targetWeights).toEqual([
      { ticker: "BOLT", targetWeight: "50.00", currentWeight: "49.50" },
      { ticker: "ACME", targetWeight: "50.00", currentWeight: null },
    ]);
    const entries = await service.auditOf("model:799");
    expect(entries.map(({ operation }) => operation)).toEqual(["loadFolder", "loadFolder"]);
    expect(entries[1]?.detail).toMatchObject({
      before: { models: [{ modelOid: "799", targetWeights: [{ ticker: "ACME" }] }] },
      after: { models: [{ targetWeights: [{ ticker: "BOLT" }, { ticker: "ACME" }] }] },
    });
  });

  test("a model whose cash is cash itself is loaded as it is read", async () => {
    await load({ ...record, modelOid: "800", folioOid: "790", cashSecurity: "0" });
    const { body } = await service.call("adviser", "GET", path("790"));
    expect(body.cashSecurity).toBe("0");
  });

  test("every bad record is named", async () => {
    const weights = (...targets: [string, string][]) =>
      targets.map(([ticker, targetWeight]) => ({ ticker, targetWeight }));
    const fault = await load(
      { ...record, modelOid: "790", folioOid: "780", targetWeights: weights(["ACME", "99.99"]) },
      { ...record, modelOid: "791", folioOid: "781", targetWeights: weights(["ACME", "33.333"]) },
      { ...record, modelOid: "792", folioOid: "782", targetWeights: weights(["NONE", "100"]) },
      { ...record, modelOid: "793", folioOid: "783", cashSecurity: "NONE" },
      { ...record, modelOid: "794", folioOid: "784", firmOid: "1999" },
      { ...record, modelOid: "795", folioOid: "785", style: "Q" },
      { ...record, modelOid: "796", folioOid: "786", URL: "javascript:alert(1)" },
      { ...record, modelOid: "797", folioOid: "711" },
      { ...record, modelOid: "798", folioOid: "788", weight: "1" },
    ).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(LoadFault);
    expect((fault as LoadFault).problems).toMatchInlineSnapshot(`
      [
        {
          "column": "targetWeights",
          "file": "models.ndjson",
          "line": 1,
          "reason": "The target weights add to 99.99, not to 100.00.",
        },
        {
          "column": "targetWeights[0].targetWeight",
          "cure": "round it to 33.33",
          "file": "models.ndjson",
          "line": 2,
          "reason": "The column takes at most 2 places: 33.333.",
          "value": "33.333",
        },
        {
          "column": "style",
          "cure": "write one of G, V, B, I, X, A, T",
          "file": "models.ndjson",
          "line": 6,
          "reason": "The value is not in the field's code list.",
          "value": "Q",
        },
        {
          "column": "URL",
          "file": "models.ndjson",
          "line": 7,
          "reason": "The value is not accepted (invalid.url).",
          "value": "javascript:alert(1)",
        },
        {
          "column": "weight",
          "file": "models.ndjson",
          "line": 9,
          "reason": "The field is unrecognized.",
        },
        {
          "column": "folioOid",
          "file": "models.ndjson",
          "line": 8,
          "reason": "Another model has this folioOid.",
        },
        {
          "column": "firmOid",
          "file": "models.ndjson",
          "line": 5,
          "reason": "Neither the store nor this load has this firm.",
          "value": "1999",
        },
        {
          "column": "cashSecurity",
          "file": "models.ndjson",
          "line": 4,
          "reason": "Neither the store nor this load has this security.",
          "value": "NONE",
        },
        {
          "column": "targetWeights",
          "file": "models.ndjson",
          "line": 3,
          "reason": "Neither the store nor this load has this security.",
          "value": "NONE",
        },
      ]
    `);
  });
});

const get = (folioOid: string) => service.call("adviser", "GET", path(folioOid));

test("a load that changes only the weights is shown", async () => {
  const [line = ""] = (await readFile("test/fixtures/sample-firm/models.ndjson", "utf8")).split(
    "\n",
  );
  const before = await get("711");
  await service.load({ "models.ndjson": line.replace('"31.42"', '"31.43"') });
  const after = await get("711");
  expect(after.text).toBe(before.text.replace('"31.42"', '"31.43"'));
  expect(after.headers.etag).not.toBe(before.headers.etag);
});

test("a new name of the managing firm appears in its models", async () => {
  await service.load({
    "firms.csv":
      "firmOid,partnerCode,name,kind,state,programOids\n" +
      '1002,HARBOR,Harbor Advice,institutional,NY,"[""501"",""503""]"\n',
  });
  expect((await get("711")).body.firmName).toBe("Harbor Advice");
});
