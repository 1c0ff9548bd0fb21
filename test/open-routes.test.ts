// Every route that responds without credentials, sent every header that the service knows, by an anonymous caller: none is a
// defect, and what is counted without a header is counted with it.
import { afterAll, beforeAll, expect, test } from "vitest";
import { createConsoleLink } from "../src/brokerage/service/sign-in/create-console-link.ts";
import { failuresPerMinute } from "../src/platform/auth/failures.ts";
import type { OpenIdProvider } from "../src/platform/auth/open-id.ts";
import { parameters } from "../src/platform/http/contract/contract-headers.ts";
import { buildContract } from "../src/platform/http/contract/openapi.ts";
import {
  type Headers,
  openTestService,
  send,
  type TestResponse,
  type TestService,
} from "./harness.ts";
import { testContext } from "./sample-template.ts";
import { sourceFiles } from "./source-files.ts";

const base = "http://127.0.0.1";
const own = { origin: base, host: "127.0.0.1" };

let service: TestService;
let routes: readonly Route[];
let names: readonly string[];
beforeAll(async () => {
  const file = { type: "text/javascript", plain: Buffer.from("plain") };
  const bundle = {
    script: "a.js",
    style: "b.css",
    icon: "c.svg",
    files: new Map([["a.js", file]]),
  };
  service = await openTestService({
    console: async () => bundle,
    reference: async () => bundle,
    publicUrls: [],
    trustProxy: ["127.0.0.1"],
    openId: { firmOid: undefined, addressFor: async () => base } as unknown as OpenIdProvider,
  });
  const listed = openRoutes(service);
  const statuses = await Promise.all(listed.map((each) => ask(each, newSender())));
  routes = listed.filter((_, at) => statuses[at]?.status !== 405);
  names = knownHeaders();
});
afterAll(() => service.close());

interface Route {
  readonly method: string;
  readonly path: string;
}

/** The routes besides those of the contract, with what a path must name filled in. */
function openRoutes({ app }: TestService): Route[] {
  const described = new Set(Object.keys(buildContract(app, []).paths));
  const parents: string[] = [];
  return app
    .printRoutes({ commonPrefix: false })
    .split("\n")
    .flatMap((line) => {
      const [, indent = "", segment, methods = ""] = /^(.*)[├└]── (\S+) \((.*)\)$/.exec(line) ?? [];
      if (segment === undefined) return [];
      const path = `${parents[indent.length - 4] ?? ""}${segment}`;
      parents[indent.length] = path;
      if (described.has(path.replace(/:(\w+)/g, "{$1}"))) return [];
      return ["GET", "POST", "PUT", "DELETE"]
        .filter((method) => methods.split(", ").includes(method))
        .map((method) => ({ method, path: path.replace(/:\w+|\*/g, "a.js") }));
    });
}

/** How a message is framed, and whose it is: Node reads these, and the walk itself sends them. */
const ofTheMessage = new Set(["host", "content-length", "transfer-encoding", "expect"]);

/** The headers of requests that the contract names, and those that the source reads. */
function knownHeaders(): string[] {
  const read = sourceFiles("src").flatMap(({ text }) =>
    [...text.matchAll(/\bheaders(?:\.([a-z]\w*)|\["([a-z-]+)"\])/g)].map(
      ([, plain, quoted]) => plain ?? quoted ?? "",
    ),
  );
  const named = Object.values(parameters).map(({ name }) => name.toLowerCase());
  const all = new Set([...named, ...read]);
  return [...all].filter((each) => !ofTheMessage.has(each)).toSorted();
}

const values = ["true", "*", '"nonsense"', "\u00ff"];

let senders = 0;
/** Another address, which has failed at nothing. */
function newSender(): Headers {
  senders += 1;
  return { "x-forwarded-for": `10.${senders >> 16}.${(senders >> 8) & 255}.${senders & 255}` };
}

function ask({ method, path }: Route, headers: Headers): Promise<TestResponse> {
  const body = method === "POST" ? { secret: `1.${"A".repeat(43)}` } : undefined;
  return send(service.app, method, path, body, { ...own, ...headers });
}

test("the walk knows the routes and headers that there are", () => {
  const listed = routes.map(({ method, path }) => `${method} ${path}`);
  for (const each of ["GET /", "GET /console/session", "POST /console/oidc", "GET /openapi.json"]) {
    expect(listed).toContain(each);
  }
  for (const each of ["x-dry-run", "idempotency-key", "cookie", "x-session-token", "accept"]) {
    expect(names).toContain(each);
  }
});

test("no header of an anonymous caller makes an open route fail", async () => {
  const failed: string[] = [];
  for (const route of routes) {
    for (const name of names) {
      for (const value of values) {
        const { status } = await ask(route, { ...newSender(), [name]: value });
        if (status >= 500) failed.push(`${route.method} ${route.path} with ${name}: ${value}`);
      }
    }
  }
  expect(failed).toEqual([]);
});

/** The caller's own headers, and one that keeps its cookie from being read: nothing is tried then. */
const untried = new Set(["cookie", "x-forwarded-for", "authorization"]);

test("no header of an anonymous caller keeps its failures from being counted", async () => {
  const cookie = `bursar-session=1.${"A".repeat(43)}`;
  const counted = async (route: Route, headers: Headers) => {
    const all = { ...newSender(), cookie, ...headers };
    for (let sent = 0; sent < failuresPerMinute; sent += 1) await ask(route, all);
    return (await ask(route, all)).status === 429;
  };
  const uncounted: string[] = [];
  for (const route of routes) {
    if (!(await counted(route, {}))) continue;
    for (const name of names.filter((each) => !untried.has(each))) {
      // Where the sender says that it sends no JSON there is nothing to judge.
      if (name === "content-type" || name === "content-encoding") continue;
      if (!(await counted(route, { [name]: "true" }))) uncounted.push(`${route.path}: ${name}`);
    }
  }
  expect(uncounted).toEqual([]);
});

test("a page's change that asks to change nothing is refused once its sender is known", async () => {
  const link = async () => {
    const asked = { loginId: "harbor.lin", apiUserId: undefined };
    return (await createConsoleLink(testContext(service.db, service.now()), asked)).secret;
  };
  const post = (path: string, body: unknown, headers: Headers) =>
    send(service.app, "POST", path, body, { ...own, ...newSender(), ...headers });
  const dry = { "x-dry-run": "true" };
  const refused = [{ type: "VALIDATION_FIELD", field: "X-Dry-Run", errorCode: "invalid.dry.run" }];
  const secret = await link();
  for (const path of ["/console/session", "/console/oidc"]) {
    expect((await post(path, { secret }, dry)).body).toMatchObject(refused);
  }
  const { headers, body } = await post("/console/session", { secret }, {});
  const cookie = String(headers["set-cookie"]).split(";")[0] ?? "";
  const proof = { cookie, "x-session-token": body.token };
  const key = { apiUserId: "5001", kind: "token", days: "7" };
  expect((await post("/console/keys", key, { ...proof, ...dry })).body).toMatchObject(refused);
  const end = (more: Headers) =>
    send(service.app, "DELETE", "/console/session", undefined, { ...own, ...proof, ...more });
  expect((await end(dry)).body).toMatchObject(refused);
  expect((await end({})).status).toBe(204);
});
