// The audit chains: the bytes of an entry, what a verification finds, and who may write what.
import { createSecretKey } from "node:crypto";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { anyEntry } from "../../../test/any-entry.ts";
import { newDatabase, type TestDatabase } from "../../../test/database.ts";
import { testContext, testVault } from "../../../test/sample-template.ts";
import { clientConfig } from "../store/connection.ts";
import { sql, type Tx } from "../store/db.ts";
import { appendEntries, lockHead, selectAuditEntries, verifyAudit } from "./audit.ts";
import { type AuditEntry, encodeEntry, macOf } from "./audit-chain.ts";
import { write } from "./write.ts";

describe("the encoding of an entry", () => {
  const key = createSecretKey(Buffer.alloc(32, 1));
  const first: AuditEntry = {
    subject: "RA00000001",
    sequence: "1",
    occurredAt: new Date("2026-03-02T15:00:00.123Z"),
    operation: "createRestriction",
    caller: '{"apiUser":"5001","firm":"1002"}',
    requestId: "AAAAAAAAAAAAAAAA",
    address: "127.0.0.1",
    detail: '{"after":{"reason":"021"}}',
  };

  test("writes each field with its length in four bytes before it", () => {
    expect(encodeEntry(first, Buffer.alloc(0)).toString("hex")).toMatchInlineSnapshot(
      `"0000000e62757273617220617564697420320000000a52413030303030303031000000013100000018323032362d30332d30325431353a30303a30302e3132335a000000116372656174655265737472696374696f6e000000207b2261706955736572223a2235303031222c226669726d223a2231303032227d0000001041414141414141414141414141414141000000093132372e302e302e310000001a7b226166746572223a7b22726561736f6e223a22303231227d7d00000000"`,
    );
  });

  test("is authenticated with HMAC-SHA256, the first entry after nothing", () => {
    expect(macOf(key, first, Buffer.alloc(0)).toString("hex")).toMatchInlineSnapshot(
      `"c6b0bb3190623903e98666dfcc24c4b6bf97501dbf675d85c86d7bf0de2f7145"`,
    );
  });

  test("ends with the MAC of the entry before, and counts bytes, not letters", () => {
    const second = { ...first, sequence: "2", caller: '{"command":"cli:zoë"}', detail: "{}" };
    const previous = macOf(key, first, Buffer.alloc(0));
    expect(encodeEntry(second, previous).toString("hex")).toMatchInlineSnapshot(
      `"0000000e62757273617220617564697420320000000a52413030303030303031000000013200000018323032362d30332d30325431353a30303a30302e3132335a000000116372656174655265737472696374696f6e000000167b22636f6d6d616e64223a22636c693a7a6fc3ab227d0000001041414141414141414141414141414141000000093132372e302e302e31000000027b7d00000020c6b0bb3190623903e98666dfcc24c4b6bf97501dbf675d85c86d7bf0de2f7145"`,
    );
    expect(macOf(key, second, previous).toString("hex")).toMatchInlineSnapshot(
      `"255df968245d989926649f7eb3f2600db829293f4ceb787eeb2fee12486c7a0b"`,
    );
  });

  const nothing = Buffer.alloc(0);
  test.each<[string, Partial<AuditEntry>, Buffer]>([
    ["the subject", { subject: "RA00000002" }, nothing],
    ["the number", { sequence: "2" }, nothing],
    ["the time", { occurredAt: new Date("2026-03-02T15:00:00.124Z") }, nothing],
    ["the operation", { operation: "createOffer" }, nothing],
    ["the caller", { caller: "{}" }, nothing],
    ["the request", { requestId: "B" }, nothing],
    ["the address", { address: "::1" }, nothing],
    ["the detail", { detail: "{}" }, nothing],
    ["the predecessor", {}, Buffer.alloc(32)],
    [
      "the border between two fields",
      { requestId: "AAAAAAAAAAAAAAAA1", address: "27.0.0.1" },
      nothing,
    ],
  ])("covers %s", (_, change, previous) => {
    const changed = encodeEntry({ ...first, ...change }, previous);
    expect(changed.equals(encodeEntry(first, nothing))).toBe(false);
  });
});

describe("a verification", () => {
  let store: TestDatabase;
  let admin: pg.Client;
  const subjects = ["RA00000001", "RA00000002", "firm:1002"];
  const verify = () => verifyAudit(store.database, testVault.auditKey);

  beforeAll(async () => {
    store = await newDatabase();
    admin = new pg.Client(clientConfig(store.admin));
    await admin.connect();
    for (const turn of ["1", "2", "3"]) {
      await change(subjects.map((subject) => ({ subject, after: { turn } })));
    }
    await admin.query("create table kept_entry as table audit_entry");
    await admin.query("create table kept_head as table audit_head");
  });
  afterEach(async () => {
    await admin.query("delete from audit_entry; delete from audit_head");
    await admin.query("insert into audit_head table kept_head");
    await admin.query("insert into audit_entry table kept_entry");
  });
  afterAll(async () => {
    await admin.end();
    await store.drop();
  });

  function change(audit: { subject: string; after: object }[], at = "2026-03-02T15:00:00.123Z") {
    const context = testContext(store.database, new Date(at));
    return write(context, anyEntry("change"), async () => ({ value: null, audit }));
  }

  const place = "subject = 'RA00000001' and sequence =";
  const copied = `select 'RA00000001', 4, occurred_at, operation, caller, request_id, address, detail,
    mac from audit_entry where subject = 'RA00000002' and sequence = 3`;

  test("passes what the service wrote", async () => {
    expect(await verify()).toEqual({ entries: 9, subjects: 3, faults: [] });
  });

  const altered = "the entry was altered, inserted or moved";
  const missing = "the entry is missing";
  const head = "the head names another last entry";
  const unsealed = "the head was not sealed: the chain may have been cut";
  const cut = `delete from audit_entry where ${place} 3;
    update audit_head set sequence = 2, mac = (select mac from audit_entry where ${place} 2)`;
  test.each([
    ["a detail was altered", `update audit_entry set detail = '{}' where ${place} 2`, "2", altered],
    [
      "the same detail was written with other blanks",
      `update audit_entry set detail = '{"after": {"turn":"2"}}' where ${place} 2`,
      "2",
      altered,
    ],
    ["a caller was altered", `update audit_entry set caller = '{}' where ${place} 1`, "1", altered],
    [
      "a time was altered by a millisecond",
      `update audit_entry set occurred_at = occurred_at + interval '1 ms' where ${place} 3`,
      "3",
      altered,
    ],
    [
      "a MAC was altered",
      `update audit_entry set mac = decode(repeat('00', 32), 'hex') where ${place} 2`,
      "2",
      altered,
    ],
    ["the first was removed", `delete from audit_entry where ${place} 1`, "1", missing],
    ["one between was removed", `delete from audit_entry where ${place} 2`, "2", missing],
    ["the last was removed", `delete from audit_entry where ${place} 3`, "3", head],
    ["all were removed", "delete from audit_entry where subject = 'RA00000001'", "1", head],
    [
      "one was removed and the rest were moved up",
      `delete from audit_entry where ${place} 1;
       update audit_entry set sequence = 1 where ${place} 2;
       update audit_entry set sequence = 2 where ${place} 3`,
      "1",
      altered,
    ],
    [
      "two changed places",
      `update audit_entry set sequence = 9 where ${place} 1;
       update audit_entry set sequence = 1 where ${place} 2;
       update audit_entry set sequence = 2 where ${place} 9`,
      "1",
      altered,
    ],
    [
      "one of another subject was put at the end",
      `insert into audit_entry ${copied}`,
      "4",
      altered,
    ],
    [
      "one of another subject took its place",
      `delete from audit_entry where ${place} 3;
       insert into audit_entry ${copied.replace(", 4,", ", 3,")}`,
      "3",
      altered,
    ],
    [
      "the last was removed and the head set back",
      `delete from audit_entry where ${place} 3;
       update audit_head set sequence = 2 where subject = 'RA00000001'`,
      "3",
      head,
    ],
    [
      "the head has another MAC",
      `update audit_head set mac = decode(repeat('00', 32), 'hex') where subject = 'RA00000001'`,
      "4",
      head,
    ],
    [
      "the last was removed, and the head names the one before",
      `${cut} where subject = 'RA00000001'`,
      "3",
      unsealed,
    ],
    [
      "the last was removed, and the head has another's seal",
      `${cut}, seal = (select seal from audit_head where subject = 'RA00000002')
       where subject = 'RA00000001'`,
      "3",
      unsealed,
    ],
    [
      "the last was removed, and the head has an entry's MAC as its seal",
      `${cut}, seal = (select mac from audit_entry where ${place} 2) where subject = 'RA00000001'`,
      "3",
      unsealed,
    ],
    [
      "the seal of a head was removed",
      "update audit_head set seal = null where subject = 'RA00000001'",
      "4",
      unsealed,
    ],
    ["the head was removed", "delete from audit_head where subject = 'RA00000001'", "4", head],
  ])("finds that %s", async (_, statement, sequence, reason) => {
    await admin.query(statement);
    const { faults } = await verify();
    expect(faults).toEqual([{ subject: "RA00000001", sequence, reason }]);
  });

  test("still finds that a chain was cut after later changes of its subject", async () => {
    await admin.query(`${cut} where subject = 'RA00000001'`);
    for (const turn of ["4", "5"]) await change([{ subject: "RA00000001", after: { turn } }]);
    await change(subjects.map((subject) => ({ subject, after: {} })));
    const { faults } = await verify();
    expect(faults).toEqual([{ subject: "RA00000001", sequence: "6", reason: unsealed }]);
  });

  test("names the first fault of each chain", async () => {
    await admin.query("update audit_entry set detail = '{}' where sequence > 1");
    const { faults } = await verify();
    expect(faults).toEqual(
      subjects.map((subject) => ({ subject, sequence: "2", reason: altered })),
    );
  });

  test("with another key finds every chain altered from the start", async () => {
    const key = createSecretKey(Buffer.alloc(32, 9));
    const { faults } = await verifyAudit(store.database, key);
    expect(faults.map(({ sequence }) => sequence)).toEqual(["1", "1", "1"]);
  });

  test("passes while changes are being made", async () => {
    let isOver = false;
    const changes = (async () => {
      for (let turn = 0; turn < 150; turn += 1) {
        await change(subjects.map((subject) => ({ subject, after: { turn: String(turn) } })));
      }
      isOver = true;
    })();
    let count = 0;
    while (!isOver) {
      expect((await verify()).faults).toEqual([]);
      count += 1;
    }
    await changes;
    expect(count).toBeGreaterThan(3);
  });

  test("skips none of many subjects", async () => {
    const many = Array.from({ length: 1201 }, (_, place) => `firm:${place}`);
    await change(many.map((subject) => ({ subject, after: {} })));
    // firm:1002 is among them and gets a fourth entry
    expect(await verify()).toEqual({ entries: 9 + 1201, subjects: 3 + 1200, faults: [] });
    await admin.query("delete from audit_entry where subject = 'firm:1200'");
    expect((await verify()).faults).toMatchObject([{ subject: "firm:1200" }]);
  });
});

describe("the writer", () => {
  let store: TestDatabase;
  beforeAll(async () => {
    store = await newDatabase();
  });
  afterAll(() => store.drop());

  test("numbers two entries of one subject within one change, and two subjects separately", async () => {
    const notes = ["a", "b", "a"].map((subject) => ({ subject, detail: {} }));
    await write(testContext(store.database), anyEntry("change"), async () => ({
      value: null,
      audit: notes,
    }));
    const sequences = async (subject: string) =>
      (await selectAuditEntries(store.database, subject)).map(({ sequence }) => sequence);
    expect([await sequences("a"), await sequences("b")]).toEqual([["1", "2"], ["1"]]);
  });

  test("keeps a chain whole when many changes write to it at once, in any order", async () => {
    const changes = Array.from({ length: 24 }, (_, place) => {
      const audit = ["x", "y", "z"].map((subject) => ({ subject, detail: {} }));
      if (place % 2 === 0) audit.reverse();
      return write(testContext(store.database), anyEntry("c"), async () => ({
        value: null,
        audit,
      }));
    });
    await Promise.all(changes);
    const { faults } = await verifyAudit(store.database, testVault.auditKey);
    expect(faults).toEqual([]);
    expect(await selectAuditEntries(store.database, "y")).toHaveLength(24);
  });

  test("continues a head that was locked with its subject, and then its own entries", async () => {
    const ctx = testContext(store.database);
    const append = (tx: Tx, ...subjects: string[]) => {
      const notes = subjects.map((subject) => ({ subject, detail: {} }));
      return appendEntries(tx, ctx, "c", notes);
    };
    const counts = await store.database.transaction(async (tx) => {
      let reads = 0;
      const counted: Tx = {
        ...tx,
        rows: (statement) => {
          reads += 1;
          return tx.rows(statement);
        },
      };
      const readsOfEntries = async (...subjects: string[]) => {
        const before = reads;
        await append(counted, ...subjects);
        return reads - before;
      };
      // A chain without entries has no head yet.
      await lockHead(counted, "l");
      await append(counted, "l");
      await lockHead(counted, "l");
      const first = await readsOfEntries("l");
      const second = await readsOfEntries("l");
      await lockHead(counted, "l");
      const withAnother = await readsOfEntries("l", "m");
      const last = await readsOfEntries("l");
      return [first, second, withAnother, last];
    });
    const [first, second, withAnother, last] = counts;
    expect([first, second, last]).toEqual([0, 1, 1]);
    // A distributed store also asks where each head lies.
    expect(withAnother).toBeGreaterThanOrEqual(2);
    const { faults } = await verifyAudit(store.database, testVault.auditKey);
    expect(faults).toEqual([]);
  });

  test.each([
    ["change an entry", sql`update audit_entry set detail = '{}'`],
    ["remove an entry", sql`delete from audit_entry`],
    ["empty the log", sql`truncate audit_entry`],
    ["remove a head", sql`delete from audit_head`],
    ["drop the log", sql`drop table audit_entry`],
  ])("may not %s", async (_, statement) => {
    const attempt = store.database.transaction((tx) => tx.execute(statement));
    await expect(attempt).rejects.toThrow(/permission denied|must be owner/);
  });

  test.each([
    ["add a head", sql`insert into audit_head (subject, sequence, mac) values ('r', 0, '')`],
    ["move a head", sql`update audit_head set sequence = 1`],
  ])("on the reader's connection may not %s", async (_, statement) => {
    await expect(store.database.rows(statement)).rejects.toThrow(/permission denied|read-only/);
  });
});
