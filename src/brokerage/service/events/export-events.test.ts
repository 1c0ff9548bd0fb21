// Events for the operator's export: as they are emitted, and of any age.

import type { Day } from "@bursar/values/dates";
import { expect, test } from "vitest";
import { anyEntry } from "../../../../test/any-entry.ts";
import { useTestService } from "../../../../test/harness.ts";
import { testContext, testVault } from "../../../../test/sample-template.ts";
import { write } from "../../../platform/change/write.ts";
import { expireEvents, publishPending } from "../../../platform/feed/publisher.ts";
import { memberUpdated } from "../../clients-and-accounts/members/events.ts";
import { exportEvents } from "./export-events.ts";
import { followEvents } from "./follow-events.ts";

const service = useTestService();

const term = { transaction: (work: never) => service.db.transaction(work) } as never;
const publish = () => publishPending(term, service.now(), "", 100_000);

/** Tells so many events of a member, at an instant. */
async function emit(loginId: string, at: string, count = 1): Promise<void> {
  const note = memberUpdated({ loginId, fields: ["title"] });
  await write(testContext(service.db, new Date(at)), anyEntry("tell"), async () => ({
    value: null,
    audit: [{ subject: `member:${loginId}`, detail: {}, events: Array(count).fill(note) }],
  }));
}

/** The position behind all that is published. */
async function now(): Promise<string> {
  await publish();
  return (await service.call("operator", "GET", "/restapi/events?after=now")).body.position;
}

async function exported(days: { from?: string; until?: string } = {}) {
  const lines: string[] = [];
  const { from, until } = days as { from?: Day; until?: Day };
  for await (const each of exportEvents(service.db, { from, until })) lines.push(each);
  const text = lines.join("");
  expect(text.endsWith("\n")).toBe(true);
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

test("the export has every event once, by subject and in order, also when it has left the feed", async () => {
  await emit("many.events", "2026-03-02T15:00:00Z", 5_001);
  await publish();
  await expireEvents(term, new Date("2027-03-02T15:00:00Z"), 90);
  expect((await service.call("operator", "GET", "/restapi/events")).body.events).toEqual([]);
  const events = await exported();
  const { rows } = await service.admin(
    "select id::text as id from event order by subject, sequence, place",
  );
  expect(events.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  expect(events.length).toBeGreaterThan(5_001);
  expect(Object.keys(events[0])).toEqual([
    "id",
    "type",
    "subject",
    "occurredAt",
    "requestId",
    "data",
  ]);
});

test("the export has the days in New York that are asked for", async () => {
  await emit("days.of", "2026-06-01T03:59:59.999Z");
  await emit("days.of", "2026-06-01T04:00:00Z");
  await emit("days.of", "2026-06-02T03:59:59.999Z");
  await emit("days.of", "2026-06-02T04:00:00Z");
  const day = (at: string) => `2026-06-${at}-04:00`;
  const both = [day("01T00:00:00.000"), day("01T23:59:59.999")];
  const timesOf = async (days: { from?: string; until?: string }) =>
    (await exported(days))
      .filter(({ subject }) => subject === "member:days.of")
      .map(({ occurredAt }) => occurredAt);
  expect(await timesOf({ from: "2026-06-01", until: "2026-06-01" })).toEqual(both);
  expect(await timesOf({ from: "2026-06-01" })).toEqual([...both, day("02T00:00:00.000")]);
  const whole = { from: "0001-01-01", until: "9999-12-31" };
  expect(await timesOf(whole)).toEqual(await timesOf({}));
  expect(await timesOf({ until: "2026-05-31" })).toEqual(["2026-05-31T23:59:59.999-04:00"]);
});

test("the feed is followed from a position on, by type and subject, until it is enough", async () => {
  const stopping = new AbortController();
  const store = { db: service.db, vault: testVault };
  const follow = (after: string, subject: string, signal = stopping.signal) =>
    followEvents(store, { after, types: "member.updated", subject }, signal);
  const followed = follow(await now(), "member:one");
  const next = followed.next();
  await emit("another", "2026-03-02T15:00:00Z");
  await emit("one", "2026-03-02T15:00:00Z");
  await publish();
  const first = (await next).value;
  expect(first).toMatchObject({ type: "member.updated", subject: "member:one" });
  await emit("one", "2026-03-02T15:00:01Z");
  await publish();
  const second = (await followed.next()).value;
  expect(second?.occurredAt).toBe("2026-03-02T10:00:01.000-05:00");
  const ended = followed.next();
  stopping.abort();
  expect((await ended).done).toBe(true);

  const again = follow(String(first?.position), "member:one", new AbortController().signal);
  expect((await again.next()).value).toEqual(second);
  await again.return(undefined);
  const bad = follow("A".repeat(32), "member:one");
  await expect(bad.next()).rejects.toMatchObject({ status: 410 });
});

test("the feed ends with the life of the store", async () => {
  const store = { db: service.db, vault: testVault };
  const followed = followEvents(store, { after: await now() }, new AbortController().signal);
  await emit("last.of", "2026-03-02T15:00:00Z");
  await publish();
  expect((await followed.next()).value?.subject).toBe("member:last.of");
  const next = followed.next();
  await service.admin("update store_property set value = 'another' where name = 'event_epoch'");
  expect((await next).done).toBe(true);
});
