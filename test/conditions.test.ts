// Conditions on changes: a record that somebody else has changed meanwhile is not overwritten unseen, and where
// a record has no tag a condition is refused. (interface 1)
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { write } from "../src/platform/change/write.ts";
import { anyEntry } from "./any-entry.ts";
import { type Example, examplesOf, failuresOf, type Request } from "./examples.ts";
import { type Headers, openTestService, type TestService, testBase } from "./harness.ts";
import { asItIs, type KeptService, openKeptService } from "./kept-service.ts";
import { testContext } from "./sample-template.ts";
import { root } from "./source-files.ts";

let service: TestService;
let kept: KeptService;
let changes: Example[];
beforeAll(async () => {
  [service, kept] = await Promise.all([openTestService(), openKeptService(asItIs)]);
  changes = examplesOf(service).filter(({ isChange }) => isChange);
});
afterAll(() => Promise.all([service.close(), kept.close()]));

const isConditional = ({ operation }: Example) => "412" in operation.responses;

/** The changes of records that have a tag. */
const conditional = () => changes.filter(isConditional);

function send(of: TestService, { caller, request }: Example, headers: Headers) {
  const { method, path, body, headers: own }: Request = request;
  return of.call(caller, method, path, body, { ...own, ...headers });
}

/** Where the record of a change is read, and its tag. */
async function record(of: TestService, example: Example) {
  const { body } = await send(of, example, { "X-Dry-Run": "true" });
  const path = body.location.slice(testBase.length);
  const { headers } = await of.call(example.caller, "GET", path);
  return { path, tag: String(headers.etag) };
}

async function countEntries(of: TestService): Promise<number> {
  const { rows } = await of.admin("select count(*)::text as count from audit_entry");
  return Number(rows[0]?.count);
}

test("the records that have a tag are accounts, members, offers, models and webhooks", () => {
  expect(conditional().map(({ id }) => id)).toEqual([
    "updateAccount",
    "updateMember",
    "updateOffer",
    "updateModel",
    "updateWebhook",
    "deleteWebhook",
  ]);
});

test.each([
  ["If-Match", '"nonsense"'],
  ["If-Match", 'W/"nonsense", "another"'],
  ["If-Match", '"a,*,b"'],
  ["If-None-Match", "*"],
])(
  "a change whose record is not as %s: %s demands is refused, and changes nothing",
  async (name, value) => {
    const before = await countEntries(service);
    const check = async (example: Example) => {
      const response = await send(service, example, { [name]: value });
      const [problem] = response.body;
      if (isConditional(example)) {
        expect([response.status, problem.errorCode]).toEqual([412, "condition.failed"]);
      } else {
        expect(response.status).toBe(400);
        const refused = {
          type: "VALIDATION_FIELD",
          field: name,
          errorCode: "unsupported.condition",
        };
        expect(response.body).toContainEqual(expect.objectContaining(refused));
      }
    };
    expect(await failuresOf(changes, check)).toEqual([]);
    expect(await countEntries(service)).toBe(before);
  },
);

test("a condition that is not well-formed is named, whatever the record", async () => {
  for (const value of ["nonsense", '"open', '"a" "b"', "", '*, "a"']) {
    for (const example of conditional()) {
      const { status, body } = await send(service, example, { "If-Match": value });
      expect([status, body[0].field, body[0].errorCode]).toEqual([
        400,
        "If-Match",
        "invalid.condition",
      ]);
    }
  }
});

test("a tag holds until the record is changed, in a dry run, a change and its repeat", async () => {
  const check = (example: Example) =>
    kept.over(async (of) => {
      const { path, tag } = await record(of, example);
      const current = { "If-Match": `"other", ${tag}` };
      expect((await send(of, example, { ...current, "X-Dry-Run": "true" })).status).toBe(200);
      expect((await send(of, example, { "If-None-Match": tag })).status).toBe(412);
      expect((await send(of, example, { "If-Match": `W/${tag}` })).status).toBe(412);
      const key = example.takesKey ? { "Idempotency-Key": "once" } : {};
      const made = await send(of, example, { ...current, ...key });
      expect(made.status, made.text).toBe(200);
      if (example.takesKey) {
        const repeated = await send(of, example, { ...current, ...key });
        expect([repeated.status, repeated.headers["idempotency-replayed"]]).toEqual([200, "true"]);
      }
      const now = (await of.call(example.caller, "GET", path)).headers.etag;
      expect(now).not.toBe(tag);
      const stale = await send(of, example, current);
      expect(stale.status).toBe(example.destroys ? 403 : 412);
      if (example.destroys) return;
      expect((await send(of, example, { ...current, "X-Dry-Run": "true" })).status).toBe(412);
      expect((await send(of, example, { "If-Match": "*" })).status).toBe(200);
      const dry = { "X-Dry-Run": "true" };
      expect((await send(of, example, { "If-None-Match": tag, ...dry })).status).toBe(200);
    });
  expect(await failuresOf(conditional(), check)).toEqual([]);
});

test("of two that change the same record at once, one is refused since the other was first", async () => {
  const check = (example: Example) =>
    kept.over(async (of) => {
      const { tag } = await record(of, example);
      const both = [1, 2].map(() => send(of, example, { "If-Match": tag }));
      const statuses = (await Promise.all(both)).map(({ status }) => status);
      expect(statuses.toSorted()).toEqual([200, example.destroys ? 403 : 412]);
    });
  expect(await failuresOf(conditional(), check)).toEqual([]);
});

describe("a tag", () => {
  test("of another member's view is not the caller's", async () => {
    const path = "/restapi/accounts/RA00000001";
    const acting = { "X-Associated-Member-Id": "ada.whitfield" };
    const { headers } = await service.call("adviser", "GET", path, undefined, acting);
    const body = { accountName: "Everyday" };
    const response = await service.call("adviser", "PUT", path, body, {
      "If-Match": String(headers.etag),
      "X-Dry-Run": "true",
    });
    expect(response.status).toBe(412);
  });

  test("is the same however the record's address is written", async () => {
    const tags = ["ada.whitfield", "ada%2Ewhitfield"].map(async (name) => {
      const { headers } = await service.call("adviser", "GET", `/restapi/members/${name}`);
      return headers.etag;
    });
    const [plain, encoded] = await Promise.all(tags);
    expect(plain).toMatch(/^"[\w-]{27}"$/);
    expect(encoded).toBe(plain);
  });
});

test("the console sends no change of such a record without its tag", async () => {
  const requests = conditional().map(({ template, request: { method } }) => {
    return `bursar.${method.toLowerCase()}("${template}", {`;
  });
  const counts = pagesOf("console").map(({ path, text }) => {
    const sent = requests.map((each) => text.split(each).length - 1);
    const etag = text.match(/^ *record=\{|conditionOn\(bursar\.tagOf/gm)?.length ?? 0;
    return { path, sent: sent.reduce((sum, each) => sum + each, 0), etag };
  });
  expect(counts.filter(({ sent, etag }) => sent !== etag)).toEqual([]);
  expect(counts.filter(({ sent }) => sent > 0).map(({ path }) => path)).toEqual(
    expect.arrayContaining(["console/pages/model/edit-weights.tsx"]),
  );
});

function pagesOf(folder: string): { readonly path: string; readonly text: string }[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".tsx"))
    .map((name) => join(folder, name))
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
}

test("an operation that does not judge a condition stores nothing", async () => {
  const before = await countEntries(service);
  const condition = { judge: async () => {}, isJudged: () => false };
  const ctx = { ...testContext(service.db), condition };
  const change = async () => ({ value: null, audit: [{ subject: "firm:1002" }] });
  await expect(write(ctx, anyEntry("unjudged"), change)).rejects.toThrow(
    "judges the request's condition",
  );
  expect(await countEntries(service)).toBe(before);
});
