// The client against the service, over sockets: its package as an integrator installs it, signed
// requests, lists and events. `every-operation.test.ts` sends every operation through it.
import { execFile } from "node:child_process";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Bursar, bearer, openBursar, Refused, signed } from "@bursar/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { build } from "../packages/build.ts";
import { openTestService, type TestService } from "./harness.ts";
import { publishEvents } from "./published-events.ts";
import { addressOf } from "./raw-http.ts";
import { root } from "./source-files.ts";

const run = promisify(execFile);
const account = "/restapi/accounts/{accountnumber}";
const path = { accountnumber: "RA00000001" };

let service: TestService;
let url: string;
let bursar: Bursar;

beforeAll(async () => {
  // Signed for the address at which it is reached.
  service = await openTestService({ publicUrls: [] });
  url = `http://127.0.0.1:${await addressOf(service.app)}`;
  bursar = openBursar({ url, credential: bearer(service.keys.adviser.token) });
});
afterAll(() => service.close());

test("names the client acted for in any letters", async () => {
  await service.load({
    "members.csv": `loginId,memberOid,firmOid,membershipType,firstName,lastName
łukasz.wójcik,2191,1002,client,Lukasz,Wojcik\n`,
  });
  const [document] = await bursar.get(
    "/restapi/privateplacementoffers/{privateplacementofferoid}/documents",
    {
      params: {
        path: { privateplacementofferoid: "801" },
        header: { "X-Associated-Member-Id": "łukasz.wójcik" },
      },
    },
  );
  expect(document?.loginIdViewing).toBe("łukasz.wójcik");
});

describe("the package", () => {
  const home = join(root, "node_modules", ".cache", `client-${process.pid}`);
  const installed = join(home, "node_modules", "@bursar", "client");

  beforeAll(() => {
    build("client", installed);
  });
  afterAll(() => rm(home, { recursive: true, force: true }));

  test("gives the first responses that its README promises, in ten lines", async () => {
    const readme = await readFile(join(root, "packages", "client", "README.md"), "utf8");
    const [, lines = ""] = /```ts\n([^`]*)```/.exec(readme) ?? [];
    expect(lines.split("\n").filter((line) => line !== "").length).toBeLessThanOrEqual(10);
    await writeFile(join(home, "first.mjs"), lines);
    const env = { BURSAR_URL: url, TOKEN: service.keys.adviser.token };
    const { stdout } = await run(process.execPath, ["first.mjs"], { cwd: home, env });
    const [, ...promised] = /It prints `([^`]*)` and `([^`]*)`/.exec(readme) ?? [];
    expect(stdout.trim().split("\n")).toEqual(promised);
  });

  test("has for each of its exports a program and its types", async () => {
    const { exports } = JSON.parse(await readFile(join(installed, "package.json"), "utf8"));
    const wanted = Object.values(exports as Record<string, Record<string, string>>);
    for (const { types = "", default: program = "" } of wanted) {
      await readFile(join(installed, types));
      await readFile(join(installed, program));
    }
  });

  test("imports nothing of Node", async () => {
    const { dependencies } = JSON.parse(await readFile(join(installed, "package.json"), "utf8"));
    expect(Object.keys(dependencies)).toEqual(["openapi-fetch"]);
    const files = ["bursar", "credentials", "decimal", "events", "md5", "pages", "problems"];
    const all = [...files, "sending", "server-sent", "surroundings"];
    for (const name of all) {
      const text = await readFile(join(installed, "client", "src", `${name}.js`), "utf8");
      const packages = [...text.matchAll(/\bfrom "([^."][^"]*)"/g)].map(([, of]) => of);
      expect(packages, name).toEqual(name === "bursar" ? ["openapi-fetch"] : []);
    }
  });
});

test("a signed client reads and changes", async () => {
  const client = openBursar({
    url,
    credential: signed({ ...service.keys.adviser, memberId: "harbor.lin" }),
    now: service.now,
  });
  expect((await client.get(account, { params: { path } })).accountNumber).toBe("RA00000001");
  const body = { accountName: "Für später" };
  const { location, requestId } = await client.put(account, { params: { path }, body });
  expect(location).toBe(`${url}/restapi/accounts/RA00000001`);
  const [entry] = (await service.auditOf("RA00000001")).slice(-1);
  expect(entry).toMatchObject({ operation: "updateAccount" });
  expect(JSON.stringify(entry?.caller)).toContain("harbor.lin");
  expect(requestId).toMatch(/^[\w-]{16}$/);
  const forger = openBursar({
    url,
    credential: signed({ ...service.keys.adviser, sharedSecret: "another" }),
    now: service.now,
  });
  const refused = await forger.get(account, { params: { path } }).catch((error) => error);
  expect(refused).toBeInstanceOf(Refused);
  expect(refused.has("unauthorized")).toBe(true);
});

test("a change whose response was lost is made once", async () => {
  let sent = 0;
  const forgetful = openBursar({
    url,
    credential: bearer(service.keys.adviser.token),
    patience: { firstWaitMs: 1 },
    fetch: async (request) => {
      const response = await fetch(request);
      sent += 1;
      if (sent === 1) throw new TypeError("fetch failed");
      return response;
    },
  });
  const before = (await service.auditOf("RA00000002")).length;
  const params = { path: { accountnumber: "RA00000002" } };
  const changed = await forgetful.put(account, { params, body: { accountName: "Once" } });
  expect([changed.isRepeat, sent]).toEqual([true, 2]);
  expect(await service.auditOf("RA00000002")).toHaveLength(before + 1);
});

test("a list is the same in parts and whole", async () => {
  const whole = await bursar.get("/restapi/accounts");
  const parts: typeof whole = [];
  for await (const each of bursar.each("/restapi/accounts", {
    params: { query: { limit: "3" } },
  })) {
    parts.push(each);
  }
  expect(whole.length).toBeGreaterThan(3);
  expect(parts.map(({ accountNumber }) => accountNumber).toSorted()).toEqual(
    whole.map(({ accountNumber }) => accountNumber).toSorted(),
  );
});

test("events are followed across a connection that breaks", async () => {
  const cuts: (() => void)[] = [];
  const following = openBursar({
    url,
    credential: bearer(service.keys.adviser.token),
    patience: { firstWaitMs: 1 },
    fetch: async (request) => {
      const response = await fetch(request);
      if (request.headers.get("accept") !== "text/event-stream") return response;
      const { body, cut } = cuttable(response);
      cuts.push(cut);
      return new Response(body, response);
    },
  });
  const query = { after: "now" };
  await publishEvents(service);
  const { position: after } = await bursar.get("/restapi/events", { params: { query } });
  const made = [await rename("First")];
  const received: string[] = [];
  for await (const { event } of following.events({ after, subject: "RA00000001" })) {
    received.push(event.requestId);
    if (received.length === 2) break;
    cuts[0]?.();
    made.push(await rename("Second"));
  }
  expect(received).toEqual(made);
  expect(cuts).toHaveLength(2);
});

/** Renames an account, emits its event, and returns the id of the request. */
async function rename(accountName: string): Promise<string> {
  const { requestId } = await bursar.put(account, { params: { path }, body: { accountName } });
  await publishEvents(service);
  return requestId;
}

/** The body of a response, which breaks off when it is cut. */
function cuttable(response: Response) {
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  let cut = () => {};
  const body = new ReadableStream({
    start(control) {
      cut = () => {
        control.error(new TypeError("terminated"));
        void reader.cancel();
      };
    },
    async pull(control) {
      const { done, value } = await reader.read();
      if (!done) control.enqueue(value);
    },
    cancel: () => reader.cancel(),
  });
  return { body, cut: () => cut() };
}
