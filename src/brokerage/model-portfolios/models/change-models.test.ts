// Writing, changing and listing models over HTTP. (interface 2.8)

import type { Decimal } from "@bursar/values/decimal";
import { beforeAll, describe, expect, test } from "vitest";
import { type TestResponse, useTestService } from "../../../../test/harness.ts";
import type { CallerName } from "../../../../test/sample-template.ts";
import { publishPending } from "../../../platform/feed/publisher.ts";
import { sameTargets } from "./written-model.ts";

const service = useTestService();

beforeAll(() =>
  service.admin(
    "insert into security (security_id, ticker, name, instrument_type) values (695, 'HRBX', 'Harbor Index', 'IX')",
  ),
);

const models = "/restapi/models";
const weights = (...pairs: readonly [string, string | number][]) =>
  pairs.map(([ticker, targetWeight]) => ({ ticker, targetWeight }));
const whole = weights(["ACME", "60"], ["BOLT", "40.00"]);
let count = 0;
const model = (fields: object = {}) => {
  count += 1;
  return {
    folioName: `Model ${count}`,
    longName: "Long",
    style: "G",
    targetWeights: whole,
    ...fields,
  };
};
const write = (body: object, caller: CallerName | null = "adviser") =>
  service.call(caller, "POST", models, body);
const put = (modelOid: string, body: object, caller: CallerName | null = "adviser") =>
  service.call(caller, "PUT", `${models}/${modelOid}`, body);
const read = (folioOid: string, caller: CallerName = "adviser") =>
  service.call(caller, "GET", `${models}/${folioOid}`);
const codesOf = ({ body }: TestResponse) =>
  body.map((each: Record<string, string>) => each.errorCode ?? each.message);

interface Written {
  readonly modelOid: string;
  readonly folioOid: string;
  readonly folioNumber: string;
}

async function written(fields: object = {}, caller: CallerName = "adviser"): Promise<Written> {
  const response = await write(model(fields), caller);
  expect(response.status, response.text).toBe(201);
  const folioOid = String(response.headers.location).split("/").at(-1) ?? "";
  return (await read(folioOid, caller)).body;
}

const eventsOf = async (modelOid: string) =>
  (await service.eventsOf(`model:${modelOid}`)).map(({ type, data }) => ({ type, data }));

describe("createModel", () => {
  test("stores the model by the member logged in, unpublished, and emits its event once", async () => {
    const response = await service.signed("adviser", "POST", models, {
      body: {
        folioName: "Two companies",
        longName: "Two companies, no more",
        style: "V",
        description: "Both make things.",
        URL: "https://harbor.example/two",
        benchmarkItem: "EVER",
        tradePctThreshold: "1.5",
        cashSecurity: "bcash",
        programOid: ["501", "501"],
        targetWeights: weights(["acme", 33.34], ["BOLT", "66.66"]),
      },
      members: { FOLIOWS_MEMBER_ID: "harbor.lin" },
    });
    expect(response).toMatchObject({ status: 201, text: "" });
    const folioOid = String(response.headers.location).split("/").at(-1) ?? "";
    expect(response.headers.location).toBe(`http://bursar.test${models}/${folioOid}`);
    const { body } = await read(folioOid);
    expect(body).toEqual({
      URL: "https://harbor.example/two",
      benchmarkItem: "EVER",
      cashSecurity: "BCASH",
      description: "Both make things.",
      firmName: "Harbor Advisory",
      folioName: "Two companies",
      folioNumber: `M${body.modelOid}`,
      folioOid,
      iaFirstName: "Grace",
      iaLastName: "Lin",
      longName: "Two companies, no more",
      modelOid: expect.stringMatching(/^\d+$/),
      programOid: ["501"],
      style: "V",
      targetWeights: [
        { currentWeight: null, targetWeight: "33.34", ticker: "ACME" },
        { currentWeight: null, targetWeight: "66.66", ticker: "BOLT" },
      ],
    });
    const [entry, ...others] = await service.auditOf(`model:${body.modelOid}`);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      operation: "createModel",
      detail: { after: { model: { tradePctThreshold: "1.50", publishedStatus: "U" } } },
    });
    expect(await eventsOf(body.modelOid)).toEqual([
      {
        type: "model.created",
        data: { modelOid: body.modelOid, fields: expect.arrayContaining(["targetWeights"]) },
      },
    ]);
  });

  test("without a member and with no more than it needs has cash, and no program or names", async () => {
    const { folioOid } = await written();
    expect((await read(folioOid)).body).toMatchObject({
      cashSecurity: "0",
      programOid: [],
      iaFirstName: null,
      iaLastName: null,
      URL: null,
      benchmarkItem: null,
      description: null,
    });
  });

  test.each([
    ["nothing", {}, ["null.folio.name", "null.long.name", "null.style", "null.target.weights"]],
    [
      "blank names",
      model({ folioName: " ", longName: " " }),
      ["invalid.folio.name", "invalid.long.name"],
    ],
    ["a style of no list", model({ style: "Q" }), ["invalid.choice"]],
    [
      "a threshold over 100",
      model({ tradePctThreshold: "100.01" }),
      ["invalid.trade.pct.threshold"],
    ],
    ["another status", model({ publishedStatus: "X" }), ["invalid.published.status"]],
    ["a script as its page", model({ URL: "javascript:1" }), ["invalid.url"]],
    ["a folio number", model({ folioNumber: "1" }), ["The field is unrecognized."]],
    [
      "a current weight",
      model({ targetWeights: [{ ...whole[0], targetWeight: 100, currentWeight: 1 }] }),
      ["The field is unrecognized."],
    ],
    ["no securities", model({ targetWeights: [] }), ["model.weights.rule"]],
    ["too little", model({ targetWeights: weights(["ACME", "99.99"]) }), ["model.weights.rule"]],
    [
      "a weight of nothing",
      model({ targetWeights: weights(["ACME", "100"], ["BOLT", "0"]) }),
      ["invalid.target.weights.target.weight"],
    ],
    [
      "three places",
      model({ targetWeights: weights(["ACME", "99.999"], ["BOLT", "0.001"]) }),
      ["invalid.target.weights.target.weight", "invalid.target.weights.target.weight"],
    ],
    [
      "a security twice, ignoring case, and too much",
      model({ targetWeights: weights(["ACME", "60"], ["acme", "50"]) }),
      ["model.weights.rule", "model.weights.unique.rule"],
    ],
    [
      "an unknown security",
      model({ targetWeights: weights(["NONE", "100"]) }),
      ["model.security.rule"],
    ],
    ["unknown cash", model({ cashSecurity: "NONE" }), ["model.security.rule"]],
    [
      "a private security",
      model({ targetWeights: weights(["PRIV.RWA", "100"]) }),
      ["model.security.rule"],
    ],
    ["private cash", model({ cashSecurity: "PRIV.RWA" }), ["model.security.rule"]],
    ["an index", model({ targetWeights: weights(["HRBX", "100"]) }), ["model.security.rule"]],
    ["an index for cash", model({ cashSecurity: "HRBX" }), ["model.security.rule"]],
    ["an unknown benchmark", model({ benchmarkItem: "NONE" }), ["model.benchmark.rule"]],
    ["a custom benchmark", model({ benchmarkItem: "security:601" }), ["model.benchmark.rule"]],
    ["a private benchmark", model({ benchmarkItem: "PRIV.RWA" }), ["model.benchmark.rule"]],
    ["a program of another firm", model({ programOid: ["501", "502"] }), ["model.program.rule"]],
    ["the name of another model", model({ folioName: "harbor balanced" }), ["model.unique.rule"]],
    [
      "several facts",
      model({ folioName: "Harbor Draft", cashSecurity: "NONE", programOid: ["999"] }),
      ["model.unique.rule", "model.security.rule", "model.program.rule"],
    ],
  ])("with %s is refused", async (_, body, codes) => {
    const response = await write(body);
    expect([response.status, codesOf(response)]).toEqual([400, codes]);
  });

  test("of two of one name at once stores one", async () => {
    const body = model();
    const responses = await Promise.all([write(body), write(body)]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 400]);
    const refused = responses.find(({ status }) => status === 400);
    expect(refused && codesOf(refused)).toEqual(["model.unique.rule"]);
    expect((await write(body, "otherAdviser")).status).toBe(201);
  });
});

test("a benchmark is an index or a security, and stays though it means nothing any more", async () => {
  const { modelOid, folioOid, folioNumber } = await written({ benchmarkItem: "hrbx" });
  expect((await read(folioOid)).body).toMatchObject({ benchmarkItem: "hrbx" });
  await service.admin("update model set benchmark_item = 'GONE' where model_oid = $1", [modelOid]);
  const again = await put(modelOid, { folioNumber, benchmarkItem: "GONE", longName: "Kept" });
  expect([again.status, again.text]).toEqual([200, ""]);
  expect(codesOf(await put(modelOid, { folioNumber, benchmarkItem: "OTHER" }))).toEqual([
    "model.benchmark.rule",
  ]);
  expect((await put(modelOid, { folioNumber, benchmarkItem: null })).status).toBe(200);
});

describe("updateModel", () => {
  test("changes what is sent, empties what is null, and leaves the rest", async () => {
    const before = await written({ description: "Before", benchmarkItem: "EVER" });
    const { modelOid, folioOid, folioNumber } = before;
    const body = { modelOid, folioNumber, longName: "After", description: null };
    const response = await put(modelOid, body);
    expect(response).toMatchObject({ status: 200, text: "" });
    expect(response.headers.location).toBe(`http://bursar.test${models}/${folioOid}`);
    expect((await read(folioOid)).body).toEqual({
      ...before,
      longName: "After",
      description: null,
    });
    expect((await service.auditOf(`model:${modelOid}`)).at(-1)).toMatchObject({
      operation: "updateModel",
      detail: {
        before: { longName: "Long", description: "Before" },
        after: { longName: "After", description: null },
      },
    });
    expect((await eventsOf(modelOid)).at(-1)).toEqual({
      type: "model.updated",
      data: { modelOid, fields: ["description", "longName"] },
    });
  });

  test("with the weights that are stored, in another order, keeps the current ones", async () => {
    const before = (await read("711")).body;
    const sent = before.targetWeights.map(({ ticker, targetWeight }: Record<string, string>) => ({
      ticker,
      targetWeight,
    }));
    const emitted = await eventsOf("701");
    const body = { folioNumber: "HARBOR-M1", targetWeights: sent.toReversed() };
    expect((await put("701", body)).status).toBe(200);
    expect((await read("711")).body).toEqual(before);
    expect(await eventsOf("701")).toEqual(emitted);
  });

  test("with other weights has no current ones yet", async () => {
    const { modelOid, folioOid, folioNumber } = await written();
    const targetWeights = weights(["CRUX", "100.00"]);
    expect((await put(modelOid, { folioNumber, targetWeights })).status).toBe(200);
    expect((await read(folioOid)).body.targetWeights).toEqual([
      { currentWeight: null, targetWeight: "100.00", ticker: "CRUX" },
    ]);
    expect((await eventsOf(modelOid)).at(-1)?.data).toMatchObject({ fields: ["targetWeights"] });
  });

  test.each([
    ["nothing", {}, ["null.folio.number"]],
    ["the number of another", { folioNumber: "HARBOR-M4" }, ["model.folio.number.rule"]],
    ["another id", { folioNumber: "HARBOR-M1", modelOid: "704" }, ["uri.matching.rule"]],
    [
      "a name that is taken",
      { folioNumber: "HARBOR-M1", folioName: "HARBOR DRAFT" },
      ["model.unique.rule"],
    ],
    [
      "wrong weights",
      { folioNumber: "HARBOR-M1", targetWeights: weights(["ACME", "1"], ["ACME", "1"]) },
      ["model.weights.rule", "model.weights.unique.rule"],
    ],
    [
      "several facts",
      { folioNumber: "?", cashSecurity: "NONE", programOid: ["502"], benchmarkItem: "NONE" },
      ["model.folio.number.rule", "model.security.rule", "model.program.rule"].concat(
        "model.benchmark.rule",
      ),
    ],
  ])("with %s is refused", async (_, body, codes) => {
    const before = await service.auditOf("model:701");
    const response = await put("701", body);
    expect([response.status, codesOf(response)]).toEqual([400, codes]);
    expect(await service.auditOf("model:701")).toEqual(before);
  });

  test("of two at once is made field by field", async () => {
    const { modelOid, folioOid, folioNumber } = await written();
    const responses = await Promise.all([
      put(modelOid, { folioNumber, longName: "Both" }),
      put(modelOid, { folioNumber, style: "B" }),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect((await read(folioOid)).body).toMatchObject({ longName: "Both", style: "B" });
  });

  test("of two that take one name at once lets one have it", async () => {
    const one = await written();
    const other = await written();
    const responses = await Promise.all(
      [one, other].map(({ modelOid, folioNumber }) =>
        put(modelOid, { folioNumber, folioName: "Wanted twice" }),
      ),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });

  test.each(["711", "999", "0701", "9223372036854775808", "%00", "702"])(
    "of %s, which the firm does not manage, is refused like one that is absent",
    async (modelOid) => {
      const response = await put(modelOid, { folioNumber: "HARBOR-M1" });
      expect([response.status, response.text]).toEqual([403, (await put("1", {})).text]);
    },
  );
});

describe("publishing", () => {
  const statusesOf = async (folioOid: string) => {
    const callers = ["adviser", "otherAdviser", "operator", "client"] as const;
    const responses = await Promise.all(callers.map((caller) => read(folioOid, caller)));
    return responses.map(({ status }) => status);
  };
  const listed = async (caller: CallerName) => {
    const { body } = await service.call(caller, "GET", models);
    return body.flatMap((program: { models: Written[] }) => program.models.map((m) => m.folioOid));
  };
  const typesSeenBy = async (caller: CallerName, modelOid: string) => {
    const term = { transaction: service.db.transaction } as never;
    for (let from: string | undefined = ""; from !== undefined; ) {
      const { next } = await publishPending(term, service.now(), from);
      from = next === "" ? undefined : next;
    }
    const target = `/restapi/events?limit=1000&subject=model:${modelOid}`;
    const { body } = await service.call(caller, "GET", target);
    return body.events.map(({ type }: { type: string }) => type);
  };

  test("shows a model to the firms of its programs, until it is taken back", async () => {
    const { modelOid, folioOid, folioNumber } = await written({ programOid: ["503"] });
    const status = (publishedStatus: string) => put(modelOid, { folioNumber, publishedStatus });
    expect(await statusesOf(folioOid)).toEqual([200, 403, 200, 403]);
    expect(await listed("otherAdviser")).not.toContain(folioOid);
    expect(await listed("client")).not.toContain(folioOid);
    expect(await listed("operator")).toContain(folioOid);

    expect((await status("P")).status).toBe(200);
    expect(await statusesOf(folioOid)).toEqual([200, 200, 200, 200]);
    expect(await listed("otherAdviser")).toContain(folioOid);
    expect(await listed("client")).toContain(folioOid);

    expect((await status("U")).status).toBe(200);
    expect(await statusesOf(folioOid)).toEqual([200, 403, 200, 403]);
    const all = ["model.created", "model.updated", "model.updated"];
    expect(await typesSeenBy("adviser", modelOid)).toEqual(all);
    // Callers who saw it until then are notified of its withdrawal.
    expect(await typesSeenBy("otherAdviser", modelOid)).toEqual(["model.updated"]);
    expect(await typesSeenBy("issuer", modelOid)).toEqual([]);
  });

  test("notifies a firm that a model has left its program", async () => {
    const { modelOid, folioNumber } = await written({ programOid: ["503"], publishedStatus: "P" });
    expect((await put(modelOid, { folioNumber, programOid: ["501"] })).status).toBe(200);
    expect(await typesSeenBy("otherAdviser", modelOid)).toEqual(["model.updated"]);
    expect((await put(modelOid, { folioNumber, longName: "Later" })).status).toBe(200);
    expect(await typesSeenBy("otherAdviser", modelOid)).toEqual(["model.updated"]);
  });
});

describe("listModels", () => {
  interface Listed {
    readonly programOid: string | null;
    readonly programName: string | null;
    readonly models: readonly { readonly modelOid: string }[];
  }
  const programs = async (caller: CallerName, headers = {}) => {
    const { body } = await service.call(caller, "GET", models, undefined, headers);
    return (body as Listed[]).map(({ programOid, programName, models: of }) => [
      programOid,
      programName,
      of.map(({ modelOid }) => modelOid).filter((oid) => oid.length === 3),
    ]);
  };

  test("returns the models in sight by program, with all of them but numbers and weights", async () => {
    const { body } = await service.call("adviser", "GET", models);
    const { folioNumber: _, targetWeights: __, ...balanced } = (await read("711")).body;
    expect(body[0]).toMatchObject({
      programOid: "501",
      programName: "Core",
      programDescription: "Models for most clients of the adviser",
    });
    expect(body[0].models[0]).toEqual({ ...balanced, iaMemberOid: "2101" });
  });

  test("shows a firm its programs, those of its own models, and these outside any at the end", async () => {
    await written({ programOid: ["503"], publishedStatus: "P" });
    expect(await programs("adviser")).toEqual([
      ["501", "Core", ["701", "703"]],
      ["503", "Reserve", []],
      [null, null, ["704"]],
    ]);
    const ofSummit = await programs("otherAdviser");
    expect(ofSummit.slice(0, 2)).toEqual([
      ["501", "Core", ["703"]],
      ["502", "Growth", ["702", "703"]],
    ]);
    expect((await programs("operator")).map(([oid]) => oid)).toEqual(["501", "502", "503", null]);
  });

  test("shows the operator, on behalf of a client, what the client sees", async () => {
    const { folioOid } = await written();
    const headers = { "X-Associated-Member-Id": "ada.whitfield" };
    expect(await programs("operator", headers)).toEqual(await programs("client"));
    const response = await service.call("operator", "GET", models, undefined, headers);
    expect(response.text).not.toContain(`"folioOid":"${folioOid}"`);
    const draft = `${models}/${folioOid}`;
    expect((await service.call("operator", "GET", draft)).status).toBe(200);
    expect((await service.call("operator", "GET", draft, undefined, headers)).status).toBe(403);
    const followers = `${draft}/subscriptions`;
    expect((await service.call("operator", "GET", followers, undefined, headers)).status).toBe(403);
  });
});

test.each<[string, CallerName | null, number]>([
  ["the operator", "operator", 403],
  ["an issuer", "issuer", 403],
  ["a client", "client", 403],
  ["a key that only reads", "readOnly", 403],
  ["an anonymous caller", null, 401],
])("%s neither writes nor changes a model", async (_, caller, status) => {
  expect((await write(model(), caller)).status).toBe(status);
  expect((await put("701", { folioNumber: "HARBOR-M1" }, caller)).status).toBe(status);
});

test("a firm does not change the model of another", async () => {
  const { status } = await put("701", { folioNumber: "HARBOR-M1" }, "otherAdviser");
  expect(status).toBe(403);
});

test.each([
  ["the same", [["A", "1"]], [["A", "1.00"]], true],
  [
    "another order",
    [
      ["A", "1"],
      ["B", "2"],
    ],
    [
      ["B", "2"],
      ["A", "1"],
    ],
    true,
  ],
  ["another target", [["A", "1"]], [["A", "1.01"]], false],
  ["another security", [["A", "1"]], [["B", "1"]], false],
  [
    "one more",
    [["A", "1"]],
    [
      ["A", "1"],
      ["B", "1"],
    ],
    false,
  ],
] as const)("targets of %s", (_, one, other, areSame) => {
  const rows = (pairs: readonly (readonly [string, string])[]) =>
    pairs.map(([ticker, target]) => ({
      ticker,
      targetWeight: target as Decimal,
      currentWeight: null,
    }));
  expect(sameTargets(rows(one), rows(other))).toBe(areSame);
});
