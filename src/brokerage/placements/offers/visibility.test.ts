// The callers who do not see an offer because of a single condition, and those who are notified that it is no longer
// visible.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { useTestService } from "../../../../test/harness.ts";
import type { CallerName } from "../../../../test/sample-template.ts";
import { publishPending } from "../../../platform/feed/publisher.ts";
import { NewOffer } from "./schema.ts";

const path = "/restapi/privateplacementoffers";

const service = useTestService();

const [example = {}] = (NewOffer as { examples?: object[] }).examples ?? [];

/** Creates an offer of the adviser's firm and returns its id. */
async function created(ticker: string, changed: object): Promise<string> {
  const security = { ticker, previousClosingPrice: "12.50" };
  const response = await service.call("adviser", "POST", path, {
    ...example,
    security,
    ...changed,
  });
  expect(response.status, response.text).toBe(201);
  return String(response.headers.location).split("/").at(-1) ?? "";
}

test("a client does not see an offer open to clients before it is published", async () => {
  const id = await created("PRIV.UNP", { published: false, clientsHaveAccess: true });
  expect((await service.call("adviser", "GET", `${path}/${id}`)).status).toBe(200);
  expect((await service.call("client", "GET", `${path}/${id}`)).status).toBe(403);
  expect((await service.call("client", "GET", `${path}/${id}/documents`)).status).toBe(403);
  expect((await service.call("client", "GET", path)).text).not.toContain(id);
});

test("a participating firm does not see an offer before it is published", async () => {
  const id = await created("PRIV.PRT", { published: false });
  expect((await service.call("otherAdviser", "GET", `${path}/${id}`)).status).toBe(403);
  expect((await service.call("otherAdviser", "GET", path)).text).not.toContain(id);
});

const ofSummit = "/restapi/privateplacementoffers/809";

/** Loads offer 809, which Summit Wealth created and published, with these firms. */
async function published(...firms: readonly (readonly [id: string, status: string])[]) {
  const [heading, ...records] = readFileSync("test/fixtures/sample-firm/offers.csv", "utf8")
    .trim()
    .split("\n");
  const participants = firms.map(([participatingFirmId, participatingFirmStatus]) => ({
    participatingFirmId,
    participatingFirmStatus,
  }));
  const cell = `"${JSON.stringify(participants).replaceAll('"', '""')}"`;
  const record = records.find((each) => each.startsWith("809,")) ?? "";
  const changed = record.replace(/"\[\{""participatingFirmId.*$/, cell);
  await service.load({ "offers.csv": `${heading}\n${changed}` });
}

/** The callers who are notified when `work` changes an offer, by the types of the events. */
async function notifiedBy(work: () => Promise<unknown>, offerOid = "809") {
  const publish = async () => {
    const term = { transaction: service.db.transaction } as never;
    for (let from: string | undefined = ""; from !== undefined; ) {
      const { next } = await publishPending(term, service.now(), from);
      from = next === "" ? undefined : next;
    }
  };
  const events = async (caller: CallerName, after: string, headers = {}) => {
    const query = `after=${after}&subject=offer:${offerOid}`;
    const { body } = await service.call(
      ...([caller, "GET", `/restapi/events?${query}`, undefined, headers] as const),
    );
    return body;
  };
  await publish();
  const after = (await events("operator", "now")).position;
  await work();
  await publish();
  const typesFor = async (caller: CallerName, headers = {}) =>
    (await events(caller, after, headers)).events.map(({ type }: { type: string }) => type);
  const forAda = { "X-Associated-Member-Id": "ada.whitfield" };
  return {
    creator: await typesFor("otherAdviser"),
    firm: await typesFor("adviser"),
    client: await typesFor("client"),
    onBehalf: await typesFor("operator", forAda),
  };
}

async function update(body: object) {
  const response = await service.call("otherAdviser", "PUT", ofSummit, body);
  expect(response.status, response.text).toBe(200);
}

test.each([
  ["offer.unpublished", { published: false }],
  ["offer.updated", { clientsHaveAccess: false }],
])("%s reaches a firm behind DEFAULT, but not one that has declined", async (type, body) => {
  await published(["DEFAULT", "P"]);
  expect(await notifiedBy(() => update(body))).toEqual({
    creator: [type],
    firm: [type],
    client: [type],
    onBehalf: [type],
  });
  await published(["DEFAULT", "P"], ["HARBOR", "D"]);
  expect((await service.call("adviser", "GET", ofSummit)).status).toBe(403);
  expect(await notifiedBy(() => update(body))).toEqual({
    creator: [type],
    firm: [],
    client: [],
    onBehalf: [],
  });
});

const ended = "participation.changed";

test.each([
  ["DEFAULT", "DEFAULT"],
  ["IAFIRM", "IAFIRM"],
  ["its own code", "HARBOR"],
])("callers who saw the offer by %s are notified that the code is left out", async (_, code) => {
  await published([code, "P"]);
  expect(await notifiedBy(() => update({ participatingFirms: [] }))).toEqual({
    creator: ["offer.updated", ended],
    firm: [ended],
    client: [ended],
    onBehalf: [ended],
  });
  await published([code, "P"]);
  expect(await notifiedBy(() => published())).toEqual({
    creator: [ended],
    firm: [ended],
    client: [ended],
    onBehalf: [ended],
  });
  await published([code, "P"]);
  await update({ clientsHaveAccess: false });
  expect(await notifiedBy(() => update({ participatingFirms: [] }))).toEqual({
    creator: ["offer.updated", ended],
    firm: [ended],
    client: [],
    onBehalf: [],
  });
});

test("a code that is left out does not reach clients of a firm that another one lets in", async () => {
  await published(["DEFAULT", "P"], ["IAFIRM", "P"]);
  expect(await notifiedBy(() => published(["DEFAULT", "P"]))).toEqual({
    creator: [ended],
    firm: [],
    client: [],
    onBehalf: [],
  });
});

test("clients are notified that their firm has declined", async () => {
  await published(["DEFAULT", "P"], ["HARBOR", "A"]);
  const decline = async () => {
    const body = { participatingFirmStatus: "D" };
    const response = await service.call("adviser", "PUT", `${ofSummit}/participation`, body);
    expect(response.status, response.text).toBe(200);
  };
  expect(await notifiedBy(decline)).toEqual({
    creator: [ended],
    firm: [ended],
    client: [ended],
    onBehalf: [ended],
  });
});

test("clients of the creating firm are notified that the offer is no longer published, a firm left out is not", async () => {
  const participatingFirms = [{ participatingFirmId: "SUMMIT", participatingFirmStatus: "A" }];
  const seen = { published: true, clientsHaveAccess: true, participatingFirms };
  const id = await created("PRIV.RWB", seen);
  const body = { published: false, participatingFirms: [] };
  const unpublish = () => service.call("adviser", "PUT", `${path}/${id}`, body);
  const { creator: summit, ...harbor } = await notifiedBy(unpublish, id);
  const type = "offer.unpublished";
  expect(summit).toEqual([type, ended]);
  expect(harbor).toEqual({
    firm: ["offer.updated", type, ended],
    client: [type],
    onBehalf: [type],
  });
});
