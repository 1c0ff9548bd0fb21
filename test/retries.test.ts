// The Idempotency-Key: a repeat is treated like the first request and changes nothing again.
// (interface 1)
import { beforeAll, describe, expect, test } from "vitest";
import { createKey } from "../src/brokerage/service/api-users/create-key.ts";
import { deleteExpiredRetries } from "../src/platform/change/idempotency.ts";
import { sql, type Tx } from "../src/platform/store/db.ts";
import { send, type TestResponse, useTestService } from "./harness.ts";
import { untilOneWaits, untilWaiting } from "./lock-waits.ts";
import { testContext } from "./sample-template.ts";

const service = useTestService();

const restrictions = (account: string) => `/restapi/accounts/${account}/restrictions`;
const restriction = { reason: { code: "021" }, type: { code: "SO" } };
const other = { reason: { code: "021" }, type: { code: "CR" } };
const withKey = (key: string) => ({ "Idempotency-Key": key });

function restrict(account: string, key: string, body: object = restriction, headers = {}) {
  const all = { ...withKey(key), ...headers };
  return service.call("adviser", "POST", restrictions(account), body, all);
}

async function changesOf(account: string): Promise<number> {
  const entries = await service.auditOf(account);
  return entries.filter(({ operation }) => operation !== "loadFolder").length;
}

const isReplay = ({ headers }: TestResponse) => headers["idempotency-replayed"] === "true";

/** Runs work while the account's row is locked, so that a change of it has to wait. */
async function whileLocked<T>(account: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  return service.db.transaction(async (tx) => {
    await tx.execute(sql`select from account where account_number = ${account} for update`);
    return work(tx);
  });
}

describe("the same key and request", () => {
  test("get the first response, and nothing is changed", async () => {
    const first = await restrict("RA00000001", "k1");
    expect([first.status, isReplay(first)]).toEqual([201, false]);
    const second = await restrict("RA00000001", "k1");
    expect([second.status, second.text, isReplay(second)]).toEqual([201, "", true]);
    expect(second.headers.location).toBe(first.headers.location);
    expect(second.headers["content-length"]).toBe("0");
    expect(await changesOf("RA00000001")).toBe(1);
  });

  test("get the same response for every kind of change", async () => {
    const rename = (key: string) =>
      service.call(
        "adviser",
        "PUT",
        "/restapi/accounts/RA00000004",
        { accountName: "Kept" },
        {
          ...withKey(key),
        },
      );
    expect([isReplay(await rename("u1")), isReplay(await rename("u1"))]).toEqual([false, true]);
    expect(await changesOf("RA00000004")).toBe(1);
    expect(isReplay(await rename("u2"))).toBe(false);
  });

  test("get the same response to a signed repeat, byte for byte", async () => {
    const sign = (headers: Record<string, string>) =>
      service.signed("adviser", "POST", restrictions("RA00000003"), { body: restriction, headers });
    const first = await sign(withKey("s1"));
    const second = await sign(withKey("s1"));
    expect([first.status, second.status, isReplay(second)]).toEqual([201, 201, true]);
    expect(second.headers.location).toBe(first.headers.location);
    expect((await sign({})).status).toBe(401);
    expect((await sign(withKey("s2"))).status).toBe(401);
    expect(await changesOf("RA00000003")).toBe(1);
  });

  test("get the same response to a request that is signed or sent in another way", async () => {
    service.setNow("2026-03-02T15:01:00Z");
    const path = restrictions("RA00000003");
    const options = { body: restriction, headers: withKey("s1") };
    expect(isReplay(await service.signed("adviser", "POST", path, options))).toBe(true);
    expect(isReplay(await restrict("RA00000003", "s1"))).toBe(true);
  });
});

describe("the key with another request", () => {
  const change = (path: string, method: string, body: unknown, headers = {}) =>
    service.call("adviser", method, path, body, { ...withKey("f1"), ...headers });
  const path = restrictions("RA00000005");
  beforeAll(async () => {
    expect((await change(path, "POST", restriction)).status).toBe(201);
  });

  test("is refused with 422", async () => {
    const response = await change(path, "POST", other);
    expect([response.status, response.body]).toMatchInlineSnapshot(`
      [
        422,
        [
          {
            "errorCode": "idempotency.key.reused",
            "message": "The Idempotency-Key was already used with a different request.",
            "type": "REQUEST",
          },
        ],
      ]
    `);
  });

  test.each([
    ["another body that means the same", path, "POST", `${JSON.stringify(restriction)} `, {}],
    ["another query", `${path}?a=1`, "POST", restriction, {}],
    ["another path of the account", "/restapi/accounts/RA00000005", "PUT", {}, {}],
    [
      "another acting member",
      path,
      "POST",
      restriction,
      { "X-Associated-Member-Id": "carol.nguyen" },
    ],
  ])("is refused with 422 for %s", async (_, target, method, body, headers) => {
    const response = await change(target, method, body, headers);
    expect([response.status, isReplay(response)]).toEqual([422, false]);
  });

  test("is refused before the facts are checked, and after the shape", async () => {
    expect((await change(path, "POST", { ...restriction, inceptionInfo: "x" })).status).toBe(422);
    expect((await change(path, "POST", { reason: {} })).status).toBe(400);
  });
});

describe("a key belongs to", () => {
  test("an account: the same key for another account is another key", async () => {
    expect((await restrict("RA00000009", "scope")).status).toBe(201);
    expect(isReplay(await restrict("RA00000010", "scope"))).toBe(false);
    expect(isReplay(await restrict("RA00000010", "scope"))).toBe(true);
  });

  test("an API user: the same key of another API user is another key", async () => {
    const drawn = await createKey(testContext(service.db), {
      apiUserId: "5006",
      kind: "token",
      expiresAt: undefined,
      boundLoginId: undefined,
    });
    await service.load({
      "api-users.csv": 'apiUserId,firmOid,name,scopes\n5006,1002,Desk,"[""read"",""write""]"\n',
    });
    const authorization = `Bearer ${"token" in drawn ? drawn.token : ""}`;
    const path = restrictions("RA00000009");
    const headers = { authorization, ...withKey("scope") };
    const response = await send(service.app, "POST", path, other, headers);
    expect([response.status, isReplay(response)]).toEqual([201, false]);
  });
});

describe("a key is", () => {
  test.each(["k", "~!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}", "x".repeat(255)])("%s", async (key) => {
    const rename = () =>
      service.call(
        "adviser",
        "PUT",
        "/restapi/accounts/RA00000011",
        { accountName: "Keys" },
        {
          ...withKey(key),
        },
      );
    expect([isReplay(await rename()), isReplay(await rename())]).toEqual([false, true]);
  });

  test.each(["", " ", "a b", "x".repeat(256), "é", "a\tb"])("not %j", async (key) => {
    const response = await restrict("RA00000012", key);
    expect([response.status, response.body]).toEqual([
      400,
      [
        {
          type: "VALIDATION_FIELD",
          field: "Idempotency-Key",
          errorCode: "invalid.idempotency.key",
        },
      ],
    ]);
  });

  test("ignored by a read", async () => {
    const read = () =>
      service.call("adviser", "GET", "/restapi/accounts/RA00000012", undefined, withKey("g"));
    expect([(await read()).status, isReplay(await read())]).toEqual([200, false]);
  });
});

describe("only a success is stored", () => {
  test("a refused request leaves its key free", async () => {
    const twice = await restrict("RA00000006", "refused");
    expect(twice.status).toBe(400); // the sample has this restriction in force
    const now = await restrict("RA00000006", "refused", other);
    expect([now.status, isReplay(now)]).toEqual([201, false]);
  });

  test("a change whose response was lost happens once", async () => {
    await restrict("RA00000013", "lost"); // no one reads this response
    const again = await restrict("RA00000013", "lost");
    expect([again.status, isReplay(again)]).toEqual([201, true]);
    expect(await changesOf("RA00000013")).toBe(1);
    const found = await service.call("adviser", "GET", String(again.headers.location).slice(18));
    expect(found.status).toBe(200);
  });
});

describe("while the first request runs", () => {
  test("a second is refused at once with 409, and is answered once the first is done", async () => {
    const { first, second } = await whileLocked("RA00000014", async () => {
      const running = restrict("RA00000014", "running");
      await untilOneWaits(service.db);
      const start = performance.now();
      const refused = await restrict("RA00000014", "running");
      // The first waits for its lock for five seconds.
      expect(performance.now() - start).toBeLessThan(4_500);
      return { first: running, second: refused };
    });
    expect([second.status, second.headers["retry-after"], second.body]).toMatchInlineSnapshot(`
      [
        409,
        "1",
        [
          {
            "errorCode": "idempotency.key.in.use",
            "message": "The first request with this Idempotency-Key is still running.",
            "type": "REQUEST",
          },
        ],
      ]
    `);
    expect((await first).status).toBe(201);
    expect(isReplay(await restrict("RA00000014", "running"))).toBe(true);
  });

  test("in another process, a second is refused at once as well", async () => {
    const name = "5001/RA00000013/elsewhere";
    const refused = await service.db.forLoads.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
      return restrict("RA00000013", "elsewhere", other);
    });
    expect([refused.status, refused.headers["retry-after"]]).toEqual([409, "1"]);
    expect((await restrict("RA00000013", "elsewhere", other)).status).toBe(201);
  });

  test("another API user's request with the same key waits for the account, not for the key", async () => {
    const path = restrictions("RA00000012");
    const responses = await whileLocked("RA00000012", async () => {
      const running = restrict("RA00000012", "shared");
      await untilOneWaits(service.db);
      const others = service.call("operator", "POST", path, other, withKey("shared"));
      // A refusal would come at once, and nothing would wait any longer.
      await Promise.race([others, untilWaiting(service.db, 2)]);
      return { running, others };
    });
    const all = await Promise.all([responses.running, responses.others]);
    expect(all.map((response) => [response.status, isReplay(response)])).toEqual([
      [201, false],
      [201, false],
    ]);
  });

  test("many repeats hold no connection: other changes pass", async () => {
    const { first, repeats, elsewhere } = await whileLocked("RA00000015", async () => {
      const running = restrict("RA00000015", "many");
      await untilOneWaits(service.db);
      const refused = Array.from({ length: 40 }, () => restrict("RA00000015", "many"));
      const others = await restrict("RA00000016", "elsewhere");
      return { first: running, repeats: await Promise.all(refused), elsewhere: others };
    });
    expect(elsewhere.status).toBe(201);
    expect(new Set(repeats.map(({ status }) => status))).toEqual(new Set([409]));
    expect((await first).status).toBe(201);
    expect(await changesOf("RA00000015")).toBe(1);
  });

  test("of several at once one changes, the others are refused or answered alike", async () => {
    const responses = await Promise.all([1, 2, 3, 4, 5].map(() => restrict("RA00000017", "once")));
    for (const response of responses) expect([201, 409]).toContain(response.status);
    const made = responses.filter(({ status }) => status === 201);
    expect(made.filter((response) => !isReplay(response))).toHaveLength(1);
    expect(new Set(made.map(({ headers }) => headers.location)).size).toBe(1);
    expect(await changesOf("RA00000017")).toBe(1);
  });
});

describe("a key is stored for 24 hours", () => {
  const rename = () =>
    service.call(
      "adviser",
      "PUT",
      "/restapi/accounts/RA00000018",
      { accountName: "Day" },
      {
        ...withKey("day"),
      },
    );
  const count = async () =>
    (await service.db.rows(sql`select from idempotency_result where idempotency_key = 'day'`))
      .length;

  test("and then counts as new", async () => {
    service.setNow("2026-03-03T12:00:00.000Z");
    expect(isReplay(await rename())).toBe(false);
    service.setNow("2026-03-04T11:59:59.999Z");
    expect(isReplay(await rename())).toBe(true);
    service.setNow("2026-03-04T12:00:00.000Z");
    expect(isReplay(await rename())).toBe(false);
    expect(isReplay(await rename())).toBe(true);
  });

  test("and then removed by the housekeeping, as used signatures are", async () => {
    const keep = (instant: string) =>
      service.db.transaction((tx) => deleteExpiredRetries(tx, new Date(instant)));
    service.setNow("2026-03-04T12:00:00.000Z");
    const body = { accountName: "Signed" };
    await service.signed("adviser", "PUT", "/restapi/accounts/RA00000018", { body });
    const signatures = async () => (await service.db.rows(sql`select from used_signature`)).length;
    // Two hours later than needed, in case a clock was wrong.
    await keep("2026-03-04T14:09:00.000Z");
    expect([await count(), await signatures()]).toEqual([1, 1]);
    await keep("2026-03-04T14:10:00.000Z");
    expect([await count(), await signatures()]).toEqual([1, 0]);
    await keep("2026-03-05T14:00:00.000Z");
    expect(await count()).toBe(0);
  });
});
