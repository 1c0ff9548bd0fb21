// Documents are added with their hashes in the owner's chain; a run's drawings become documents together,
// or none of them does.
import { createHash } from "node:crypto";
import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { AccountNumber, Id } from "@bursar/values/ids";
import { afterAll, beforeAll, expect, test } from "vitest";
import { anyEntry } from "../../../../test/any-entry.ts";
import { newDatabase, type TestDatabase } from "../../../../test/database.ts";
import { testContext } from "../../../../test/sample-template.ts";
import { selectAuditEntries } from "../../../platform/change/audit.ts";
import { write } from "../../../platform/change/write.ts";
import { sql } from "../../../platform/store/db.ts";
import {
  deleteDrawn,
  drawDocument,
  type KeptDocument,
  keepDocument,
  type NewPaper,
  releaseDrawn,
} from "./changes.ts";
import { selectDrawnByHash, selectDrawnContent } from "./reads.ts";

let store: TestDatabase;
beforeAll(async () => {
  store = await newDatabase();
});
afterAll(() => store.drop());

const account = "RA00000001" as AccountNumber;
const paper = (more: Partial<NewPaper> = {}): NewPaper => ({
  owner: { type: "account", accountNumber: account },
  reportType: "M",
  reportDate: "2026-03-31" as Day,
  name: "statement-2026-03.pdf",
  mediaType: "application/pdf",
  content: Buffer.from("%PDF-1.7 of March"),
  ...more,
});
const noteOf = ({ subject, document, events }: KeptDocument) => ({
  subject,
  after: { document },
  events,
});
const stored = () =>
  store.database.rows(sql`
    select d.subject, d.document_oid::text as oid, d.sha256,
      d.retain_until as "retainUntil", c.content
    from document as d join document_content as c using (subject, document_oid)
    order by d.document_oid`);
const upTo = (limit: string) => ({ accountNumber: null, limit: limit as Decimal });

test("a paper is stored with its bytes, and its hash stands in the chain of the account", async () => {
  const ctx = testContext(store.database);
  await write(ctx, anyEntry("keepOne"), async (tx) => {
    const kept = keepDocument(tx, ctx, paper({ documentOid: "9001" as Id }));
    return { value: null, audit: [noteOf(kept)] };
  });
  const sha256 = createHash("sha256").update("%PDF-1.7 of March").digest("hex");
  expect(await stored()).toEqual([
    {
      subject: account,
      oid: "9001",
      sha256,
      retainUntil: "2033-03-31",
      content: Buffer.from("%PDF-1.7 of March"),
    },
  ]);
  const [entry] = await selectAuditEntries(store.database, account);
  expect(JSON.parse(entry?.detail ?? "{}")).toMatchObject({
    after: { document: { documentOid: "9001", sha256, bytes: "17" } },
  });
});

test("what a run draws is no document until the run is released, in batches of a hundred", async () => {
  const ctx = testContext(store.database);
  const runOid = "71" as Id;
  await write(ctx, anyEntry("draw"), async (tx) => {
    for (let at = 0; at < 101; at += 1) {
      const owner = { type: "member", loginId: `member.${at}` } as const;
      drawDocument(tx, ctx, { ...paper({ owner, content: Buffer.from(`%PDF-${at}`) }), runOid });
    }
    return { value: null, audit: [{ subject: "firm:1001" }] };
  });
  expect(await stored()).toHaveLength(1);
  const drawn = await selectDrawnByHash(store.database, runOid, upTo("500"));
  expect(drawn).toHaveLength(101);
  const first = drawn.find(({ subject }) => subject === "member:member.0");
  const one = first && (await selectDrawnContent(store.database, runOid, first.documentOid));
  expect(one?.content.toString()).toBe("%PDF-0");

  const batches: number[] = [];
  await write(ctx, anyEntry("release"), async (tx) => ({
    value: null,
    audit: (async function* () {
      for await (const kept of releaseDrawn(tx, ctx, runOid)) {
        batches.push(kept.length);
        yield kept.map(noteOf);
      }
    })(),
  }));
  expect(batches).toEqual([100, 1]);
  expect(await stored()).toHaveLength(102);
  expect(await selectDrawnByHash(store.database, runOid, upTo("500"))).toEqual([]);
});

test("what a discarded run has drawn goes, and what others have drawn stays", async () => {
  const ctx = testContext(store.database);
  const [gone, kept] = ["72", "73"] as Id[];
  await write(ctx, anyEntry("draw"), async (tx) => {
    for (const runOid of [gone, kept] as const) {
      if (runOid !== undefined) drawDocument(tx, ctx, { ...paper(), runOid });
    }
    return { value: null, audit: [{ subject: "firm:1001" }] };
  });
  await write(ctx, anyEntry("discard"), async (tx) => {
    deleteDrawn(tx, gone as Id);
    return { value: null, audit: [{ subject: "firm:1001" }] };
  });
  expect(await selectDrawnByHash(store.database, gone as Id, upTo("5"))).toEqual([]);
  expect(await selectDrawnByHash(store.database, kept as Id, upTo("5"))).toHaveLength(1);
});

test("the service cannot change a document, nor take its row back", async () => {
  for (const statement of [
    sql`update document set name = 'other.pdf'`,
    sql`delete from document`,
    sql`update document_content set content = 'other'`,
    sql`delete from document_reading`,
    sql`update document_hold set hold = false`,
  ]) {
    const change = store.database.transaction((tx) => tx.execute(statement));
    await expect(change).rejects.toThrow(/permission denied/);
  }
});

test("papers of one household and of the last of February keep their terms", async () => {
  const ctx = testContext(store.database);
  const owner = {
    type: "household",
    householdOid: "61" as Id,
    firmOid: "1002" as Id,
    accountNumbers: [account],
  } as const;
  const retainedUntil = await write(ctx, anyEntry("keepOfHousehold"), async (tx) => {
    const one = keepDocument(
      tx,
      ctx,
      paper({ owner, reportType: "R", reportDate: "2028-02-29" as Day }),
    );
    return { value: one.document.retainUntil ?? "", audit: [noteOf(one)] };
  });
  expect(retainedUntil).toBe("2035-02-28");
  const [row] = await store.database.rows(sql`
    select subject, household_oid::text as household, accounts_shown as accounts from document
    where household_oid is not null`);
  expect(row).toEqual({ subject: "firm:1002", household: "61", accounts: [account] });
});
