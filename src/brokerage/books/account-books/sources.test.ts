// Checks that what accounts share is read once, closes again only after more have been cached than memory
// is meant for.

import type { Day } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestService, type TestService } from "../../../../test/harness.ts";
import type { Reader } from "../../../platform/store/db.ts";
import { openBookingSources, openSources, type Sources, shareSources } from "./sources.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const security = "601" as Id;
type Ask = (sources: Sources, securities: ReadonlySet<Id>) => ReturnType<Sources["closes"]>;

test.each<[string, Ask]>([
  ["all closes", (sources, securities) => sources.closes(securities)],
  [
    "the closes after a day",
    (sources, securities) => sources.closesAfter(securities, "2026-02-01" as Day),
  ],
])("%s of a security are read once, until too many are cached", async (_, ask) => {
  let reads = 0;
  const reader: Reader = {
    rows(statement) {
      reads += 1;
      return service.db.rows(statement);
    },
    first: (statement) => service.db.first(statement),
  };
  const readsOfTwo = async (mostCloses: number) => {
    const sources = openSources(reader, service.now(), { mostCloses });
    reads = 0;
    const first = await ask(sources, new Set([security]));
    expect(await ask(sources, new Set([security]))).toEqual(first);
    return { reads, closes: first.get(security)?.length ?? 0 };
  };
  const { closes, ...once } = await readsOfTwo(1_000_000);
  expect(closes).toBeGreaterThan(1);
  expect(once).toEqual({ reads: 1 });
  expect(await readsOfTwo(closes)).toEqual({ closes, reads: 1 });
  expect(await readsOfTwo(closes - 1)).toEqual({ closes, reads: 2 });
});

test("the terms of securities are those of the ones that are asked for, whatever is cached", async () => {
  const sources = openSources(service.db, service.now());
  const termsOf = async (...securities: string[]) => {
    const terms = await sources.terms(new Set(securities as Id[]));
    return [...terms.keys()];
  };
  expect(await termsOf("601", "602")).toEqual(["601", "602"]);
  expect(await termsOf("602")).toEqual(["602"]);
});

test("the bookings of a run read what they share once, until a close comes in between", async () => {
  let reads = 0;
  const reader: Reader = {
    rows(statement) {
      reads += 1;
      return service.db.rows(statement);
    },
    first: (statement) => service.db.first(statement),
  };
  const securities = new Set([security]);
  const readsOf = async (ctx: { readonly now: Date }) => {
    const sources = await openBookingSources(reader, ctx);
    reads = 0;
    const closes = await sources.closes(securities);
    await sources.terms(securities);
    await sources.calendar();
    const days = await sources.valuationDays("2025-01-01" as Day, closes);
    return { reads, closes: closes.get(security)?.length ?? 0, days: days.length };
  };
  const run = { now: service.now() };
  const alone = await readsOf(run);
  expect(await readsOf(run)).toEqual(alone);
  shareSources(run);
  const first = await readsOf(run);
  expect(first.reads).toBeGreaterThan(3);
  expect(await readsOf(run)).toEqual({ ...first, reads: 0 });
  // Begun before the close, a booking goes on with what it knows, and does not hand it on.
  const begun = await openBookingSources(reader, run);
  const path = `/restapi/securities/${security}/prices/2026-01-08`;
  const response = await service.call("operator", "PUT", path, { close: "61.5" });
  expect(response.status, response.text).toBe(200);
  const fresh = await readsOf(run);
  expect(fresh).toEqual({ ...first, closes: first.closes + 1, days: first.days + 1 });
  expect((await begun.closes(securities)).get(security)?.length).toBe(first.closes);
  expect(await readsOf(run)).toEqual({ ...fresh, reads: 0 });
});
