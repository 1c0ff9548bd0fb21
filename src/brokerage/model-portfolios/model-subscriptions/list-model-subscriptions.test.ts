// The followers of a model, over HTTP. (interface 4.23)
import { expect, test } from "vitest";
import { useTestService } from "../../../../test/harness.ts";
import { type CallerName, testContext } from "../../../../test/sample-template.ts";
import { runScheduledJobs } from "../../service/scheduled-jobs/run-scheduled-jobs.ts";
import type { ModelSubscription } from "./schema.ts";

const service = useTestService();

const list = (model: string, caller: CallerName | null = "adviser", query = "") =>
  service.call(caller, "GET", `/restapi/models/${model}/subscriptions${query}`);
const foliosOf = async (model: string, caller: CallerName, query = "") => {
  const { status, body } = await list(model, caller, query);
  expect(status).toBe(200);
  return body.map(({ folioNumber }: ModelSubscription) => folioNumber);
};

/** Subscribes a folio of an adviser's client to a model. */
async function subscribe(caller: CallerName, folio: string, model: string, type: string) {
  const account = folio.slice(0, -2);
  const path = `/restapi/accounts/${account}/folios/${folio}/modelsubscription`;
  const programOid = caller === "adviser" ? "501" : "502";
  const body = { modelFolioOid: model, programOid, subscriptionType: type, exclusionRule: "N" };
  const response = await service.call(caller, "PUT", path, body);
  expect(response.status, response.text).toBe(200);
}

test("each is listed with its account, its folio and how it takes over newer weights", async () => {
  expect((await list("713")).body).toEqual([
    {
      accountNumber: "RA00000001",
      accountName: "Everyday",
      folioNumber: "RA0000000104",
      folioName: "Dividend",
      programOid: "501",
      subscriptionType: "R",
      exclusionRule: "A",
      subscriptionStatus: "CURRENT",
    },
  ]);
});

test("a caller who sees the model gets the accounts it may see, and no other", async () => {
  await subscribe("otherAdviser", "RB0000000203", "713", "A");
  const harbors = ["RA0000000104"];
  const summits = ["RB0000000203"];
  expect(await foliosOf("713", "adviser")).toEqual(harbors);
  expect(await foliosOf("713", "readOnly")).toEqual(harbors);
  // Summit Partners wrote the model.
  expect(await foliosOf("713", "otherAdviser")).toEqual(summits);
  expect(await foliosOf("713", "operator")).toEqual([...harbors, ...summits]);
  expect(await foliosOf("713", "client")).toEqual(harbors);
  expect(await foliosOf("711", "client")).toEqual(["RA0000000303"]);
  const ofNobody = { "X-Associated-Member-Id": "carol.nguyen" };
  const response = await service.call(
    ...(["adviser", "GET", "/restapi/models/713/subscriptions", undefined, ofNobody] as const),
  );
  expect([response.status, response.body]).toEqual([200, []]);
});

test("of a model out of sight, and of none, nothing is listed", async () => {
  for (const [caller, model] of [
    ["adviser", "712"],
    ["otherAdviser", "714"],
    ["client", "712"],
    ["issuer", "713"],
    ["adviser", "799"],
    ["adviser", "701"],
  ] as const) {
    expect([model, (await list(model, caller)).status]).toEqual([model, 403]);
  }
  expect((await list("713", null)).status).toBe(401);
});

test("a list goes on where its part ended, by number of folio", async () => {
  await subscribe("adviser", "RA0000000203", "713", "A");
  const first = await list("713", "adviser", "?limit=1");
  expect(first.body).toMatchObject([{ folioNumber: "RA0000000104" }]);
  const [, path = ""] =
    /^<http:\/\/bursar\.test(.+)>; rel="next"$/.exec(`${first.headers.link}`) ?? [];
  expect(path).toBe("/restapi/models/713/subscriptions?limit=1&after=RA0000000104");
  const second = await service.call("adviser", "GET", path);
  expect(second.body).toMatchObject([{ folioNumber: "RA0000000203" }]);
  expect(second.headers.link).toBeUndefined();
  for (const [query, field] of [
    ["?limit=0", "limit"],
    ["?limit=1001", "limit"],
    ["?subscriptionstatus=LATE", "subscriptionstatus"],
  ]) {
    const refused = await list("713", "adviser", query);
    expect([refused.status, refused.body[0].field]).toEqual([400, field]);
  }
});

test("the filter keeps only subscriptions with pending weights", async () => {
  const { body: model } = await service.call("otherAdviser", "GET", "/restapi/models/713");
  const { modelOid, folioNumber } = model;
  const targetWeights = [
    { ticker: "BOLT", targetWeight: "60.00" },
    { ticker: "EVER", targetWeight: "40.00" },
  ];
  const changed = { folioNumber, targetWeights };
  await service.call("otherAdviser", "PUT", `/restapi/models/${modelOid}`, changed);
  await runScheduledJobs(testContext(service.db));
  const statuses = async (query = "") =>
    (await list("713", "operator", query)).body.map(
      ({ folioNumber: number, subscriptionStatus }: ModelSubscription) =>
        `${number} ${subscriptionStatus}`,
    );
  expect(await statuses()).toEqual([
    "RA0000000104 PENDING",
    "RA0000000203 CURRENT",
    "RB0000000203 CURRENT",
  ]);
  expect(await statuses("?subscriptionstatus=PENDING")).toEqual(["RA0000000104 PENDING"]);
  expect(await statuses("?subscriptionstatus=CURRENT")).toHaveLength(2);
});
