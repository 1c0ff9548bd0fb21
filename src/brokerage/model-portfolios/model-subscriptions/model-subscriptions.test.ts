// Subscribing folios to models over HTTP, and what newer versions of these bring. (interface 4.23)
import { describe, expect, test } from "vitest";
import { type TestResponse, useTestService } from "../../../../test/harness.ts";
import { type CallerName, testContext } from "../../../../test/sample-template.ts";
import { runScheduledJobs } from "../../service/scheduled-jobs/run-scheduled-jobs.ts";

const service = useTestService();

const pathOf = (folio: string) => `/restapi/accounts/${folio.slice(0, -2)}/folios/${folio}`;
const put = (folio: string, body: object, caller: CallerName | null = "adviser") =>
  service.call(caller, "PUT", `${pathOf(folio)}/modelsubscription`, body);
const remove = (folio: string, caller: CallerName | null = "adviser") =>
  service.call(caller, "DELETE", `${pathOf(folio)}/modelsubscription`);
const read = async (folio: string) => (await service.call("adviser", "GET", pathOf(folio))).body;
const targetsOf = async (folio: string, caller: CallerName | null = "adviser") =>
  service.call(caller, "GET", `${pathOf(folio)}/targetweights`);
const weightsOf = async (folio: string) =>
  (await targetsOf(folio)).body.map((each: Record<string, string>) => [
    each.ticker,
    each.targetWeight,
  ]);
const codesOf = ({ body }: TestResponse) =>
  body.map((each: Record<string, string>) => each.errorCode);
const eventsSince = async (account: string, count: number) =>
  (await service.eventsOf(account)).slice(count).map(({ type, data }) => ({ type, data }));
const runJobs = () => runScheduledJobs(testContext(service.db));

const weights = (...pairs: readonly [string, string][]) =>
  pairs.map(([ticker, targetWeight]) => ({ ticker, targetWeight }));
let written = 0;

interface Model {
  readonly modelOid: string;
  readonly folioOid: string;
  readonly folioNumber: string;
}

/** A published model of the adviser's firm, outside programs. */
async function modelOf(fields: object = {}): Promise<Model> {
  written += 1;
  const body = {
    folioName: `Followed ${written}`,
    longName: "Followed",
    style: "G",
    publishedStatus: "P",
    targetWeights: weights(["ACME", "60.00"], ["BOLT", "40.00"]),
    ...fields,
  };
  const response = await service.call("adviser", "POST", "/restapi/models", body);
  expect(response.status, response.text).toBe(201);
  const folioOid = String(response.headers.location).split("/").at(-1) ?? "";
  return (await service.call("adviser", "GET", `/restapi/models/${folioOid}`)).body;
}

const changeModel = ({ modelOid, folioNumber }: Model, fields: object) =>
  service.call("adviser", "PUT", `/restapi/models/${modelOid}`, { folioNumber, ...fields });
const even = { targetWeights: weights(["ACME", "50.00"], ["CRUX", "50.00"]) };

async function exclude(account: string, ...tickers: readonly string[]): Promise<void> {
  const securityExclusions = tickers.map((exclusionValue) => ({ exclusionValue }));
  const path = `/restapi/accounts/${account}`;
  const response = await service.call("adviser", "PUT", path, { securityExclusions });
  expect(response.status, response.text).toBe(200);
}

const to = ({ folioOid }: Model, fields: object = {}) => ({
  modelFolioOid: folioOid,
  subscriptionType: "A",
  exclusionRule: "A",
  ...fields,
});

async function subscribed(folio: string, model: Model, fields: object = {}): Promise<void> {
  const response = await put(folio, to(model, fields));
  expect(response.status, response.text).toBe(200);
}

describe("a subscription", () => {
  test("gives the folio the model's weights and its name, and is emitted and recorded", async () => {
    const folio = "RA0000000203";
    const eventCount = (await service.eventsOf("RA00000002")).length;
    expect((await targetsOf(folio)).body).toEqual([]);
    const body = {
      accountNumber: "RA00000002",
      folioNumber: folio,
      modelFolioOid: "713",
      programOid: "501",
      subscriptionType: "R",
      exclusionRule: "N",
      folioName: "Plain",
    };
    const response = await put(folio, body);
    expect(response).toMatchObject({ status: 200, text: "" });
    expect(response.headers.location).toBe(`http://bursar.test${pathOf(folio)}`);
    expect(await read(folio)).toMatchObject({
      modelOid: "703",
      subscriptionType: "R",
      subscriptionStatus: "CURRENT",
      folioName: "Plain",
    });
    expect(await weightsOf(folio)).toEqual([
      ["BOLT", "33.34"],
      ["DELT", "33.33"],
      ["EVER", "33.33"],
    ]);
    expect(await eventsSince("RA00000002", eventCount)).toEqual([
      { type: "subscription.adopted", data: { folioNumber: folio, modelOid: "703" } },
      { type: "folio.updated", data: { folioNumber: folio, fields: ["folioName"] } },
    ]);
    expect((await service.auditOf("RA00000002")).at(-1)).toMatchObject({
      operation: "setModelSubscription",
      detail: {
        before: { folioNumber: folio, folioName: "Core index", subscription: null },
        after: {
          folioName: "Plain",
          subscription: {
            modelOid: "703",
            version: 1,
            programOid: "501",
            subscriptionType: "R",
            exclusionRule: "N",
            subscriptionStatus: "CURRENT",
          },
        },
      },
    });
    expect((await put(folio, body)).status).toBe(200);
    expect(await eventsSince("RA00000002", eventCount)).toHaveLength(2);
  });

  test("can be to another model, and ends once", async () => {
    const folio = "RA0000000203";
    const one = await modelOf();
    const other = await modelOf(even);
    await subscribed(folio, one);
    await subscribed(folio, other);
    expect(await weightsOf(folio)).toEqual([
      ["ACME", "50.00"],
      ["CRUX", "50.00"],
    ]);
    const eventCount = (await service.eventsOf("RA00000002")).length;
    const responses = await Promise.all([remove(folio), remove(folio)]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    const [late] = responses.filter(({ status }) => status === 404);
    expect(late && codesOf(late)).toEqual(["model.subscription.not.found"]);
    expect(await eventsSince("RA00000002", eventCount)).toEqual([
      { type: "subscription.removed", data: { folioNumber: folio, modelOid: other.modelOid } },
    ]);
    expect(await read(folio)).toMatchObject({
      modelOid: null,
      subscriptionType: null,
      subscriptionStatus: null,
    });
    expect((await targetsOf(folio)).body).toEqual([]);
  });

  test("leaves out what the account and its owners exclude that day", async () => {
    const folio = "RA0000000403";
    const model = await modelOf({
      targetWeights: weights(["ACME", "30.00"], ["BOLT", "20.00"], ["CRUX", "50.00"]),
    });
    await exclude("RA00000004", "acme");
    await subscribed(folio, model);
    expect(await weightsOf(folio)).toEqual([
      ["BOLT", "28.57"],
      ["CRUX", "71.43"],
    ]);
    await service.admin(
      `insert into exclusion (account_number, kind, position, value, start_on, end_on) values
        ('RA00000004', 'OWNER', 1, 'BOLT', null, null),
        ('RA00000004', 'SECURITY', 8, 'CRUX', '2026-03-03', null),
        ('RA00000004', 'SECURITY', 9, 'CRUX', null, '2026-03-01')`,
    );
    expect(await weightsOf(folio)).toEqual([["CRUX", "100.00"]]);
    await subscribed(folio, model, { exclusionRule: "N" });
    expect(await weightsOf(folio)).toHaveLength(3);
    await service.admin("delete from exclusion where account_number = 'RA00000004'");
  });

  test.each([
    ["cash", "RA0000000101", {}, ["folio.fixed.rule"]],
    ["the holdings outside folios", "RA0000000102", {}, ["folio.fixed.rule"]],
    ["no model", "RA0000000103", { modelFolioOid: "701" }, ["model.subscription.model.rule"]],
    [
      "a model out of sight",
      "RA0000000103",
      { modelFolioOid: "712" },
      ["model.subscription.model.rule"],
    ],
    ["no program", "RA0000000103", { programOid: undefined }, ["model.subscription.program.rule"]],
    ["another program", "RA0000000103", { programOid: "503" }, ["model.subscription.program.rule"]],
    ["sales alone", "RA0000000603", {}, ["account.restricted.rule"]],
    [
      "several at once",
      "RA0000000601",
      { programOid: "503" },
      ["folio.fixed.rule", "model.subscription.program.rule", "account.restricted.rule"],
    ],
  ])("of %s is refused", async (_, folio, fields, codes) => {
    const before = await service.auditOf(folio.slice(0, -2));
    const sent = { ...to({ folioOid: "713" } as Model), programOid: "501", ...fields };
    const response = await put(folio, sent);
    expect([response.status, codesOf(response)]).toEqual([400, codes]);
    expect(await service.auditOf(folio.slice(0, -2))).toEqual(before);
  });

  test("to a model of which nothing is left is refused, and so is one that is not published", async () => {
    const model = await modelOf({ targetWeights: weights(["ACME", "100.00"]) });
    await exclude("RA00000010", "ACME");
    const refused = await put("RA0000001003", to(model));
    expect([refused.status, codesOf(refused)]).toEqual([
      400,
      ["model.subscription.exclusion.rule"],
    ]);
    await subscribed("RA0000001003", model, { exclusionRule: "N" });
    const draft = await put("RA0000001003", to(await modelOf({ publishedStatus: "U" })));
    expect([draft.status, codesOf(draft)]).toEqual([400, ["model.subscription.model.rule"]]);
  });

  test.each([
    ["nothing", {}, ["null.model.folio.oid", "null.subscription.type", "null.exclusion.rule"]],
    [
      "what is none",
      to({ folioOid: "x" } as Model, { subscriptionType: "B", exclusionRule: "a", folioName: " " }),
      [
        "invalid.model.folio.oid",
        "invalid.subscription.type",
        "invalid.exclusion.rule",
        "invalid.folio.name",
      ],
    ],
    [
      "another account and folio",
      to({ folioOid: "713" } as Model, { accountNumber: "RA1", folioNumber: "RA0000000104" }),
      ["uri.matching.rule"],
    ],
  ])("with %s is refused", async (_, body, codes) => {
    const response = await put("RA0000000103", body);
    expect([response.status, codesOf(response)]).toEqual([400, codes]);
  });

  test.each(["RA0000000199", "RA0000000203", "%00"])("of %s finds no folio", async (folio) => {
    const path = `/restapi/accounts/RA00000001/folios/${folio}`;
    const responses = [
      await service.call(
        "adviser",
        "PUT",
        `${path}/modelsubscription`,
        to({ folioOid: "713" } as Model),
      ),
      await service.call("adviser", "DELETE", `${path}/modelsubscription`),
      await service.call("adviser", "GET", `${path}/targetweights`),
    ];
    for (const { status, text } of responses) {
      expect([status, text.includes("folio.not.found")]).toEqual([404, true]);
    }
  });

  test("keeps its folio open and its model published, and of two at once one gives way", async () => {
    const model = await modelOf();
    const created = await service.call("adviser", "POST", "/restapi/accounts/RA00000005/folios", {
      folioName: "Empty",
    });
    const folio = String(created.headers.location).split("/").at(-1) ?? "";
    await subscribed(folio, model);
    const closing = await service.call("adviser", "PUT", pathOf(folio), { folioStatus: "C" });
    expect([closing.status, codesOf(closing)]).toEqual([400, ["folio.close.rule"]]);
    const back = await changeModel(model, { publishedStatus: "U" });
    expect([back.status, codesOf(back)]).toEqual([400, ["model.subscribed.rule"]]);
    expect((await remove(folio)).status).toBe(200);
    const [subscribing, takingBack] = await Promise.all([
      put(folio, to(model)),
      changeModel(model, { publishedStatus: "U" }),
    ]);
    expect([subscribing.status, takingBack.status].toSorted()).toEqual([200, 400]);
    const [lost] = [subscribing, takingBack].filter(({ status }) => status === 400);
    const isBack = takingBack.status === 200;
    const code = isBack ? "model.subscription.model.rule" : "model.subscribed.rule";
    expect(lost && codesOf(lost)).toEqual([code]);
    if (!isBack) expect((await remove(folio)).status).toBe(200);
    expect((await service.call("adviser", "PUT", pathOf(folio), { folioStatus: "C" })).status).toBe(
      200,
    );
    const closed = await put(folio, { ...to({ folioOid: "713" } as Model), programOid: "501" });
    expect([closed.status, codesOf(closed)]).toEqual([400, ["folio.fixed.rule"]]);
  });
});

describe("a newer version of a model", () => {
  test("is adopted, or waits to be released, as the type says", async () => {
    const model = await modelOf();
    const folios = { A: "RA0000001103", R: "RA0000001203", F: "RA0000001303", D: "RA0000001403" };
    for (const [subscriptionType, folio] of Object.entries(folios)) {
      await subscribed(folio, model, { subscriptionType });
    }
    const eventCounts = new Map<string, number>();
    for (const folio of Object.values(folios)) {
      eventCounts.set(folio, (await service.eventsOf(folio.slice(0, -2))).length);
    }
    await exclude("RA00000013", "CRUX");
    // A new name is no new version, and neither are the same weights.
    const same = { longName: "Renamed", targetWeights: weights(["BOLT", "40"], ["ACME", "60"]) };
    expect((await changeModel(model, same)).status).toBe(200);
    expect((await runJobs()).followModel).toBe(0);

    expect((await changeModel(model, even)).status).toBe(200);
    expect((await runJobs()).followModel).toBe(4);
    expect((await runJobs()).followModel).toBe(0);
    const states = await Promise.all(Object.values(folios).map(read));
    expect(states.map(({ subscriptionStatus }) => subscriptionStatus)).toEqual([
      "CURRENT",
      "PENDING",
      "PENDING",
      "PENDING",
    ]);
    expect(await weightsOf(folios.A)).toEqual([
      ["ACME", "50.00"],
      ["CRUX", "50.00"],
    ]);
    expect(await weightsOf(folios.R)).toEqual([
      ["ACME", "60.00"],
      ["BOLT", "40.00"],
    ]);
    const typesOf = async (folio: string) => {
      const events = await eventsSince(folio.slice(0, -2), eventCounts.get(folio) ?? 0);
      return events.map(({ type }) => type).filter((type) => type !== "account.updated");
    };
    expect(await Promise.all(Object.values(folios).map(typesOf))).toEqual([
      ["subscription.adopted"],
      ["subscription.pended", "item.created"],
      ["subscription.pended", "item.created"],
      ["subscription.pended"],
    ]);
    const [, item] = await eventsSince("RA00000012", eventCounts.get(folios.R) ?? 0);
    expect(item?.data).toMatchObject({ ifaType: "AN", ifaStatus: "I" });
    const entry = (await service.auditOf("RA00000012")).at(-1);
    expect(entry).toMatchObject({
      operation: "followModel",
      caller: { command: "sweep" },
      detail: {
        before: { subscription: { version: 1, subscriptionStatus: "CURRENT" } },
        after: { subscription: { version: 1, subscriptionStatus: "PENDING" } },
        detail: { itemCreated: item?.data.id },
      },
    });
    const { loginId, id } = (item?.data ?? {}) as Record<string, string>;
    const path = `/restapi/members/${loginId}/ifas/${id}`;
    const { body } = await service.call("adviser", "GET", path);
    expect(body).toMatchObject({ ifaType: "AN", title: "New target weights of a model" });
    expect(body.text).toContain(folios.R);

    await subscribed(folios.R, model, { subscriptionType: "R" });
    expect(await read(folios.R)).toMatchObject({ subscriptionStatus: "CURRENT" });
    expect(await weightsOf(folios.R)).toHaveLength(2);
    expect((await runJobs()).followModel).toBe(0);
  });

  test("is adopted under a filter that it meets", async () => {
    const model = await modelOf();
    await subscribed("RA0000001503", model, { subscriptionType: "F" });
    expect((await changeModel(model, even)).status).toBe(200);
    expect((await runJobs()).followModel).toBe(1);
    expect(await read("RA0000001503")).toMatchObject({ subscriptionStatus: "CURRENT" });
  });

  test("is adopted once by several sweeps", async () => {
    const model = await modelOf();
    await subscribed("RA0000001603", model);
    await subscribed("RA0000001703", model);
    expect((await changeModel(model, even)).status).toBe(200);
    const all = await Promise.all([1, 2, 3].map(runJobs));
    expect(all.reduce((sum, each) => sum + (each.followModel ?? 0), 0)).toBe(2);
  });

  test("stays out of an account whose firm does not see the model any more", async () => {
    const model = await modelOf();
    const folio = "RA0000001503";
    await subscribed(folio, model);
    await service.load({
      "accounts.csv":
        "accountNumber,accountName,accountType,owners,openedOn\n" +
        `RA00000015,Moved,I,"[""erin.cole""]",2022-05-02\n`,
    });
    expect((await changeModel(model, even)).status).toBe(200);
    expect((await runJobs()).followModel).toBe(0);
    const { body } = await targetsOf(folio, "otherAdviser");
    expect(body.map(({ ticker }: { ticker: string }) => ticker)).toEqual(["ACME", "BOLT"]);
    // Once the model is one of a program of that firm, its newer weights come.
    expect((await changeModel(model, { programOid: ["501", "503"] })).status).toBe(200);
    expect((await runJobs()).followModel).toBe(1);
  });

  test("comes with a load as well, and a load of the subscription keeps what it has", async () => {
    const model = await modelOf();
    const folio = "RA0000001803";
    const columns = "accountNumber,folioNumber,modelOid,subscriptionType,exclusionRule";
    const row = `RA00000018,${folio},${model.modelOid}`;
    const eventCount = (await service.eventsOf("RA00000018")).length;
    const load = (subscription: string) =>
      service.load({ "model-subscriptions.csv": [columns, subscription, ""].join("\n") });
    await load(`${row},A,A`);
    expect(await eventsSince("RA00000018", eventCount)).toEqual([
      { type: "subscription.adopted", data: { folioNumber: folio, modelOid: model.modelOid } },
    ]);
    const loaded = {
      modelOid: model.modelOid,
      folioOid: model.folioOid,
      firmOid: "1002",
      folioNumber: model.folioNumber,
      folioName: "Loaded",
      longName: "Loaded",
      cashSecurity: "BCASH",
      programOid: [],
      style: "G",
      ...even,
    };
    await service.load({ "models.ndjson": `${JSON.stringify(loaded)}\n` });
    await load(`${row},R,A`);
    expect(await weightsOf(folio)).toContainEqual(["BOLT", "40.00"]);
    expect((await runJobs()).followModel).toBe(1);
    expect(await read(folio)).toMatchObject({ subscriptionStatus: "PENDING" });
    await load(`${row},R,A`);
    expect(await read(folio)).toMatchObject({ subscriptionStatus: "PENDING" });
  });

  test("a load of what may not be is refused by line", async () => {
    const rows = [
      "RA00000019,RA0000001901,701,501,A,A",
      "RA00000019,RA0000001903,701,502,A,A",
      "RA00000020,RA0000002003,701,,A,A",
      // A model of another firm, in none of this firm's programs.
      "RA00000018,RA0000001803,702,502,A,A",
    ];
    const columns = "accountNumber,folioNumber,modelOid,programOid,subscriptionType,exclusionRule";
    const loading = service.load({ "model-subscriptions.csv": [columns, ...rows, ""].join("\n") });
    const error = await loading.then(
      () => undefined,
      (reason: { problems?: readonly { line: number; column: string }[] }) => reason,
    );
    expect(error?.problems?.map(({ line, column }) => [line, column])).toEqual([
      [2, "folioNumber"],
      [3, "programOid"],
      [4, "programOid"],
      [5, "modelOid"],
    ]);
  });
});

test.each<[string, CallerName | null, number, number]>([
  ["another firm", "otherAdviser", 403, 403],
  ["the operator", "operator", 403, 200],
  ["an issuer", "issuer", 403, 403],
  ["its owner", "client", 403, 200],
  ["a key that only reads", "readOnly", 403, 200],
  ["an anonymous caller", null, 401, 401],
])("%s neither subscribes a folio nor ends that", async (_, caller, status, reading) => {
  const before = await service.auditOf("RA00000001");
  const body = to({ folioOid: "713" } as Model, { programOid: "501" });
  expect((await put("RA0000000104", body, caller)).status).toBe(status);
  expect((await remove("RA0000000104", caller)).status).toBe(status);
  expect((await targetsOf("RA0000000104", caller)).status).toBe(reading);
  expect(await service.auditOf("RA00000001")).toEqual(before);
});

test("another client does not read the target weights", async () => {
  expect((await targetsOf("RA0000000403", "client")).status).toBe(403);
});
