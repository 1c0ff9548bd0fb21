// The console's page and files over HTTP: what they say to the browser, and how they are cached.
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestService, type TestService } from "../../test/harness.ts";
import { pageHeaders } from "../platform/http/pipeline/page-headers.ts";
import type { Bundle } from "./bundle.ts";

const script = {
  type: "text/javascript; charset=utf-8",
  plain: Buffer.from("plain"),
  br: Buffer.from("br"),
  gzip: Buffer.from("gzip"),
};
const font = { type: "font/woff2", plain: Buffer.from("font") };
const built: Bundle = {
  script: "main-A.js",
  style: "main-B.css",
  icon: "icon-C.svg",
  files: new Map([
    ["main-A.js", script],
    ["inter-D.woff2", font],
  ]),
};

let service: TestService;
beforeAll(async () => {
  const publicUrls = ["https://bursar.test/prefix"];
  service = await openTestService({
    console: async () => built,
    reference: async () => built,
    publicUrls,
  });
});
afterAll(() => service.close());

const get = (path: string, headers = {}) => service.call(null, "GET", path, undefined, headers);

test("each address of the console answers its page, which loads files of its own origin alone", async () => {
  for (const path of ["/console/", "/console/accounts/RA00000001/lots"]) {
    const { status, headers, text } = await get(path);
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(headers["content-security-policy"]).toMatch(/^default-src 'none'; script-src 'self'; /);
    expect(headers["content-security-policy"]).not.toContain("unsafe");
    expect(headers["cache-control"]).toBe("private, no-store");
    expect(text).toContain('src="/prefix/console/files/main-A.js"');
    expect(text).not.toMatch(/<script(?! type="module" src)|<style| style=| on\w+=/);
  }
});

test("the reference may write styles into its page, and nothing else that is inline", async () => {
  const { status, headers, text } = await get("/reference/");
  expect(status).toBe(200);
  const policy = String(headers["content-security-policy"]).split("; ");
  const ofConsole = String((await get("/console/")).headers["content-security-policy"]).split("; ");
  expect(policy.filter((each) => !ofConsole.includes(each))).toEqual([
    "style-src 'self' 'unsafe-inline'",
  ]);
  expect(text).toContain('src="/prefix/reference/files/main-A.js"');
  expect(text).not.toMatch(/<script(?! type="module" src)|<style| style=| on\w+=/);
  expect((await get("/reference/files/main-A.js")).status).toBe(200);
  expect((await get("/reference")).headers.location).toBe("/prefix/reference/");
  expect((await get("/reference/other")).status).toBe(404);
});

test("an address without its last slash leads to the one with it", async () => {
  const { status, headers } = await get("/console");
  expect([status, headers.location]).toEqual([308, "/prefix/console/"]);
});

test.each([
  ["gzip, deflate, br", "br"],
  ["gzip", "gzip"],
  ["br;q=0, gzip;q=0.5", "gzip"],
  ["identity", undefined],
])("a file is sent to those that take %s as %s", async (taken, coding) => {
  const { headers, text } = await get("/console/files/main-A.js", { "accept-encoding": taken });
  expect(headers["content-encoding"]).toBe(coding);
  expect(text).toBe(coding ?? "plain");
  expect(headers.vary).toBe("Accept-Encoding");
  expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
});

test("what is compressed already is sent as it is", async () => {
  const { headers, text } = await get("/console/files/inter-D.woff2", { "accept-encoding": "br" });
  expect([headers["content-encoding"], text]).toEqual([undefined, "font"]);
});

test("a file that the bundle does not have is 404, and not cached", async () => {
  const { status, headers } = await get("/console/files/other.js");
  expect([status, headers["cache-control"]]).toEqual([404, "private, no-store"]);
});

test.each([
  ["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", 302],
  ["TEXT/HTML", 302],
  ["application/json, text/html;q=0.5", 302],
  ["text/html;q=0, */*", 200],
  ["text/html-sandboxed", 200],
  ["*/*", 200],
  [undefined, 200],
])(
  "the address that a start prints leads browsers to the console: Accept: %s",
  async (accept, status) => {
    const response = await get("/", accept === undefined ? {} : { accept });
    expect([response.status, response.headers.vary]).toEqual([status, "Accept"]);
    expect(response.headers.location).toBe(status === 302 ? "/prefix/console/" : undefined);
    if (status === 302) return;
    expect(response.headers["content-type"]).toBe("text/plain; charset=utf-8");
    expect(response.text).toBe(
      "Bursar. The contract is at https://bursar.test/prefix/openapi.json; " +
        "the reference at https://bursar.test/prefix/reference/.\n",
    );
  },
);

test("a Host that is no address leads to the pages as well", async () => {
  const without = await openTestService({
    console: async () => built,
    reference: async () => built,
    publicUrls: [],
  });
  for (const host of ["", "localhost:99999"]) {
    for (const path of ["/console", "/console/", "/reference/"]) {
      const { status } = await without.call(null, "GET", path, undefined, { host });
      expect([host, path, status]).toEqual([host, path, path === "/console" ? 308 : 200]);
    }
  }
  await without.close();
});

test("a service without pages names the contract to a browser as well", async () => {
  const without = await openTestService();
  const accept = { accept: "text/html" };
  expect((await without.call(null, "GET", "/", undefined, accept)).text).toBe(
    "Bursar. The contract is at http://bursar.test/openapi.json.\n",
  );
  await without.close();
});

test.each([
  ["GET", "/console/session", 401, {}],
  ["GET", "/console/session?x=1", 401, { host: "bursar.test", cookie: "__Host-bursar-session=1" }],
  ["POST", "/console/session", 401, {}],
  ["DELETE", "/console/session", 401, {}],
  ["GET", "/console/keys", 401, {}],
  ["POST", "/console/keys", 401, {}],
  ["DELETE", "/console/keys/1", 401, {}],
  ["GET", "/console/firms/1002/staff", 401, {}],
  ["POST", "/console/staff/harbor.park/links", 401, {}],
  ["DELETE", "/console/staff/harbor.park/sessions", 401, {}],
  ["GET", "/console/files/other.js", 404, {}],
  ["PUT", "/console/session", 405, {}],
  ["GET", "/console/keys/1", 405, {}],
  ["GET", "/reference/other", 404, {}],
  ["GET", `/console/${"a".repeat(9_000)}`, 414, {}],
  ["GET", "/console", 308, {}],
] as const)("%s %s has the policy: %i", async (method, path, status, headers) => {
  const response = await service.call(null, method, path, undefined, headers);
  expect([response.status, response.headers["content-security-policy"]]).toEqual([
    status,
    pageHeaders["Content-Security-Policy"],
  ]);
  expect(response.headers["x-frame-options"]).toBe("DENY");
});

test("a response that is of no page has no policy of pages", async () => {
  for (const path of ["/restapi/accounts/RA00000001", "/consoles", "/nothing"]) {
    expect((await get(path)).headers).not.toHaveProperty("content-security-policy");
  }
});
