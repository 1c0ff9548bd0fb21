// The stored answer for an offer always matches its rows, and lists are joined from them.
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Answer, openTestService, type TestService } from "../../../test/harness.ts";
import { untilOneWaits } from "../../../test/lock-waits.ts";
import { sql } from "../../platform/store/db.ts";
import type { Id } from "../../values/ids.ts";
import { bodyOf } from "./get-offer.ts";
import { NewOffer } from "./schema.ts";
import { selectAnswer, selectOffers } from "./view-queries.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const path = "/restapi/privateplacementoffers";

async function staleOffers(): Promise<string[]> {
  const all = await service.db.rows(sql<{ oid: Id }>`
    select offer_oid as "oid" from offer order by offer_oid`);
  const oids = all.map(({ oid }) => oid);
  const offers = await selectOffers(service.db, oids);
  expect(offers).toHaveLength(oids.length);
  const stale: string[] = [];
  for (const offer of offers) {
    const kept = await selectAnswer(service.db, offer.offerOid);
    if (kept !== bodyOf(offer)) stale.push(offer.offerOid);
  }
  return stale;
}

const list = (tag = "none"): Promise<Answer> =>
  service.call("adviser", "GET", path, undefined, { "If-None-Match": tag });

const tagOf = ({ headers }: Answer): string => String(headers.etag);

let drawn = 0;
async function create(changed: Record<string, unknown> = {}): Promise<string> {
  drawn += 1;
  const { examples } = NewOffer as unknown as { examples: Record<string, unknown>[] };
  const security = { ticker: `PRIV.K${drawn}`, previousClosingPrice: "0.5" };
  const body = { ...examples[0], published: false, security, ...changed };
  const { status, headers } = await service.call("adviser", "POST", path, body);
  expect(status).toBe(201);
  return String(headers.location).split("/").at(-1) ?? "";
}

test("a load stores the answer of every offer", async () => {
  expect(await staleOffers()).toEqual([]);
});

test.each([
  { creatingFirmRepresentativeOid: "2102", maximumInvestmentAmount: null },
  { executionType: "BEST_EFFORTS", offerMinimum: null, maximumInvestmentAmount: null },
  { executionType: "ALL_OR_NONE", offerMinimum: null, blueSkyedStates: [] },
  { offerName: 'A "quoted" name \\ with é and 🏦', participatingFirms: [] },
  { minimumInvestmentAmount: 10000.5, offerSize: "2000000" },
])(
  "a new offer with %o is stored as its rows give, and its firm's list shows it",
  async (changed) => {
    const before = await list();
    const oid = await create(changed);
    expect(await staleOffers()).toEqual([]);
    const after = await list(tagOf(before));
    expect(after.status).toBe(200);
    expect(after.text).toContain(`"privatePlacementOfferOid":"${oid}"`);
  },
);

test("a load that changes only a participating firm rewrites the answer too", async () => {
  const before = await list();
  const { headers, rows } = await sampleOffers();
  const [row = ""] = rows;
  await service.load({
    "offers.csv": `${headers}\n${row.replace('""DEFAULT""', '""SUMMIT""')}\n`,
  });
  expect((await selectAnswer(service.db, "801")) ?? "").toContain('"SUMMIT"');
  expect(await staleOffers()).toEqual([]);
  expect((await list(tagOf(before))).status).toBe(200);
});

async function sampleOffers(): Promise<{ headers: string; rows: string[] }> {
  const [headers = "", ...rows] = (await readFile("samples/offers.csv", "utf8")).split("\n");
  return { headers, rows };
}

test("a load that changes nothing keeps the list's tag", async () => {
  const before = await list();
  const { headers, rows } = await sampleOffers();
  await service.load({ "offers.csv": [headers, ...rows.slice(1)].join("\n") });
  expect(tagOf(await list())).toBe(tagOf(before));
});

test("a new name of the issuer appears in its offers", async () => {
  const before = await list();
  await service.load({
    "firms.csv": "firmOid,partnerCode,name,kind,state\n1005,PRAIRIE,Prairie Barns LLC,issuing,TX\n",
  });
  expect((await selectAnswer(service.db, "803")) ?? "").toContain("Prairie Barns LLC");
  expect(await staleOffers()).toEqual([]);
  expect((await list(tagOf(before))).status).toBe(200);
});

test("an offer that is created while its issuer is renamed shows the new name", async () => {
  let creating: Promise<string> | undefined;
  await service.db.transaction(async (tx) => {
    await tx.execute(sql`update firm set name = 'Redwood Robots' where firm_oid = 1004`);
    creating = create();
    await untilOneWaits(service.db);
  });
  const oid = (await creating) ?? "";
  expect((await selectAnswer(service.db, oid)) ?? "").toContain('"companyName":"Redwood Robots"');
});

test("a caller that already has the list triggers no read of an offer's answer", async () => {
  const tag = tagOf(await list());
  await service.admin(
    `update offer_answer set body = replace(body, '"offerName":"', '"offerName":"Unread ')`,
  );
  const { status, text } = await list(tag);
  expect({ status, text }).toEqual({ status: 304, text: "" });
  // The versions are as before, so what was answered is still remembered; what was not is read.
  expect((await list()).text).not.toContain('"offerName":"Unread ');
  const unasked = await service.call("adviser", "GET", `${path}?offerstatus=open`);
  expect(unasked.text).toContain('"offerName":"Unread ');
});

test("an offer last changed before answers were stored is answered too", async () => {
  await service.admin("delete from offer_answer");
  const all = await list();
  expect(all.status).toBe(200);
  expect((await list(tagOf(all))).status).toBe(304);
  expect(all.body.length).toBeGreaterThan(7);
  for (const offer of all.body) {
    const one = await service.call("adviser", "GET", `${path}/${offer.privatePlacementOfferOid}`);
    expect(one.body).toEqual(offer);
  }
});
