// Who does not see an offer because of a single condition.
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestService, type TestService } from "../../../test/harness.ts";
import { NewOffer } from "./schema.ts";

const path = "/restapi/privateplacementoffers";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const [example = {}] = (NewOffer as { examples?: object[] }).examples ?? [];

/** Creates an offer of the adviser's firm and returns its id. */
async function created(ticker: string, changed: object): Promise<string> {
  const security = { ticker, previousClosingPrice: "12.50" };
  const answer = await service.call("adviser", "POST", path, { ...example, security, ...changed });
  expect(answer.status, answer.text).toBe(201);
  return String(answer.headers.location).split("/").at(-1) ?? "";
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
