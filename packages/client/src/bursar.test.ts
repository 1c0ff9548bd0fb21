// The client's requests and its reading of responses: bodies, changes, refusals, attempts, lists.
import { describe, expect, test } from "vitest";
import { json, made, openFake, type Scripted } from "../test/fake-service.ts";
import { type Bursar, Refused, Unanswered } from "./bursar.ts";

const path = { accountnumber: "RA00000001" };
const account = "/restapi/accounts/{accountnumber}";
const rename = (bursar: Bursar) =>
  bursar.put(account, { params: { path }, body: { accountName: "Everyday money" } });
const read = (bursar: Bursar) => bursar.get(account, { params: { path } });
const lift = (bursar: Bursar, dryRun?: true) =>
  bursar.delete("/restapi/accounts/{accountnumber}/restrictions/{restrictionid}", {
    params: { path: { ...path, restrictionid: "4001" } },
    ...(dryRun && { dryRun }),
  });
const problem = (errorCode: string) => [{ type: "REQUEST", errorCode, message: "No." }];
const busy = (headers = {}) => json(problem("service.unavailable"), 503, headers);
const changed = () => made("http://bursar.test/restapi/accounts/RA00000001");
const requestKey = (request: Request | undefined) => request?.headers.get("idempotency-key");

describe("a response", () => {
  test("of a record keeps its tag, for a change that demands it", async () => {
    const etag = json({ accountName: "Everyday" }, 200, { ETag: '"a"' });
    const { bursar, requests } = openFake([etag, json({ accountName: "H" }), changed()]);
    const record = await read(bursar);
    const tag = bursar.tagOf(record) ?? "";
    expect([tag, bursar.tagOf(await read(bursar)), bursar.tagOf({})]).toEqual([
      '"a"',
      undefined,
      undefined,
    ]);
    const init = { params: { path, header: { "If-Match": tag } } };
    await bursar.put(account, { ...init, body: { accountName: "H" } });
    expect(requests[2]?.headers.get("if-match")).toBe('"a"');
  });

  test("of a read is its body, in the form of its type", async () => {
    const text = new Response("passed", { headers: { "content-type": "text/plain" } });
    const bytes = new Response(new Uint8Array([1, 2]), {
      headers: { "content-type": "application/pdf" },
    });
    const { bursar, requests } = openFake([json({ accountName: "Everyday" }), text, bytes]);
    expect(await read(bursar)).toEqual({ accountName: "Everyday" });
    const loginid = { loginid: "ada.whitfield" };
    const status = { params: { path: loginid } };
    expect(await bursar.get("/restapi/members/{loginid}/verifications", status)).toBe("passed");
    const content = "/restapi/accounts/{accountnumber}/customeragreement/{agreementid}/content";
    const init = { params: { path: { ...path, agreementid: "1" } } };
    expect(await bursar.get(content, init)).toMatchObject({ size: 2, type: "application/pdf" });
    expect(requests[0]?.url).toBe("http://bursar.test/base/restapi/accounts/RA00000001");
    expect(requests.map(({ headers }) => headers.get("authorization"))).toEqual(
      requests.map(() => "Bearer t"),
    );
  });

  test("of a read is given in the form that is asked for", async () => {
    const { bursar } = openFake([new Response("a,b", { headers: { "content-type": "text/csv" } })]);
    const init = { params: { path, query: { format: "csv" as const } }, parseAs: "text" as const };
    expect(await bursar.get("/restapi/accounts/{accountnumber}/opentaxlots", init)).toBe("a,b");
  });

  test("of a change says where its record is", async () => {
    const { bursar, requests } = openFake([
      made("http://bursar.test/restapi/members/ada%40home", {
        "x-request-id": "q83vEjRWeJCrze8S",
        "idempotency-replayed": "true",
      }),
    ]);
    expect(await rename(bursar)).toEqual({
      location: "http://bursar.test/restapi/members/ada%40home",
      id: "ada@home",
      body: undefined,
      requestId: "q83vEjRWeJCrze8S",
      isRepeat: true,
    });
    expect(await requests[0]?.json()).toEqual({ accountName: "Everyday money" });
  });

  test("of a change that leads elsewhere is not followed for its body", async () => {
    const status = "http://bursar.test/restapi/members/a/verifications";
    const { bursar } = openFake([
      new Response(null, { status: 303, headers: { location: status } }),
    ]);
    const response = await bursar.post("/restapi/members/{loginid}/verifications", {
      params: { path: { loginid: "a" } },
      body: {},
    });
    expect(response).toMatchObject({ location: status, body: undefined });
  });

  test("of a dry run is what would happen, asked for without a key", async () => {
    const would = {
      location: "http://bursar.test/restapi/x/1",
      record: null,
      events: [],
      unjudged: [],
    };
    const { bursar, requests } = openFake([json(would, 200, { "X-Dry-Run": "true" })]);
    expect(await lift(bursar, true)).toEqual(would);
    expect(requests[0]?.headers.get("x-dry-run")).toBe("true");
    expect(requestKey(requests[0])).toBe(null);
  });

  test("of a dry run that became a change on its way is an error", async () => {
    const { bursar } = openFake([json({})]);
    await expect(lift(bursar, true)).rejects.toThrow("took a dry run for a change");
  });
});

describe("a refusal", () => {
  test("is thrown with every problem and its field", async () => {
    const problems = [
      { type: "SYNTAX", field: "accountname", message: "The field is unrecognized." },
      { type: "VALIDATION_FIELD", field: "reason.code", errorCode: "invalid.reason.code" },
      {
        type: "VALIDATION_FIELD",
        field: "primaryBeneficiaries[1].sharePct",
        errorCode: "invalid.share",
      },
      { type: "VALIDATION_RULE", errorCode: "restriction.reason.rule" },
    ];
    const { bursar } = openFake([json(problems, 400, { "x-request-id": "q83vEjRWeJCrze8S" })]);
    const refused = await rename(bursar).catch((error) => error);
    expect(refused).toBeInstanceOf(Refused);
    expect(refused).toMatchObject({ status: 400, requestId: "q83vEjRWeJCrze8S" });
    expect(refused.problems[1]).toEqual({
      type: "VALIDATION_FIELD",
      field: "reason.code",
      code: "invalid.reason.code",
    });
    expect(refused.of("reason")).toEqual([refused.problems[1]]);
    expect(refused.of("primaryBeneficiaries")).toEqual([refused.problems[2]]);
    expect(refused.of("reason.co")).toEqual([]);
    expect([refused.has("restriction.reason.rule"), refused.has("none")]).toEqual([true, false]);
    expect(refused.message).toContain("reason.code: invalid.reason.code; ");
    expect(refused.message).toContain("(request q83vEjRWeJCrze8S)");
  });

  test("of a proxy has a status and no problems", async () => {
    const { bursar } = openFake([new Response("<html>", { status: 413 })]);
    await expect(read(bursar)).rejects.toMatchObject({
      status: 413,
      problems: [],
      message: "413 without a reason",
    });
  });
});

describe("another attempt", () => {
  const attempts = async (send: (bursar: Bursar) => Promise<unknown>, first: Scripted) => {
    const { bursar, requests } = openFake([first, changed()]);
    await send(bursar).catch(() => {});
    return requests.length;
  };
  const lost = new TypeError("fetch failed");
  const tooMany = () => json(problem("too.many.requests"), 429, { "retry-after": "1" });
  const inUse = () => json(problem("idempotency.key.in.use"), 409, { "retry-after": "1" });

  test.each<[string, (bursar: Bursar) => Promise<unknown>, Scripted, number]>([
    ["of a read without a response", read, lost, 2],
    ["of a change without a response", rename, lost, 2],
    ["of a removal without a response is never made", lift, lost, 1],
    ["of a read from a service that is away", read, busy, 2],
    ["of a change at a service that is away", rename, busy, 2],
    ["of a removal at a service that is away is never made", lift, busy, 1],
    ["of a rehearsed removal", (bursar) => lift(bursar, true), busy, 2],
    ["of a read over the rate", read, tooMany, 2],
    ["of a removal over the rate", lift, tooMany, 2],
    ["of a change whose first attempt still runs", rename, inUse, 2],
    ["of what is refused is never made", rename, () => json(problem("a.rule"), 409), 1],
    ["of what failed is never made", read, () => json([{ type: "REQUEST" }], 500), 1],
    ["of a read past a proxy", read, () => new Response("", { status: 502 }), 2],
  ])("%s", async (_, send, first, expected) => {
    expect(await attempts(send, first)).toBe(expected);
  });

  test("of a change has the key of the first, and each change its own", async () => {
    let drawn = 0;
    const random = (bytes: number) => {
      drawn += 1;
      return new Uint8Array(bytes).fill(drawn);
    };
    const { bursar, requests } = openFake([lost, busy(), changed(), changed()], { random });
    await rename(bursar);
    await rename(bursar);
    const keys = requests.map(requestKey);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect([keys[1], keys[2]]).toEqual([keys[0], keys[0]]);
    expect(keys[3]).not.toBe(keys[0]);
    const bodies = await Promise.all(requests.map((request) => request.text()));
    expect(new Set(bodies)).toEqual(new Set(['{"accountName":"Everyday money"}']));
  });

  test("has the key that its caller chose, named by the error of a lost response", async () => {
    const { bursar, requests } = openFake([lost, lost], { patience: { attempts: 2 } });
    const header = { "Idempotency-Key": "mine" };
    const init = { params: { path, header }, body: { accountName: "A" } };
    const error = await bursar.put(account, init).catch((each) => each);
    expect(error).toBeInstanceOf(Unanswered);
    expect(error).toMatchObject({ idempotencyKey: "mine", cause: lost });
    expect(requests.map(requestKey)).toEqual(["mine", "mine"]);
  });

  test("is made after growing waits, spread by chance, so often and no more", async () => {
    const all = [busy(), busy(), busy(), busy(), busy()];
    const least = openFake(all.map((each) => each.clone()));
    await expect(read(least.bursar)).rejects.toMatchObject({ status: 503 });
    expect(least.waits).toEqual([125, 250, 500]);
    const random = (bytes: number) => new Uint8Array(bytes).fill(255);
    const most = openFake(all, { random, patience: { longestWaitMs: 600 } });
    await expect(read(most.bursar)).rejects.toMatchObject({ status: 503 });
    expect(most.waits.map(Math.round)).toEqual([250, 499, 599]);
  });

  test("waits as long as the service asks, unless that is too long", async () => {
    const date = "Mon, 02 Mar 2026 15:00:05 GMT";
    const { bursar, waits } = openFake([
      busy({ "retry-after": "2" }),
      busy({ "retry-after": date }),
      busy({ "retry-after": "11" }),
    ]);
    await expect(read(bursar)).rejects.toMatchObject({ status: 503, retryAfterMs: 11_000 });
    expect(waits).toEqual([2_000, 5_000]);
  });

  test("is not made once the caller has given up", async () => {
    const leaving = new AbortController();
    const { bursar, requests } = openFake([
      () => {
        leaving.abort(new Error("left"));
        throw lost;
      },
    ]);
    const init = { params: { path }, signal: leaving.signal };
    await expect(bursar.get(account, init)).rejects.toThrow("left");
    expect(requests).toHaveLength(1);
  });

  test("of a read whose response broke off", async () => {
    const broken = new ReadableStream({ pull: (control) => control.error(lost) });
    const response = new Response(broken, { headers: { "content-type": "application/json" } });
    const { bursar } = openFake([response, json({ accountName: "Everyday" })]);
    expect(await read(bursar)).toEqual({ accountName: "Everyday" });
  });

  test("of what takes too long is made", async () => {
    const stuck = (request: Request) =>
      new Promise<Response>((_, reject) => {
        request.signal.addEventListener("abort", () => reject(request.signal.reason));
      });
    let sent = 0;
    const fetch = async (request: Request) => {
      sent += 1;
      return sent === 1 ? stuck(request) : json({});
    };
    const { bursar } = openFake([], { fetch, patience: { timeoutMs: 1 } });
    expect(await read(bursar)).toEqual({});
  });
});

test("a list is read in parts, as its items are taken", async () => {
  const link = '<https://elsewhere.test/restapi/accounts?limit=2&user=ada&after=RA2>; rel="next"';
  const { bursar, requests } = openFake([
    json([{ accountNumber: "RA1" }, { accountNumber: "RA2" }], 200, { link }),
    json([{ accountNumber: "RA3" }]),
  ]);
  const query = { limit: "2", user: "ada" };
  const numbers: string[] = [];
  for await (const { accountNumber } of bursar.each("/restapi/accounts", { params: { query } })) {
    numbers.push(accountNumber);
    expect(requests).toHaveLength(numbers.length < 3 ? 1 : 2);
  }
  expect(numbers).toEqual(["RA1", "RA2", "RA3"]);
  expect(requests[1]?.url).toBe(
    "http://bursar.test/base/restapi/accounts?limit=2&user=ada&after=RA2",
  );
});

test("the page of a list says where the next one begins, and the last page nothing", async () => {
  const link = '<http://bursar.test/restapi/accounts?limit=1&after=RA1>; rel="next"';
  const { bursar } = openFake([json([{ accountNumber: "RA1" }], 200, { link }), json([])]);
  const first = await bursar.get("/restapi/accounts");
  const last = await bursar.get("/restapi/accounts");
  expect([first, last, []].map((list) => bursar.nextOf(list))).toEqual([
    "RA1",
    undefined,
    undefined,
  ]);
});

/** Never run: the compiler judges it. */
export async function judgedByTheCompiler(bursar: Bursar): Promise<unknown> {
  // @ts-expect-error the path is not in the contract
  await bursar.get("/restapi/accountz");
  // @ts-expect-error the path's parameter is missing
  await bursar.get(account);
  // @ts-expect-error the path has no such method
  await bursar.delete(account, { params: { path } });
  // @ts-expect-error the field is unknown
  await bursar.put(account, { params: { path }, body: { accountName: "A", accountname: "A" } });
  // @ts-expect-error it is no list
  bursar.each(account, { params: { path } });
  const webhook = await bursar.post("/restapi/webhooks", { body: { url: "https://a.example" } });
  const dry = await bursar.delete("/restapi/webhooks/{webhookid}", {
    params: { path: { webhookid: "1" } },
    dryRun: true,
  });
  return [webhook.body.secret, dry.events[0]?.type] satisfies (string | null | undefined)[];
}
