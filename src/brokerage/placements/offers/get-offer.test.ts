// An offer, by itself and in lists, is shown as it is stored, whoever changed that. (interface 2.3)
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { type TestResponse, useTestService } from "../../../../test/harness.ts";
import { NewOffer } from "./schema.ts";

const service = useTestService();

const path = "/restapi/privateplacementoffers";

const read = (oid: string): Promise<TestResponse> =>
  service.call("adviser", "GET", `${path}/${oid}`);

const list = (tag = "none"): Promise<TestResponse> =>
  service.call("adviser", "GET", path, undefined, { "If-None-Match": tag });

const tagOf = ({ headers }: TestResponse): string => String(headers.etag);

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

test("a list shows each offer as it is returned by itself", async () => {
  const { body: offers } = await list();
  expect(offers.length).toBeGreaterThan(3);
  for (const offer of offers) {
    expect((await read(offer.privatePlacementOfferOid)).body).toEqual(offer);
  }
});

test.each([
  { creatingFirmRepresentativeOid: "2102", maximumInvestmentAmount: null },
  { executionType: "BEST_EFFORTS", offerMinimum: null, maximumInvestmentAmount: null },
  { executionType: "ALL_OR_NONE", offerMinimum: null, blueSkyedStates: [] },
  { offerName: 'A "quoted" name \\ with é and 🏦', participatingFirms: [] },
  { minimumInvestmentAmount: 10000.5, offerSize: "2000000" },
])("a new offer with %o is shown by its firm's list", async (changed) => {
  const before = await list();
  const oid = await create(changed);
  const after = await list(tagOf(before));
  expect(after.status).toBe(200);
  expect(after.body).toContainEqual((await read(oid)).body);
});

test("a load that changes only a participating firm is shown", async () => {
  const before = await list();
  const { headers, rows } = await sampleOffers();
  const [row = ""] = rows;
  await service.load({
    "offers.csv": `${headers}\n${row.replace('""DEFAULT""', '""SUMMIT""')}\n`,
  });
  expect((await read("801")).body.participatingFirms).toMatchObject([
    { participatingFirmId: "SUMMIT" },
  ]);
  expect((await list(tagOf(before))).status).toBe(200);
});

async function sampleOffers(): Promise<{ headers: string; rows: string[] }> {
  const [headers = "", ...rows] = (
    await readFile("test/fixtures/sample-firm/offers.csv", "utf8")
  ).split("\n");
  return { headers, rows };
}

test("a load that changes nothing keeps the list's tag", async () => {
  const before = await list();
  const { headers, rows } = await sampleOffers();
  await service.load({ "offers.csv": [headers, ...rows.slice(1)].join("\n") });
  expect(tagOf(await list())).toBe(tagOf(before));
});

test("a new name of the issuer appears in its offers, and gives them another tag", async () => {
  const [before, offer] = await Promise.all([list(), read("803")]);
  await service.load({
    "firms.csv": "firmOid,partnerCode,name,kind,state\n1005,PRAIRIE,Prairie Barns LLC,issuing,TX\n",
  });
  const renamed = await read("803");
  expect(renamed.body.security.companyName).toBe("Prairie Barns LLC");
  expect((await list(tagOf(before))).status).toBe(200);
  const change = (tag: string) =>
    service.call("operator", "PUT", `${path}/803`, {}, { "If-Match": tag, "X-Dry-Run": "true" });
  const ofOperator = await service.call("operator", "GET", `${path}/803`);
  expect(tagOf(renamed)).not.toBe(tagOf(offer));
  expect((await change(tagOf(offer))).status).toBe(412);
  expect((await change(tagOf(ofOperator))).status).not.toBe(412);
});
