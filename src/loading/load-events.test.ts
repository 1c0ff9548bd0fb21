// Events of the records that a load has added or changed.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { useTestService } from "../../test/harness.ts";
import { auditNotes } from "../platform/bulk/apply/load-audit.ts";
import { sql } from "../platform/store/db.ts";
import { loadEvents } from "./load-events.ts";
import { loadOrder } from "./load-order.ts";

const service = useTestService();

interface EmittedEvent {
  readonly subject: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The events of what `work` loads. */
async function emittedBy(work: () => Promise<unknown>): Promise<EmittedEvent[]> {
  const select = () =>
    service.db.rows(sql<EmittedEvent & { readonly id: string }>`
      select id::text as id, subject, type, data, sight from event
      order by subject, sequence, place`);
  const before = new Set((await select()).map(({ id }) => id));
  await work();
  return (await select()).filter(({ id }) => !before.has(id)).map(({ id: _, ...event }) => event);
}

const members = (...rows: string[]) => ({
  "members.csv": [
    "loginId,memberOid,firmOid,membershipType,firstName,lastName",
    ...rows.map((row) => `${row}`),
  ].join("\n"),
});

test("each kind with events is one that is loaded", () => {
  const names = loadOrder.map(({ name }) => name);
  expect(Object.keys(loadEvents).filter((name) => !names.includes(name))).toEqual([]);
});

test("the sample has an event of each account, and of no price, no lot and no daily row", async () => {
  const { rows } = await service.admin(
    "select type, count(*)::int as n, count(distinct subject)::int as subjects from event group by type",
  );
  const counts = new Map(rows.map(({ type, n, subjects }) => [type, [n, subjects]]));
  const [accounts] = (await service.admin("select count(*)::int as n from account")).rows;
  expect(counts.get("account.opened")).toEqual([accounts.n, accounts.n]);
  const booked = counts.get("transactions.booked") as number[];
  expect(booked[0]).toBe(booked[1]);
  expect([...counts.keys()].filter((type) => type.startsWith("price."))).toEqual([]);
  const [waiting] = (
    await service.admin(
      `select (select count(*) from event) as events,
        (select count(*) from event_pending) as pending`,
    )
  ).rows;
  expect(waiting.pending).toBe(waiting.events);
});

test("a new record emits the names of its columns, a changed one those that differ, an equal one nothing", async () => {
  const row = "load.event,2999,1002,client,Ada,Byron";
  const load = (each: string) => emittedBy(() => service.load(members(each)));
  const [created] = await load(row);
  expect(created).toMatchObject({ subject: "member:load.event", type: "member.created" });
  const { fields } = (created?.data ?? {}) as { fields: string[] };
  const given = ["firmOid", "firstName", "lastName", "loginId", "memberOid", "membershipType"];
  expect(fields).toEqual(expect.arrayContaining(given));
  // Derived of them, or left out.
  expect(fields.filter((name) => /folded|tid|email1|telephones/i.test(name))).toEqual([]);
  expect(await load(row.replace("Byron", "King"))).toMatchObject([
    { type: "member.updated", data: { loginId: "load.event", fields: ["lastName"] } },
  ]);
  expect(await load(row.replace("Byron", "King"))).toEqual([]);
});

test("a member who may no longer see an account is noted with the event that says so", () => {
  const list = (...logins: string[]) => logins.map((loginId) => ({ loginId }));
  const emitted = loadEvents.accounts?.ofRow?.({
    subject: "RA00000001",
    isNew: false,
    fields: ["owners", "permittedLoginIds"],
    before: { owners: list("ann", "ben"), permittedLoginIds: list("eve") },
    after: { owners: list("ann"), permittedLoginIds: [] },
  });
  expect(emitted).toEqual([
    {
      type: "account.updated",
      data: { accountNumber: "RA00000001", fields: ["owners", "permittedLoginIds"] },
      sight: { formerLogins: ["ben", "eve"] },
    },
  ]);
});

test("transactions of an account have one event, with a thousand of their ids at most", async () => {
  const header =
    "accountNumber,transactionId,transactionType,entryOrder,folioNumber,tradeDate,amount";
  const rows = [970_001, 970_002].map(
    (id) => `RA00000001,${id},DEP,${id - 970_000},RA0000000103,2026-02-02,1.00`,
  );
  const load = () => service.load({ "transactions.csv": [header, ...rows].join("\n") });
  expect(await emittedBy(load)).toEqual([
    {
      subject: "RA00000001",
      type: "transactions.booked",
      sight: null,
      data: { transactionIds: ["970001", "970002"], count: "2" },
    },
  ]);
  const ids = Array.from({ length: 1_001 }, (_, n) => String(n));
  const [many] = loadEvents.transactions?.ofKeys?.(ids) ?? [];
  expect(many?.data).toEqual({ transactionIds: ids.slice(0, 1_000), count: "1001" });
});

test("a loaded offer emits its changes, its end, and each of its firms", async () => {
  const { rows } = await service.admin(
    "select participating_firm_id as id from offer_participating_firm where offer_oid = 801",
  );
  expect(rows.length).toBeGreaterThan(0);
  const [line = "", ...records] = readFileSync("test/fixtures/sample-firm/offers.csv", "utf8")
    .trim()
    .split("\n");
  const record = records.find((each) => each.startsWith("801,")) ?? "";
  const load = (changed: string) =>
    emittedBy(() => service.load({ "offers.csv": [line, changed].join("\n") }));
  expect(await load(record)).toEqual([]);
  const declined = record.replace(
    /\[\{""participatingFirmId"".*\}\]/,
    '[{""participatingFirmId"":""SUMMIT"",""participatingFirmStatus"":""D""}]',
  );
  const emitted = await load(declined.replace("Redwood Robotics Notes", "Redwood Robotics Bonds"));
  expect(emitted).toMatchObject([
    { subject: "offer:801", type: "offer.updated", data: { fields: ["offerName"] } },
    ...rows
      .filter(({ id }) => id !== "SUMMIT")
      .map(({ id }) => ({
        type: "participation.changed",
        data: { participatingFirmId: id, status: "none" },
      })),
    { type: "participation.changed", data: { participatingFirmId: "SUMMIT", status: "D" } },
  ]);
});

/** The record of a sample file that begins with `key`, alone under the heading of the file. */
function sampleRecord(file: string, key: string, change = (record: string) => record) {
  const [heading = "", ...records] = readFileSync(`test/fixtures/sample-firm/${file}`, "utf8")
    .trim()
    .split("\n");
  const record = records.find((each) => each.startsWith(key)) ?? "";
  const changed = change(record);
  expect(changed).not.toBe("");
  return { [file]: [heading, changed].join("\n") };
}

test("a list that alone has changed is emitted with the rest of its record", async () => {
  const dismissed = sampleRecord("offers.csv", "801,", (record) =>
    record
      .replace("Redwood Robotics Notes", "Redwood Robotics Bonds")
      .replace(/\[\{""participatingFirmId"".*\}\]/, "[]"),
  );
  expect(await emittedBy(() => service.load(dismissed))).toEqual([
    {
      subject: "offer:801",
      type: "participation.changed",
      sight: null,
      data: { participatingFirmId: "SUMMIT", status: "none" },
    },
  ]);
});

test("a subscription has an event for its account and one for its offer", async () => {
  const unsigned = sampleRecord("private-placement-orders.csv", "RB00000001,88103,", (record) =>
    record.replace(/\[\{""id"".*\}\]/, "[]"),
  );
  const data = {
    privatePlacementOrderOid: "88103",
    privatePlacementOfferOid: "801",
    orderStatus: "ACCEPTED",
    fields: ["signedDocuments"],
  };
  expect(await emittedBy(() => service.load(unsigned))).toEqual([
    { subject: "RB00000001", type: "order.amended", sight: null, data },
    // The investor, who may not see the offer, sees it by the account.
    { subject: "offer:801", type: "order.amended", sight: { account: "RB00000001" }, data },
  ]);
  const { rows } = await service.admin(
    `select count(*)::int as n from event e join audit_entry a using (subject, sequence)
     where e.subject = 'offer:801' and a.operation = 'loadFolder' and e.type = 'order.accepted'`,
  );
  expect(rows).toEqual([{ n: 1 }]);
});

const nothingNoted = { isNew: false, before: {}, after: {}, stands: {}, summary: null };
const tellers = new Map(loadOrder.map((kind) => [kind.name, kind]));

test("callers who saw an offer are notified of its end where the load changed none of its firms", () => {
  const seen = { privatePlacementOfferOid: "801", offerStatus: "I", clientsHaveAccess: false };
  const change = {
    ...nothingNoted,
    subject: "offer:801",
    kind: "offers",
    line: "2",
    isSecond: false,
    before: { ...seen, published: true },
    after: { ...seen, published: false },
    stands: {
      participatingFirms: [{ participatingFirmId: "SUMMIT", participatingFirmStatus: "A" }],
    },
  };
  const [note] = auditNotes([change], tellers);
  expect(note?.events).toMatchObject([
    { type: "offer.unpublished", sight: { formerFirms: ["SUMMIT"], formerClients: false } },
  ]);
});

test("the subscriptions of an offer are noted a thousand an entry", () => {
  const changes = Array.from({ length: 1_001 }, (_, n) => ({
    ...nothingNoted,
    subject: "offer:801",
    kind: "private-placement-orders",
    line: String(n),
    isSecond: true,
    isNew: true,
    before: null,
    after: { accountNumber: "RA00000001", orderStatus: "INITIAL" },
  }));
  const sizes = auditNotes(changes, tellers).map(({ events = [] }) => events.length);
  expect(sizes).toEqual([1_000, 1]);
});

test("derived fields of an unchanged record are not emitted", () => {
  const change = {
    ...nothingNoted,
    subject: "RA00000001",
    kind: "folios",
    line: "-1",
    isSecond: false,
    before: { folioNumber: "RA0000000103", derived: "a" },
    after: { folioNumber: "RA0000000103", derived: "b" },
  };
  expect(auditNotes([change], tellers)).toMatchObject([{ subject: "RA00000001", events: [] }]);
});

test("an approval and a document that are loaded are emitted to the issuer", () => {
  const change = { subject: "firm:1004", isNew: true, before: {}, fields: [] };
  const approval = { ...change, after: { ticker: "PRIV.RWA" } };
  expect(loadEvents["offer-approvals"]?.ofRow?.(approval)).toEqual([
    { type: "offer.approved", data: { ticker: "PRIV.RWA" } },
  ]);
  const document = { ...change, after: { id: "ppm", version: "1.0" } };
  const ofDocument = loadEvents["offer-documents"]?.ofRow;
  expect(ofDocument?.(document)).toEqual([
    { type: "document.added", data: { documentId: "ppm", version: "1.0" } },
  ]);
  expect(ofDocument?.({ ...document, isNew: false })).toEqual([]);
});

test("an offer that a load ends, or takes from sight, is emitted to callers who saw it", () => {
  const seen = {
    privatePlacementOfferOid: "801",
    offerStatus: "I",
    published: true,
    clientsHaveAccess: true,
    participatingFirms: [{ participatingFirmId: "SUMMIT", participatingFirmStatus: "A" }],
  };
  const change = { subject: "offer:801", isNew: false, before: seen };
  const cancelled = { ...seen, offerStatus: "X", published: false };
  const fields = ["offerStatus", "published", "publishedDate"];
  const emitted = loadEvents.offers?.ofRow?.({ ...change, after: cancelled, fields });
  const data = { privatePlacementOfferOid: "801", offerStatus: "X" };
  const ofFields = (...names: string[]) => ({ ...data, fields: names });
  expect(emitted).toEqual([
    { type: "offer.updated", data: ofFields("offerStatus") },
    {
      type: "offer.unpublished",
      data: ofFields("published"),
      sight: { formerFirms: ["SUMMIT"], declinedFirms: [], formerClients: true },
    },
    { type: "offer.cancelled", data: ofFields("offerStatus") },
  ]);
});
