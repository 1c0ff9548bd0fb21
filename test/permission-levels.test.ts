// Each level of permission against every operation under an account, logged in and acted for: who has
// not the right gets the response of an absent account. (interface 5)
import pg from "pg";
import { beforeAll, expect, test } from "vitest";
import { createApp } from "../src/platform/http/pipeline/app.ts";
import { about, type Example, examplesOf } from "./examples.ts";
import { type TestResponse, useTestService } from "./harness.ts";
import {
  closedToClients,
  hasRight,
  type LevelName,
  levelNames,
  needs,
  ofSigner,
} from "./permission-levels.ts";

const service = useTestService();
let examples: readonly Example[];

const loginOf = (level: LevelName) => `level.${level.toLowerCase()}`;
const members = levelNames.filter((level) => level !== "owner");

beforeAll(async () => {
  examples = examplesOf(service).filter(({ subject }) => subject === "accountnumber");
  // The oids lie beyond those of the sample.
  await service.admin(
    `insert into member (login_id, login_id_folded, member_oid, firm_oid, membership_type,
       first_name, last_name)
     select login, login, 880000 + place, 1002, 'client', 'Lee', 'Level'
     from unnest($1::text[]) with ordinality as of_level(login, place)`,
    [members.map(loginOf)],
  );
  for (const level of ["SV", "DV", "MM", "TR", "TM", "AM"] as const) {
    await service.admin(
      `insert into account_permitted_login (account_number, login_id, permission, alert_level)
       select account_number, $1, $2, 'all' from account where account_number like 'RA%'`,
      [loginOf(level), level],
    );
  }
  await service.admin(
    "update account set opened_by_login_id = $1 where account_number like 'RA%'",
    [loginOf("AC")],
  );
});

/** How a member of a level sends a request, and as which kind of caller. */
const ways = {
  "logged in": { kind: "client", sendAs: signedAs },
  "acted for by the firm": { kind: "institutional", sendAs: actedForBy("adviser") },
  "acted for by the operator": { kind: "operator", sendAs: actedForBy("operator") },
} as const;

function signedAs({ method, path, body, headers }: Example["request"], loginId: string) {
  return service.signed("adviser", method, path, {
    body,
    headers: withoutMember(headers),
    members: { FOLIOWS_MEMBER_ID: loginId },
  });
}

function actedForBy(caller: "adviser" | "operator") {
  return ({ method, path, body, headers }: Example["request"], loginId: string) => {
    const named = { ...withoutMember(headers), "X-Associated-Member-Id": loginId };
    return service.call(caller, method, path, body, named);
  };
}

function withoutMember(headers: Readonly<Record<string, string>>) {
  const others = Object.entries(headers).filter(([name]) => !/associated/i.test(name));
  return Object.fromEntries(others);
}

/** Nothing is stored, so that each is asked of the same account. */
function rehearsed({ request, isChange }: Example): Example["request"] {
  return isChange ? { ...request, headers: { ...request.headers, "X-Dry-Run": "true" } } : request;
}

function comparable({ status, text, headers }: TestResponse) {
  const { "x-request-id": _id, date: _date, ...rest } = headers;
  return { status, text, headers: rest };
}

async function ownerOf({ request }: Example): Promise<string> {
  const { rows } = await service.admin(
    "select primary_owner_login_id as login from account where account_number = $1",
    [/\/(RA\w{8})/.exec(request.path)?.[1]],
  );
  return rows[0].login;
}

/** The status for callers other than the signer of an agreement. */
const notSigned = ({ id }: Example) => (ofSigner.includes(id) ? 404 : 200);

/** Whether the request is refused for want of a right: by the table alone. */
function isRefused({ id, callers }: Example, kind: string, level: LevelName): boolean {
  if (!callers.includes(kind)) return true;
  if (closedToClients.includes(id)) return kind === "client" || !hasRight(level, "papers");
  if (ofSigner.includes(id)) return !hasRight(level, "summary");
  return !hasRight(level, needs[id] ?? "");
}

test("the table has every operation under an account that is open to clients", () => {
  const open = examples.map(({ id }) => id).filter((id) => !closedToClients.includes(id));
  expect(open.toSorted()).toEqual([...Object.keys(needs), ...ofSigner].toSorted());
});

test("each operation states the right of the table", () => {
  const stated = examples.map(({ id, operation: { description = "" } }) => {
    const [, right, own] =
      /needs the right `(\w+)`(?:, of one's own record `(\w+)`)?/.exec(description) ?? [];
    return [id, right, own];
  });
  const ofOwn = (id: string) => (id === "getPermission" ? "summary" : undefined);
  const rightOf = (id: string) => needs[id] ?? (ofSigner.includes(id) ? "summary" : "papers");
  expect(stated).toEqual(examples.map(({ id }) => [id, rightOf(id), ofOwn(id)]));
});

test("the requests that the page closes to clients are open to no client", () => {
  const open = examples.filter(({ callers }) => callers.includes("client")).map(({ id }) => id);
  expect(open.filter((id) => closedToClients.includes(id))).toEqual([]);
});

test.each(Object.keys(ways) as (keyof typeof ways)[])("every level: %s", async (way) => {
  const { kind, sendAs } = ways[way];
  const found: string[] = [];
  const expected: string[] = [];
  for (const example of examples) {
    const request = rehearsed(example);
    const absent = { ...request, path: about(example, { accountnumber: "RZ99999999" }).path };
    // The response for an account that does not exist, which is the same for every level.
    let none: ReturnType<typeof comparable> | undefined;
    for (const level of levelNames) {
      const loginId = level === "owner" ? await ownerOf(example) : loginOf(level);
      const response = await sendAs(request, loginId);
      const refused = isRefused(example, kind, level);
      const name = `${example.id} ${level}`;
      // A change may be refused for its content.
      const isFound = example.isChange || [200, notSigned(example)].includes(response.status);
      found.push(
        `${name} ${response.status === 403 ? "refused" : isFound ? "answered" : response.status}`,
      );
      expected.push(`${name} ${refused ? "refused" : "answered"}`);
      if (response.status !== 403) continue;
      none ??= comparable(await sendAs(absent, loginId));
      expect(comparable(response), name).toEqual(none);
    }
  }
  expect(found).toEqual(expected);
});

test("another firm is refused whatever it asks for", async () => {
  for (const example of examples) {
    const { method, path, body, headers } = rehearsed(example);
    const response = await service.call("otherAdviser", method, path, body, headers);
    expect(response.status, example.id).toBe(403);
  }
});

/** Reads as a member of a level, logged in. */
function readAs(level: LevelName, path: string) {
  return service.signed("adviser", "GET", path, { members: { FOLIOWS_MEMBER_ID: loginOf(level) } });
}

const account = "/restapi/accounts/RA00000001";
const everybody = members.filter((level) => level !== "stranger");

const keysByRight = {
  summary: ["accountName", "accountNumber", "accountType", "owners"],
  detail: [
    "defaultTaxLotSelection",
    "billingPlanOid",
    "longTermTaxRate",
    "shortTermTaxRate",
  ].concat(["securityExclusions", "issueExclusions", "sectorExclusions"]),
  papers: [
    "trustees",
    "w9BackupWithholding",
    "primaryBeneficiaries",
    "contingentBeneficiaries",
  ].concat("trustedContacts"),
};

test.each(everybody)("the keys of an account without their right are null: %s", async (level) => {
  const whole = await service.call("adviser", "GET", account);
  const { body } = await readAs(level, account);
  expect(Object.keys(body)).toEqual(Object.keys(whole.body));
  for (const [right, keys] of Object.entries(keysByRight)) {
    for (const key of keys) {
      expect(whole.body[key], key).not.toBeNull();
      expect(body[key], key).toEqual(hasRight(level, right) ? whole.body[key] : null);
    }
  }
});

test("one reads one's own permission, and a manager that of others", async () => {
  for (const level of everybody) {
    const at = (of: LevelName) => `${account}/permissions/${loginOf(of)}`;
    expect((await readAs(level, at(level))).status, level).toBe(200);
    const other = level === "DV" ? "SV" : "DV";
    expect((await readAs(level, at(other))).status, level).toBe(
      hasRight(level, "papers") ? 200 : 403,
    );
  }
});

test.each(everybody)("lists of accounts hide what a level may not see: %s", async (level) => {
  const hasDetails = hasRight(level, "detail");
  const numbersAt = async (query: string) => {
    const { body } = await readAs(level, `/restapi/accounts?${query}`);
    return body.map(({ accountNumber }: { accountNumber: string }) => accountNumber);
  };
  const { body } = await readAs(level, "/restapi/accounts?overview=true");
  expect(body.length).toBeGreaterThan(10);
  const [first] = body;
  expect(first).toMatchObject({ accountNumber: "RA00000001", owners: ["ada.whitfield"] });
  expect(first.overview.value).not.toBeNull();
  expect(first.restricted).toBe(hasDetails ? false : null);
  for (const hidden of [first.billingPlanOid, first.overview.cash, first.overview.openItems]) {
    expect(hidden !== null).toBe(hasDetails);
  }
  const restricted = await Promise.all(
    ["true", "false"].map((is) => numbersAt(`restricted=${is}`)),
  );
  expect(restricted.flat()).toHaveLength(hasDetails ? body.length : 0);
  const ofDetails = ["cashfrom=0", "cashto=9999999", "openitems=false", "waiting=transfers"];
  for (const query of [...ofDetails, "securityid=601"]) {
    expect((await numbersAt(query)).length > 0, query).toBe(hasDetails);
  }
  expect((await numbersAt("sort=-value")).length).toBe(body.length);
});

test.each(everybody)("rows of other lists need the account's details: %s", async (level) => {
  const offer = "/restapi/privateplacementoffers/801/privateplacementorders";
  const counts = await Promise.all(
    [offer, "/restapi/models/711/subscriptions"].map(async (path) => {
      const { status, body } = await readAs(level, path);
      return status === 200 ? body.length : -1;
    }),
  );
  const shown = (count: number) => count > 0;
  expect(counts.map(shown)).toEqual(counts.map(() => hasRight(level, "detail")));
  expect(counts).not.toContain(-1);
  const one = await readAs(level, `${offer}/88102`);
  expect(one.status).toBe(hasRight(level, "detail") ? 200 : 404);
  const benchmark = `${account}/performance/periods?benchmark=account:RA00000003`;
  expect((await readAs(level, benchmark)).status).toBe(hasRight(level, "detail") ? 200 : 400);
});

test.each([
  ["TR", "MM"],
  ["MM", "TR"],
  ["AM", "SV"],
  ["owner", "TM"],
  ["AM", "stranger"],
] as const)(
  "of two clients who are named, %s and %s, the rights of both count",
  async (one, two) => {
    const loginId = (level: LevelName) => (level === "owner" ? "ada.whitfield" : loginOf(level));
    const members = { FOLIOWS_MEMBER_ID: loginId(one), FOLIOWS_SELECTED_MEMBER_ID: loginId(two) };
    for (const [right, path] of [
      ["summary", account],
      ["detail", `${account}/closedtaxlots`],
      ["money", `${account}/cashtransfers/wireinstructions`],
      ["papers", `${account}/auditentries`],
    ] as const) {
      const { status } = await service.signed("adviser", "GET", path, { members });
      expect(status, path).toBe(hasRight(one, right) && hasRight(two, right) ? 200 : 403);
    }
  },
);

test.each(everybody)(
  "lists over accounts have the rows of a level's accounts: %s",
  async (level) => {
    for (const path of [
      "/restapi/transactions?daterange=01-01-2020,03-02-2026&limit=2",
      "/restapi/balances?limit=2",
      "/restapi/securities?held=true&limit=2",
    ]) {
      const named = { "X-Associated-Member-Id": loginOf(level) };
      for (const { status, body, headers } of [
        await readAs(level, path),
        await service.call("adviser", "GET", path, undefined, named),
      ]) {
        expect([status, body.length], path).toEqual([200, hasRight(level, "detail") ? 2 : 0]);
        expect(headers.link !== undefined, path).toBe(hasRight(level, "detail"));
      }
    }
  },
);

/** How many statements a request sends to the store. */
async function statementsOf(send: () => Promise<TestResponse>): Promise<[number, number]> {
  const { query } = pg.Client.prototype;
  let count = 0;
  pg.Client.prototype.query = function (this: pg.Client, ...words: unknown[]) {
    count += 1;
    return (query as (...all: unknown[]) => unknown).apply(this, words);
  } as typeof query;
  try {
    const { status } = await send();
    return [status, count];
  } finally {
    pg.Client.prototype.query = query;
  }
}

test("a right is judged with the sight, by no statement of its own", async () => {
  const path = `${account}/restrictions`;
  const read = (loginId: string) => () =>
    service.signed("adviser", "GET", path, { members: { FOLIOWS_MEMBER_ID: loginId } });
  await read(loginOf("DV"))();
  await service.call("adviser", "GET", path);
  const [, ofFirm] = await statementsOf(() => service.call("adviser", "GET", path));
  const [, ofOwner] = await statementsOf(read("ada.whitfield"));
  const [status, ofLevel] = await statementsOf(read(loginOf("DV")));
  const refused = await statementsOf(read(loginOf("SV")));
  const absent = await statementsOf(read(loginOf("stranger")));
  // The client who is named is looked up, and nothing else.
  expect([status, ofLevel, ofOwner]).toEqual([200, ofFirm + 1, ofFirm + 1]);
  expect(refused).toEqual(absent);
});

test("a level that is changed counts in the next request, and no tag outlives it", async () => {
  const path = `${account}/closedtaxlots`;
  const members = { FOLIOWS_MEMBER_ID: loginOf("MM") };
  const read = (headers: Record<string, string> = {}) =>
    service.signed("adviser", "GET", path, { members, headers });
  const tag = String((await read()).headers.etag);
  expect((await read({ "If-None-Match": tag })).status).toBe(304);
  const loginId = loginOf("MM");
  const put = (permission: string) =>
    service.call("adviser", "PUT", `${account}/permissions/${loginId}`, {
      loginId,
      permission,
      alertLevel: "none",
      listOnReport: false,
    });
  expect((await put("SV")).status).toBe(200);
  expect((await read({ "If-None-Match": tag })).status).toBe(403);
  expect((await put("MM")).status).toBe(200);
  expect((await read({ "If-None-Match": tag })).status).toBe(304);
});

test("a route of an account that states no right stops the service", () => {
  const route = (url: string, config: object) => () =>
    createApp(service.app.frame).route({ method: "GET", url, config, handler: async () => "" });
  const says = "states the right that a client member needs on its account";
  const path = "/restapi/accounts/:accountnumber/probe";
  expect(route(path, { access: "account" })).toThrow(says);
  expect(route(path, {})).toThrow(says);
  expect(route("/restapi/probes/:accountnumber", { access: "account" })).toThrow(says);
  expect(route("/restapi/probes", { right: "detail" })).toThrow(says);
  expect(route(path, { access: "account", right: "detail" })).not.toThrow();
});
