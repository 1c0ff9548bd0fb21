// Changes that share a transaction: which are made together, what of them is stored, and what each is told.
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { newDatabase, type TestDatabase } from "../../../test/database.ts";
import { clientConfig } from "./connection.ts";
import { type Database, NotShared, StoreUnavailable, sql, type Tx } from "./db.ts";
import type { SharedChange, SharedTransactions } from "./shared-transactions.ts";

let store: TestDatabase;
let database: Database;
let shared: SharedTransactions;
let admin: pg.Client;
beforeAll(async () => {
  // One connection in eight is shared.
  store = await newDatabase("empty", { writeConnections: 8 });
  database = store.database;
  shared = database.shared as SharedTransactions;
  admin = new pg.Client(clientConfig(store.admin));
  await admin.connect();
  await admin.query(`
    create table made (name text primary key, transaction text not null default txid_current(),
      constraint made_known check (name <> 'refused'));
    create table held (name text primary key);
    insert into held values ('a'), ('b');
    grant select, insert, update on made, held to public`);
});
beforeEach(() => admin.query("truncate made"));
afterAll(async () => {
  await admin.end();
  await store.drop();
});

const insertion = (name: string) => sql`insert into made (name) values (${name})`;
const own = (name: string) => sql`select from held where name = ${name} for update`;

type Work = (tx: Tx) => Promise<string>;

let senders = 0;

/** Asks for a change, unless it says otherwise of somebody who asked for none before. */
function make(change: Work | (Partial<SharedChange<string>> & { readonly work: Work })) {
  senders += 1;
  const given = typeof change === "function" ? { work: change } : change;
  return shared.transaction({ by: `sender ${senders}`, locks: undefined, ...given });
}

/** Makes changes at once; returns what each was told, a refusal as its text. */
async function makeAll(changes: readonly Parameters<typeof make>[0][]): Promise<unknown[]> {
  const told = changes.map(make);
  const settled = await Promise.allSettled(told);
  return settled.map((each) => (each.status === "fulfilled" ? each.value : nameOf(each.reason)));
}

const nameOf = (error: unknown) =>
  error instanceof NotShared ? "not shared" : (error as Error).message;

const inserts = (name: string) => async (tx: Tx) => {
  tx.send(insertion(name));
  return name;
};

async function madeBy(): Promise<readonly { name: string; transaction: string }[]> {
  return database.rows(sql<{ name: string; transaction: string }>`
    select name, transaction from made order by name`);
}
const namesMade = async () => (await madeBy()).map(({ name }) => name);
const countOfTransactions = async () =>
  new Set((await madeBy()).map(({ transaction }) => transaction)).size;

describe("changes that are asked for at once", () => {
  test("are made in one transaction, as many as it takes", async () => {
    const names = Array.from({ length: 20 }, (_, n) => `change ${n}`);
    expect(await makeAll(names.map(inserts))).toEqual(names);
    expect([(await namesMade()).length, await countOfTransactions()]).toEqual([20, 2]);
  });

  test("are made one after the other where they lock the same", async () => {
    const locking = (name: string) => ({
      locks: "a",
      work: async (tx: Tx) => {
        tx.lock("a", own("a"));
        return inserts(name)(tx);
      },
    });
    expect(await makeAll([locking("first"), locking("second"), inserts("other")])).toEqual([
      "first",
      "second",
      "other",
    ]);
    const [first, other, second] = await madeBy();
    expect(other?.transaction).toBe(first?.transaction);
    expect(second?.transaction).not.toBe(first?.transaction);
  });

  test("are told how far the log had come, each", async () => {
    const positions: bigint[] = [];
    const notePosition = (position: bigint) => void positions.push(position);
    const refused = async () => {
      throw new Error("refused");
    };
    await makeAll([inserts("a"), inserts("b"), refused].map((work) => ({ work, notePosition })));
    expect(positions).toHaveLength(2);
    expect(positions[0]).toBeGreaterThan(0n);
  });

  test("are told of the failure of nobody else who learns it", async () => {
    const notePosition = () => {
      throw new Error("not noted");
    };
    const told = await makeAll([{ work: inserts("a"), notePosition }, inserts("b")]);
    expect(told).toEqual(["not noted", "b"]);
  });
});

describe("a change that is refused", () => {
  const refused = async () => {
    throw new Error("refused");
  };

  test.each([
    ["select", sql`select 1 as "one"`],
    ["with", sql`with one as materialized (select 1 as "one") select from one`],
  ])("is told so, and others are made, if it had changed nothing: %s", async (_how, reading) => {
    const reads = async (tx: Tx) => {
      await tx.first(reading);
      return refused();
    };
    expect(await makeAll([inserts("a"), reads, inserts("b")])).toEqual(["a", "refused", "b"]);
    expect(await namesMade()).toEqual(["a", "b"]);
  });

  test.each([
    ["sent", (tx: Tx) => tx.send(insertion("c"))],
    ["awaited", (tx: Tx) => tx.execute(insertion("c"))],
    ["answered", (tx: Tx) => tx.first(sql`insert into made (name) values ('c') returning name`)],
    [
      "answered in rows",
      (tx: Tx) => tx.rows(sql`insert into made (name) values ('d') returning name`),
    ],
    [
      "by a part of a statement that reads",
      (tx: Tx) =>
        tx.send(sql`
          with c as (insert into made (name) values ('c') returning name) select name from c`),
    ],
  ])("has none of them stored if it had changed something: %s", async (_how, change) => {
    const changes = async (tx: Tx) => {
      await change(tx);
      return refused();
    };
    expect(await makeAll([inserts("a"), changes])).toEqual(["not shared", "not shared"]);
    expect(await namesMade()).toEqual([]);
  });

  test("by the store has none of them stored, though it handles the refusal itself", async () => {
    const handles = async (tx: Tx) => {
      await tx.execute(insertion("refused")).catch(() => {});
      return "handled";
    };
    expect(await makeAll([inserts("a"), handles])).toEqual(["not shared", "not shared"]);
    expect(await makeAll([inserts("a"), inserts("refused")])).toEqual(["not shared", "not shared"]);
    expect(await namesMade()).toEqual([]);
    expect(await makeAll([inserts("a")])).toEqual(["a"]);
  });
});

describe("a change that locks another row than its own is not shared:", () => {
  test.each([
    ["for update", (tx: Tx) => tx.rows(own("b"))],
    ["for no key update", (tx: Tx) => tx.first(sql`select from held for no key update`)],
    ["by a statement that is only sent", (tx: Tx) => tx.send(own("b"))],
    ["by one that is counted", (tx: Tx) => tx.execute(own("b"))],
    ["an advisory lock", (tx: Tx) => tx.execute(sql`select pg_advisory_xact_lock(1)`)],
    ["another subject", (tx: Tx) => tx.lock("b", own("b"))],
  ])("%s", async (_how, lock) => {
    const work = async (tx: Tx) => {
      tx.lock("a", own("a"));
      await lock(tx);
      return "made";
    };
    expect(await makeAll([{ locks: "a", work }])).toEqual(["not shared"]);
  });

  test("but one that must only stay as it is may be locked by all", async () => {
    const work = async (tx: Tx) => {
      await tx.first(sql`select from held where name = 'a' for share`);
      return "made";
    };
    expect(await makeAll([work, work])).toEqual(["made", "made"]);
  });
});

describe("whatever happens to the transaction", () => {
  test("nothing is waited for that another one holds", async () => {
    const work = async (tx: Tx) => {
      tx.lock("a", own("a"));
      return inserts("a")(tx);
    };
    await database.transaction(async (tx) => {
      await tx.execute(own("a"));
      expect(await makeAll([{ locks: "a", work }, inserts("b")])).toEqual([
        "not shared",
        "not shared",
      ]);
    });
    expect(await makeAll([{ locks: "a", work }])).toEqual(["a"]);
  });

  test("nobody is told to try again where the store may have stored it", async () => {
    const ends = async (tx: Tx) => {
      const connection = await tx.first(sql<{ pid: number }>`select pg_backend_pid() as pid`);
      await admin.query("select pg_terminate_backend($1)", [connection?.pid]);
      return "made";
    };
    const failures = () => [...database.usage().failures.values()].reduce((sum, n) => sum + n, 0);
    const before = failures();
    const told = await Promise.allSettled([inserts("a"), ends].map(make));
    for (const each of told) {
      expect(each).toMatchObject({ status: "rejected", reason: expect.any(StoreUnavailable) });
    }
    expect(failures() - before).toBe(1);
    expect(await makeAll([inserts("b")])).toEqual(["b"]);
  });

  test("nor where the store fails behind the commit", async () => {
    await admin.query("revoke execute on function pg_current_wal_insert_lsn from public");
    try {
      const told = await makeAll([{ work: inserts("a"), notePosition: () => {} }, inserts("b")]);
      const denied = "permission denied for function pg_current_wal_insert_lsn";
      expect([told, await namesMade()]).toEqual([
        [denied, denied],
        ["a", "b"],
      ]);
    } finally {
      await admin.query("grant execute on function pg_current_wal_insert_lsn to public");
    }
  });
});

describe("whoever is in the way", () => {
  const violates = async (tx: Tx) => {
    tx.send(insertion("refused"));
    return "sent";
  };
  const throwsLate = async (tx: Tx) => {
    await tx.execute(insertion("c"));
    throw new Error("refused");
  };
  const reads = async (tx: Tx) => {
    await tx.first(sql`select 1`);
    return "read";
  };

  test.each([
    ["whose statement the store refuses", violates],
    ["who is refused after a change", throwsLate],
  ])("shares none for a second, and nobody else: %s", async (_how, inTheWay) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      await makeAll([
        { by: "x", work: inserts("a") },
        { by: "y", work: inTheWay },
        { by: "z", work: reads },
      ]);
      expect(["x", "y", "z"].map(shared.isOpenTo)).toEqual([true, false, true]);
      expect(await makeAll([{ by: "y", work: inserts("b") }])).toEqual(["not shared"]);
      vi.advanceTimersByTime(999);
      expect(shared.isOpenTo("y")).toBe(false);
      vi.advanceTimersByTime(1);
      expect(await makeAll([{ by: "y", work: inserts("b") }])).toEqual(["b"]);
    } finally {
      vi.useRealTimers();
    }
  });

  test("is nobody where the store cannot serve", async () => {
    const ends = async (tx: Tx) => {
      const connection = await tx.first(sql<{ pid: number }>`select pg_backend_pid() as pid`);
      await admin.query("select pg_terminate_backend($1)", [connection?.pid]);
      return "made";
    };
    await makeAll([{ by: "x", work: ends }]);
    expect(shared.isOpenTo("x")).toBe(true);
  });
});

test("loads share none", () => {
  expect(database.forLoads.shared).toBeUndefined();
});

test("what was made together and what apart is counted", async () => {
  const before = { ...shared.counts() };
  await makeAll([inserts("a"), inserts("b")]);
  await makeAll([inserts("c"), inserts("refused")]);
  const { together, apart } = shared.counts();
  expect([together - before.together, apart - before.apart]).toEqual([2, 2]);
});
