// The one door for changes: all of a change is stored or nothing, and a lost race is run again.
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { anyEntry } from "../../../test/any-entry.ts";
import { newDatabase, type TestDatabase } from "../../../test/database.ts";
import { testContext } from "../../../test/sample-template.ts";
import { Refusal, refusal } from "../../values/problem.ts";
import { clientConfig } from "../store/connection.ts";
import { sql, type Tx } from "../store/db.ts";
import { selectAuditEntries } from "./audit.ts";
import type { WriteContext } from "./context.ts";
import { write } from "./write.ts";

let store: TestDatabase;
beforeAll(async () => {
  store = await newDatabase();
  const admin = new pg.Client(clientConfig(store.admin));
  await admin.connect();
  await admin.query(`
    create table counter (
      name text primary key,
      value integer not null constraint counter_value check (value < 1000)
    );
    insert into counter values ('a', 0), ('b', 0), ('c', 0);
    grant select, insert, update on counter to public`);
  await admin.end();
});
afterAll(() => store.drop());

const context = (more: Partial<WriteContext> = {}): WriteContext => ({
  ...testContext(store.database),
  ...more,
});

const add = (tx: Tx, name: string, value = 1) =>
  tx.execute(sql`update counter set value = value + ${value} where name = ${name}`);

async function counterValue(name: string): Promise<number> {
  const row = await store.database.first(
    sql<{ value: number }>`select value from counter where name = ${name}`,
  );
  return row?.value ?? -1;
}

const entriesOf = (subject: string) => selectAuditEntries(store.database, subject);
const noted = (subject: string) => ({ value: null, audit: [{ subject }] });

describe("a change", () => {
  test("is stored with one entry per subject changed, and its value is returned", async () => {
    const made = await write(
      context({ requestId: "r1", address: "::1" }),
      anyEntry("count"),
      async (tx) => {
        await add(tx, "a");
        const audit = [
          { subject: "s1", before: { value: "0" }, after: { value: "1" } },
          { subject: "s2", detail: { why: "beside" } },
        ];
        return { value: { id: "7" }, audit };
      },
    );
    expect([made, await counterValue("a")]).toEqual([{ id: "7" }, 1]);
    const [entry, ...more] = await entriesOf("s1");
    expect(more).toEqual([]);
    expect({ ...entry, mac: undefined }).toMatchInlineSnapshot(`
      {
        "address": "::1",
        "caller": "{"command":"cli:test"}",
        "detail": "{"before":{"value":"0"},"after":{"value":"1"}}",
        "mac": undefined,
        "occurredAt": 2026-03-02T15:00:00.000Z,
        "operation": "count",
        "requestId": "r1",
        "sequence": "1",
        "subject": "s1",
      }
    `);
    expect((await entriesOf("s2")).map(({ detail }) => detail)).toEqual([
      '{"detail":{"why":"beside"}}',
    ]);
  });

  test("may yield its notes in batches", async () => {
    async function* batches() {
      yield [{ subject: "b1" }, { subject: "b2" }];
      yield [];
      yield [{ subject: "b3" }];
    }
    await write(context(), anyEntry("batches"), async () => ({ value: null, audit: batches() }));
    const counts = await Promise.all(["b1", "b2", "b3"].map(entriesOf));
    expect(counts.map((entries) => entries.length)).toEqual([1, 1, 1]);
  });

  test.each<[string, () => unknown]>([
    ["a refusal", () => refusal(404, { code: "x", sentence: "X." })],
    ["a defect", () => new TypeError("x")],
  ])("that ends with %s leaves nothing", async (_, made) => {
    const thrown = made();
    const before = await counterValue("a");
    const attempt = write(context(), anyEntry("fail"), async (tx) => {
      await add(tx, "a");
      throw thrown;
    });
    await expect(attempt).rejects.toBe(thrown);
    expect(await counterValue("a")).toBe(before);
  });

  test("whose entries cannot be written leaves nothing", async () => {
    const before = await counterValue("a");
    const attempt = write(context(), anyEntry("fail"), async (tx) => {
      await add(tx, "a");
      return { value: null, audit: [{ subject: "s9" }, { subject: null as never }] };
    });
    await expect(attempt).rejects.toThrow();
    expect([await counterValue("a"), await entriesOf("s9")]).toEqual([before, []]);
  });

  test("that ignores a failed statement is not reported as stored", async () => {
    const before = await counterValue("a");
    const attempt = write(context(), anyEntry("passOver"), async (tx) => {
      await add(tx, "a");
      await tx.execute(sql`select 1 / 0`).catch(() => {});
      return { value: null, audit: [] };
    });
    await expect(attempt).rejects.toThrow();
    expect(await counterValue("a")).toBe(before);
  });

  test("cannot use its transaction once it is over", async () => {
    let kept: Tx | undefined;
    await write(context(), anyEntry("keep"), async (tx) => {
      kept = tx;
      return noted("k");
    });
    await expect(add(kept as Tx, "a")).rejects.toThrow("the transaction is over");
  });
});

describe("a constraint of the store", () => {
  const tooMuch = (tx: Tx) => add(tx, "c", 1000).then(() => noted("c"));
  const rule = {
    type: "VALIDATION_RULE",
    errorCode: "counter.rule",
    message: "Too much.",
  } as const;

  test("returns the problem that names it", async () => {
    const attempt = write(context(), anyEntry("count"), tooMuch, {
      refusals: { counter_value: rule },
    });
    await expect(attempt).rejects.toMatchObject({ status: 400, problems: [rule] });
    await expect(attempt).rejects.toBeInstanceOf(Refusal);
  });

  test("returns the refusal that names it", async () => {
    const refused = refusal(409, { code: "x", sentence: "X." });
    const attempt = write(context(), anyEntry("count"), tooMuch, {
      refusals: { counter_value: refused },
    });
    await expect(attempt).rejects.toBe(refused);
  });

  test("that nothing names is a defect", async () => {
    const attempt = write(context(), anyEntry("count"), tooMuch, { refusals: { other: rule } });
    await expect(attempt).rejects.toMatchObject({ code: "23514" });
    expect(await entriesOf("c")).toEqual([]);
  });
});

describe("a lost race", () => {
  test("by deadlock is run again: both changes happen, each with its entry", async () => {
    let attempts = 0;
    const both = gate(2);
    const change = (first: string, second: string) =>
      write(context(), anyEntry("cross"), async (tx) => {
        attempts += 1;
        await add(tx, first);
        await both();
        await add(tx, second);
        return noted("cross");
      });
    const a = await counterValue("a");
    const b = await counterValue("b");
    await Promise.all([change("a", "b"), change("b", "a")]);
    expect(attempts).toBe(3);
    expect([await counterValue("a"), await counterValue("b")]).toEqual([a + 2, b + 2]);
    expect(await entriesOf("cross")).toHaveLength(2);
  });

  test("by serialization is run again", async () => {
    let attempts = 0;
    const both = gate(2);
    const before = await counterValue("b");
    const change = () =>
      write(context(), anyEntry("serial"), async (tx) => {
        attempts += 1;
        await tx.execute(sql`set transaction isolation level serializable`);
        const row = await tx.first(sql<{ value: number }>`
          select value from counter where name = 'b'`);
        await both();
        await tx.execute(sql`update counter set value = ${(row?.value ?? 0) + 1} where name = 'b'`);
        return noted("serial");
      });
    await Promise.all([change(), change()]);
    expect([attempts, await counterValue("b")]).toEqual([3, before + 2]);
  });

  test("is given up after five times, as a store that is unavailable", async () => {
    let attempts = 0;
    const attempt = write(context(), anyEntry("never"), async (tx) => {
      attempts += 1;
      await tx.execute(sql`do $$ begin raise serialization_failure; end $$`);
      return noted("never");
    });
    // A repeat may succeed, so that the caller gets 503 and no defect is logged.
    const reason = { cause: { code: "40001" } };
    await expect(attempt).rejects.toMatchObject({ name: "StoreUnavailable", ...reason });
    expect([attempts, await entriesOf("never")]).toEqual([5, []]);
  });

  test("does not run a refusal again", async () => {
    let attempts = 0;
    const attempt = write(context(), anyEntry("once"), async () => {
      attempts += 1;
      throw refusal(404, { code: "x", sentence: "X." });
    });
    await expect(attempt).rejects.toBeInstanceOf(Refusal);
    expect(attempts).toBe(1);
  });

  /** Holds the first `count` callers until all of them have come; later ones pass. */
  function gate(count: number): () => Promise<void> {
    let waiting = count;
    let open = () => {};
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    return () => {
      waiting -= 1;
      if (waiting <= 0) open();
      return opened;
    };
  }
});

describe("a key and a signature", () => {
  const repeat = (key: string) => ({ key, fingerprint: Buffer.alloc(32, key.length) });
  const actor = { apiUser: "5001" as never };
  const signature = {
    hash: Buffer.alloc(32, 5),
    expiresAt: new Date("2026-03-02T15:10:00Z"),
  };
  const kept = async () => {
    const rows = await store.database.rows(sql<{ key: string }>`
      select idempotency_key as key from idempotency_result order by 1`);
    return rows.map(({ key }) => key);
  };

  test("are stored in the change's own transaction, and not when it fails", async () => {
    const more = { subject: "RA1", actor, repeat: repeat("k"), signature };
    const fail = write(context(more), anyEntry("fail"), async () => {
      throw refusal(404, { code: "x", sentence: "X." });
    });
    await expect(fail).rejects.toBeInstanceOf(Refusal);
    expect(await kept()).toEqual([]);
    const change = async () => ({ value: { id: "1" }, audit: [{ subject: "RA1" }] });
    expect(await write(context(more), anyEntry("change"), change)).toEqual({ id: "1" });
    expect(await kept()).toEqual(["k"]);
    const again = write(context({ ...more, repeat: undefined }), anyEntry("change"), change);
    await expect(again).rejects.toMatchObject({ status: 401 });
    expect(await entriesOf("RA1")).toHaveLength(1);
  });

  test.each([null, true, "text", ["a", ["b"]], { id: "9223372036854775807", of: null }])(
    "return the value %j again as it was",
    async (value) => {
      const more = { subject: "RA2", actor, repeat: repeat(JSON.stringify(value)) };
      const made = await write(context(more), anyEntry("v"), async () => ({ value, audit: [] }));
      const second = context(more);
      const again = await write(second, anyEntry("v"), async () => {
        throw new Error("the change runs once");
      });
      expect([made, again, second.replayed]).toEqual([value, value, true]);
    },
  );
});
