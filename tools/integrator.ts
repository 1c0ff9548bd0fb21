// A session as an integrator writes it from the contract alone: types from a generator, credentials,
// headers and codes from its text. Prints what it was answered, as JSON.
import { createHash, createHmac, randomUUID } from "node:crypto";
import type { components, paths } from "./contract.ts";

type Account = components["schemas"]["Account"];
type AccountUpdate = components["schemas"]["AccountUpdate"];
type Problem = components["schemas"]["Problem"];
type Documents =
  paths["/restapi/privateplacementoffers/{privateplacementofferoid}/documents"]["get"];
type DocumentHeaders = NonNullable<Documents["parameters"]["header"]>;

const { BASE = "", TOKEN = "", API_KEY = "", SHARED_SECRET = "" } = process.env;
const account: keyof paths = "/restapi/accounts/{accountnumber}";
const path = account.replace("{accountnumber}", "RA00000001");
const bearer = { Authorization: `Bearer ${TOKEN}` };

async function send(method: string, target: string, headers: object, body?: AccountUpdate) {
  return fetch(BASE + target, {
    method,
    headers: { ...headers, ...(body && { "Content-Type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
}

/** Signs a request without a body as “Signed requests” says. */
function signed(method: string, target: string): string {
  const timestamp = new Date(process.env.NOW ?? Date.now()).toISOString();
  const digest = createHash("md5").update("").digest("hex");
  const text = [method, BASE + target, timestamp, digest].join("\n");
  const signature = createHmac("sha256", SHARED_SECRET).update(text).digest("base64");
  const parts = {
    FOLIOWS_API_KEY: API_KEY,
    FOLIOWS_SIGNATURE: signature,
    FOLIOWS_TIMESTAMP: timestamp,
  };
  const named = Object.entries(parts).map(([name, of]) => `${name}=${encodeURIComponent(of)}`);
  return `FOLIOWS ${named.join(",")}`;
}

const read = await send("GET", path, { Authorization: signed("GET", path) });
const before = (await read.json()) as Account;

const key = { "Idempotency-Key": randomUUID() };
const change: AccountUpdate = { accountName: "Everyday money" };
const changed = await send("PUT", path, { ...bearer, ...key }, change);
const again = await send("PUT", path, { ...bearer, ...key }, change);

const refused = await send("PUT", path, bearer, { longTermTaxRate: "101" });
const problems = (await refused.json()) as Problem[];
const fields = problems.flatMap((problem) =>
  problem.type === "VALIDATION_FIELD" ? [problem.errorCode] : [],
);

const forClient: DocumentHeaders = { "X-Associated-Member-Id": "ada.whitfield" };
const offer = "/restapi/privateplacementoffers/801/documents";
const documents = await send("GET", offer, { ...bearer, ...forClient });
const list = (await documents.json()) as components["schemas"]["OfferDocument"][];

process.stdout.write(
  JSON.stringify({
    read: [read.status, before.accountNumber],
    changed: [changed.status, changed.headers.get("location")],
    again: [again.status, again.headers.get("idempotency-replayed")],
    refused: [refused.status, ...fields],
    documents: [documents.status, list.length > 0],
  }),
);
