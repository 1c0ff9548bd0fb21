// The feed of events over HTTP: which events, in which order, to whom, from which position on.
import { once } from "node:events";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { anyEntry } from "../../../../test/any-entry.ts";
import { openTestService, type TestService } from "../../../../test/harness.ts";
import { type CallerName, testContext } from "../../../../test/sample-template.ts";
import type { EventNote } from "../../../platform/change/event.ts";
import { write } from "../../../platform/change/write.ts";
import { beginPositions, expireEvents, publishPending } from "../../../platform/feed/publisher.ts";
import { revokeKey } from "../api-users/revoke-key.ts";

let service: TestService;
const requests = new Set<ClientRequest>();
beforeAll(async () => {
  service = await openTestService({ eventStreams: 2 });
  await service.app.listen({ host: "127.0.0.1", port: 0 });
  await publish();
});
afterAll(async () => {
  for (const each of requests) each.destroy();
  await service.close();
});

const term = { transaction: (work: never) => service.db.transaction(work) } as never;

async function publish(): Promise<number> {
  let all = 0;
  for (let from: string | undefined = ""; from !== undefined; ) {
    const { count, next } = await publishPending(term, service.now(), from);
    all += count;
    from = next === "" ? undefined : next;
  }
  return all;
}

interface FeedEvent {
  readonly type: string;
  readonly subject: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The events that a caller reads after a position, once all is published. */
async function read(caller: CallerName, after: string, query = "", headers = {}) {
  await publish();
  const path = `/restapi/events?after=${after}${query}`;
  const { status, body } = await service.call(caller, "GET", path, undefined, headers);
  expect(status).toBe(200);
  return body as { events: FeedEvent[]; position: string; hasMore: boolean };
}

async function now(caller: CallerName = "adviser"): Promise<string> {
  return (await read(caller, "now")).position;
}

/** Tells events as a change that has no other effect. */
async function emit(subject: string, ...events: EventNote[]): Promise<void> {
  await write(testContext(service.db, service.now()), anyEntry("tell"), async () => ({
    value: null,
    audit: [{ subject, detail: {}, events }],
  }));
}

const typesOf = ({ events }: { readonly events: readonly FeedEvent[] }) =>
  events.map(({ type }) => type);

const restrictions = (account: string) => `/restapi/accounts/${account}/restrictions`;
const sellOnly = { reason: { code: "021" }, type: { code: "SO" } };

test("a change is emitted once, with its request, after the position that was read before", async () => {
  const after = await now();
  const made = await service.call("adviser", "POST", restrictions("RA00000002"), sellOnly);
  const page = await read("adviser", after);
  const id = String(made.headers.location).split("/").at(-1);
  expect(page).toMatchObject({
    hasMore: false,
    events: [
      {
        type: "restriction.created",
        subject: "RA00000002",
        occurredAt: "2026-03-02T10:00:00.000-05:00",
        requestId: made.headers["x-request-id"],
        data: { accountRestrictionId: id, reasonCode: "021", typeCode: "SO" },
      },
    ],
  });
  expect((await read("adviser", page.position)).events).toEqual([]);
  expect((await read("adviser", after)).events).toEqual(page.events);
});

test("a position is given after the commit, to each event once, in the order of the subject", async () => {
  const after = await now("operator");
  const held = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const event = (n: number) => ({ type: "account.updated", data: { n: String(n) } });
  // It began first, and commits last.
  const late = write(testContext(service.db), anyEntry("tell"), async () => {
    begun.resolve();
    await held.promise;
    return { value: null, audit: [{ subject: "RA00000003", detail: {}, events: [event(1)] }] };
  });
  await begun.promise;
  await emit("RA00000004", event(2), event(3));
  const first = await read("operator", after);
  held.resolve();
  await late;
  await emit("RA00000003", event(4));
  const second = await read("operator", first.position);
  expect(first.events.map(({ data }) => data.n)).toEqual(["2", "3"]);
  expect(second.events.map(({ data }) => data.n)).toEqual(["1", "4"]);
  const [kept] = (await service.admin("select count(*)::int as n from event_pending")).rows;
  expect(kept.n).toBe(0);
});

test("a subject with very many events does not hold up those after it", async () => {
  const after = await now("operator");
  const many = Array.from({ length: 7 }, () => ({ type: "account.updated", data: {} }));
  await emit("RA00000001", ...many);
  await emit("RB00000001", { type: "account.opened", data: {} });
  const first = await publishPending(term, service.now(), "", 5);
  const second = await publishPending(term, service.now(), first.next, 5);
  expect([first, second]).toEqual([
    { count: 5, next: "RA00000001" },
    { count: 3, next: "" },
  ]);
  expect(typesOf(await read("operator", after)).at(-1)).toBe("account.opened");
});

test("pages hold so many events, and the next one goes on behind them", async () => {
  const after = await now();
  const event = (n: number) => ({ type: "folio.updated", data: { n: String(n) } });
  await emit("RA00000001", event(1), event(2), event(3));
  const first = await read("adviser", after, "&limit=2");
  const second = await read("adviser", first.position, "&limit=2");
  expect([first.hasMore, second.hasMore]).toEqual([true, false]);
  expect([...first.events, ...second.events].map(({ data }) => data.n)).toEqual(["1", "2", "3"]);
});

test("the tenth event of a subject and the tenth position come after the ninth", async () => {
  const after = await now();
  for (let n = 1; n <= 12; n += 1) {
    await emit("RA00000004", { type: "folio.updated", data: { n: String(n) } });
  }
  const { events } = await read("adviser", after);
  expect(events.map(({ data }) => Number(data.n))).toEqual(
    Array.from({ length: 12 }, (_, n) => n + 1),
  );
});

test("only events of some types, or of one subject, are read", async () => {
  const after = await now();
  await emit("RA00000001", { type: "folio.created", data: {} });
  await emit("RA00000002", { type: "folio.closed", data: {} });
  await emit("RA00000002", { type: "folio.created", data: {} });
  expect(typesOf(await read("adviser", after, "&types=folio.closed,account.opened"))).toEqual([
    "folio.closed",
  ]);
  expect(typesOf(await read("adviser", after, "&subject=RA00000002"))).toEqual([
    "folio.closed",
    "folio.created",
  ]);
  expect((await read("adviser", after, "&subject=RB00000001")).events).toEqual([]);
});

// The sample: adviser 1002 (SUMMIT's other is 1003), issuer 1004, client Ada Whitfield of 1002.
test.each([
  ["account.updated", "RA00000001", {}, ["adviser", "operator", "client"]],
  ["account.updated", "RA00000005", {}, ["adviser", "operator"]],
  ["account.updated", "RB00000001", {}, ["otherAdviser", "operator"]],
  [
    ...(["member.updated", "member:ada.whitfield"] as const),
    { loginId: "ada.whitfield" },
    ["adviser", "operator", "client"],
  ],
  ["item.created", "RA00000001", { loginId: "ben.whitfield" }, ["adviser", "operator"]],
  ["firm.updated", "firm:1002", { firmOid: "1002" }, ["adviser", "operator"]],
  ["offer.approved", "firm:1004", { ticker: "RDWN" }, ["issuer", "operator"]],
  ["document.added", "firm:1004", { documentId: "x", version: "1.0" }, ["issuer", "operator"]],
  ["price.set", "security:601", { securityId: "601" }, everyone()],
  [
    ...(["price.set", "security:606", { securityId: "606" }] as const),
    ["adviser", "otherAdviser", "issuer", "operator"],
  ],
  ["security.renamed", "security:606", { securityId: "606" }, everyone()],
  ["security.renamed", "security:999999", { securityId: "999999" }, []],
  ["no.such", "RA00000001", {}, []],
])("%s of %s is seen by those who see its record", async (type, subject, data, seers) => {
  const callers = everyone();
  const positions = await Promise.all(callers.map((caller) => now(caller)));
  await emit(subject, { type, data });
  const seen: CallerName[] = [];
  for (const [index, caller] of callers.entries()) {
    const page = await read(caller, positions[index] ?? "");
    if (typesOf(page).includes(type)) seen.push(caller);
  }
  expect(seen.toSorted()).toEqual([...seers].toSorted());
});

function everyone(): CallerName[] {
  return ["adviser", "otherAdviser", "issuer", "operator", "client"];
}

test("an order is seen by the firms of its offer and by who sees its account", async () => {
  const after = await now("operator");
  const data = { privatePlacementOrderOid: "1", privatePlacementOfferOid: "801", orderStatus: "I" };
  const note = { type: "order.created", data };
  await emit("offer:801", { ...note, sight: { account: "RB00000001" } });
  const { rows } = await service.admin(
    "select creating_firm_oid::text as c, issuing_firm_oid::text as i from offer where offer_oid = 801",
  );
  expect(rows).toEqual([{ c: "1002", i: "1004" }]);
  for (const caller of ["operator", "adviser", "issuer", "otherAdviser"] as const) {
    expect(typesOf(await read(caller, after)), caller).toEqual(["order.created"]);
  }
  expect(typesOf(await read("client", after))).toEqual([]);
});

test("on behalf of a client its own orders and views are shown, and nothing that its firm alone sees", async () => {
  const after = await now("operator");
  const headers = { "X-Associated-Member-Id": "ada.whitfield" };
  const ofOffer = { privatePlacementOfferOid: "801" };
  const viewed = { documentId: "rwn-overview", version: "1.0" };
  const participation = { participatingFirmId: "HARBOR", status: "A" };
  for (const account of ["RA00000001", "RA00000005"]) {
    const data = { ...ofOffer, privatePlacementOrderOid: account };
    await emit("offer:801", { type: "order.created", data, sight: { account } });
  }
  await emit(
    "offer:801",
    { type: "document.viewed", data: { ...viewed, loginId: "ada.whitfield" } },
    { type: "document.signed", data: { ...viewed, loginId: "carol.nguyen" } },
    { type: "participation.changed", data: participation },
  );
  await emit("firm:1002", { type: "firm.updated", data: { firmOid: "1002" } });
  await emit("member:rosa.kim", { type: "trustee.updated", data: { loginId: "rosa.kim" } });
  for (const caller of ["adviser", "operator"] as const) {
    expect((await read(caller, after)).events, caller).toHaveLength(7);
    const { events } = await read(caller, after, "", headers);
    expect(typesOf({ events }), caller).toEqual(["order.created", "document.viewed"]);
    expect(events[0]?.data.privatePlacementOrderOid, caller).toBe("RA00000001");
  }
  expect(typesOf(await read("client", after))).toEqual(["order.created"]);
  // An issuer has no clients: it cannot name one.
  const path = `/restapi/events?after=${after}`;
  expect((await service.call("issuer", "GET", path, undefined, headers)).status).toBe(403);
  expect(typesOf(await read("issuer", after)).slice(0, 2)).toEqual(Array(2).fill("order.created"));
});

test("an event of a member is not shown to another whose login id is a prefix", async () => {
  const after = await now("operator");
  const member = {
    loginId: "ada.whitfield:x",
    membershipType: "N",
    firstName: "Mia",
    lastName: "Torres",
    dateOfBirth: "1980-05-02",
    tid: "900-55-0001",
    email1: "mia@example.com",
    citizenship: "C",
    employmentStatus: "EMPLOYED",
    mobileTelephone: "518-555-0190",
    primaryAddress: { line1: "9 Pier Road", city: "Troy", state: "NY", zipcode: "12180" },
  };
  const made = await service.call("otherAdviser", "POST", "/restapi/members", member);
  expect(made.status, made.text).toBe(201);
  for (const caller of ["adviser", "client"] as const) {
    expect(typesOf(await read(caller, after)), caller).toEqual([]);
  }
  for (const caller of ["otherAdviser", "operator"] as const) {
    expect(typesOf(await read(caller, after)), caller).toEqual(["member.created"]);
  }
});

test("an offer's event reaches callers who see it, and its closing those who saw it before", async () => {
  const after = await now("operator");
  const closing = { type: "offer.unpublished", data: { privatePlacementOfferOid: "802" } };
  await emit("offer:802", closing);
  await emit("offer:802", { ...closing, sight: { formerFirms: ["IAFIRM"] } });
  await emit("offer:802", {
    ...closing,
    sight: { formerFirms: ["DEFAULT"], formerClients: true },
  });
  const count = async (caller: CallerName) => (await read(caller, after)).events.length;
  expect(await Promise.all((["operator", "otherAdviser", "client"] as const).map(count))).toEqual([
    3, 2, 1,
  ]);
});

test("a caller who lost access to an account is notified", async () => {
  const after = await now("client");
  const revoked = { type: "permission.revoked", data: { loginId: "ada.whitfield" } };
  await emit("RA00000005", revoked);
  await emit("RA00000005", { ...revoked, sight: { formerLogins: ["ada.whitfield"] } });
  await emit("RB00000001", { type: "account.updated", data: {} });
  expect((await read("client", after)).events).toHaveLength(1);
  expect((await read("otherAdviser", after)).events).toHaveLength(1);
});

// The right of a permitted member that each type needs, by hand; RA00000005 is Carol's.
const neededRights = [
  ["account.updated", "summary", {}],
  ["folio.created", "summary", {}],
  ["restriction.created", "detail", {}],
  ["transfer.updated", "detail", {}],
  ["notice.created", "detail", {}],
  ["vote.replaced", "detail", {}],
  ["subscription.adopted", "detail", {}],
  ["order.created", "detail", {}],
  ["transactions.booked", "detail", {}],
  ["permission.modified", "papers", { loginId: "ben.whitfield" }],
  ["permission.granted", "summary", { loginId: "ada.whitfield" }],
  ["agreement.signed", "none", { loginId: "carol.nguyen" }],
  ["item.created", "none", { loginId: "carol.nguyen" }],
] as const;
const rightsOfLevels: Readonly<Record<string, readonly string[]>> = {
  SV: ["summary"],
  DV: ["summary", "detail"],
  MM: ["summary", "detail", "money"],
  TR: ["summary", "detail", "trade"],
  TM: ["summary", "detail", "money", "trade"],
  AM: ["summary", "detail", "money", "trade", "vote", "papers"],
};

test.each(Object.entries(rightsOfLevels))(
  "a permitted member gets the events of what its level would read: %s",
  async (level, rights) => {
    await service.admin(
      `insert into account_permitted_login (account_number, login_id, permission, alert_level)
       values ('RA00000005', 'ada.whitfield', $1, 'all')`,
      [level],
    );
    const after = await now("client");
    await emit("RA00000005", ...neededRights.map(([type, _right, data]) => ({ type, data })));
    const page = await read("client", after);
    const headers = { "X-Associated-Member-Id": "ada.whitfield" };
    const ofFirm = await read("adviser", after, "", headers);
    const wholeFirm = await read("adviser", after);
    await service.admin(
      "delete from account_permitted_login where account_number = 'RA00000005' and login_id = 'ada.whitfield'",
    );
    const expected = neededRights.filter(([, right]) => rights.includes(right));
    expect(typesOf(page)).toEqual(expected.map(([type]) => type));
    expect(typesOf(ofFirm)).toEqual(typesOf(page));
    expect(wholeFirm.events).toHaveLength(neededRights.length);
  },
);

// The fields that each event names, and those left for a level; none: the event is not shown.
const namedFields = [
  ["account.updated", ["accountName"], { summary: ["accountName"] }],
  [
    ...(["account.updated", ["accountName", "longTermTaxRate", "trustees"]] as const),
    { summary: ["accountName"], detail: ["accountName", "longTermTaxRate"] },
  ],
  ["account.updated", ["billingPlanOid"], { detail: ["billingPlanOid"] }],
  [
    "account.updated",
    ["securityExclusions", "permittedLoginIds"],
    { detail: ["securityExclusions"] },
  ],
  ["account.updated", ["primaryBeneficiaries"], {}],
  [
    ...(["account.opened", ["minor", "primaryAccountOwner", "shortTermTaxRate"]] as const),
    { summary: ["primaryAccountOwner"], detail: ["primaryAccountOwner", "shortTermTaxRate"] },
  ],
  ["account.opened", ["trustedContacts"], { summary: [] }],
] as const;

type FieldsByRight = { readonly [R in "summary" | "detail"]?: readonly string[] };

test.each(["SV", "DV", "AM"] as const)(
  "of an account's fields only those are named that the level would read: %s",
  async (level) => {
    const account = "RA00000005";
    const login = "ada.whitfield";
    await service.admin(
      `insert into account_permitted_login (account_number, login_id, permission, alert_level)
       values ($1, $2, $3, 'all')`,
      [account, login, level],
    );
    const after = await now("client");
    await emit(account, ...namedFields.map(([type, fields]) => ({ type, data: { fields } })));
    const page = await read("client", after);
    const ofFirm = await read("adviser", after, "", { "X-Associated-Member-Id": login });
    const wholeFirm = await read("adviser", after);
    await service.admin(
      "delete from account_permitted_login where account_number = $1 and login_id = $2",
      [account, login],
    );
    const expected = namedFields.flatMap(([type, fields, left]) => {
      const { summary, detail = summary }: FieldsByRight = left;
      const names = { SV: summary, DV: detail, AM: fields }[level];
      return names === undefined ? [] : [[type, names]];
    });
    const fieldsOf = ({ events }: typeof page) =>
      events.map(({ type, data }) => [type, data.fields]);
    expect(fieldsOf(page)).toEqual(expected);
    expect(fieldsOf(ofFirm)).toEqual(expected);
    expect(fieldsOf(wholeFirm)).toEqual(namedFields.map(([type, fields]) => [type, fields]));
  },
);

test("a firm that asks for a client of it reads what that client sees", async () => {
  const after = await now();
  await emit("RA00000001", { type: "account.updated", data: {} });
  await emit("RA00000005", { type: "account.opened", data: {} });
  const headers = { "X-Associated-Member-Id": "ada.whitfield" };
  expect(typesOf(await read("adviser", after, "", headers))).toEqual(["account.updated"]);
});

test("a position discloses nothing, and is refused where it is none", async () => {
  const one = await now();
  await emit("RB00000001", { type: "account.updated", data: {} });
  const two = await now();
  expect(one).not.toBe(two);
  expect([...one].filter((letter, at) => letter === two[at]).length).toBeLessThan(16);
  for (const after of ["0", "1000000", "x".repeat(33), "now,"]) {
    const path = `/restapi/events?after=${after}`;
    const { status, body } = await service.call("adviser", "GET", path);
    expect([status, body[0].errorCode]).toEqual([400, "invalid.after"]);
  }
  const forged = await service.call("adviser", "GET", `/restapi/events?after=${"x".repeat(32)}`);
  expect([forged.status, forged.body[0].errorCode]).toEqual([410, "event.position.gone"]);
  const query = "limit=1001&types=no.such&subject=";
  const wrong = await service.call("adviser", "GET", `/restapi/events?${query}`);
  expect(wrong.body.map((each: { errorCode: string }) => each.errorCode).toSorted()).toEqual([
    "invalid.limit",
    "invalid.subject",
    "invalid.types",
  ]);
});

interface Stream {
  readonly status: number | undefined;
  readonly type: string | undefined;
  /** Settles once the text so far matches. */
  sees(pattern: RegExp): Promise<RegExpExecArray>;
  /** Settles with how it ended. */
  readonly ended: Promise<string>;
  close(): void;
}

async function follow(
  caller: CallerName,
  headers: Readonly<Record<string, string>> = {},
  query = "",
): Promise<Stream> {
  const { port } = service.app.server.address() as AddressInfo;
  const sent = request({
    port,
    path: `/restapi/events${query}`,
    agent: false,
    headers: {
      Accept: "text/event-stream",
      Authorization: `Bearer ${service.keys[caller].token}`,
      ...headers,
    },
  }).end();
  sent.on("error", () => {});
  requests.add(sent);
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  let text = "";
  const waiting = new Set<() => void>();
  response.setEncoding("utf8").on("data", (part: string) => {
    text += part;
    for (const look of waiting) look();
  });
  response.on("error", () => {});
  const ended = new Promise<string>((resolve) => {
    response.once("end", () => resolve("end"));
    response.once("close", () => resolve("close"));
  });
  return {
    status: response.statusCode,
    type: response.headers["content-type"],
    sees: (pattern) =>
      new Promise((resolve) => {
        const look = () => {
          const found = pattern.exec(text);
          if (found === null) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
    ended,
    close: () => sent.destroy(),
  };
}

test("a stream sends new events, and goes on after the last event that was received", async () => {
  const after = await now();
  const stream = await follow("adviser", {}, `?after=${after}`);
  expect([stream.status, stream.type]).toEqual([200, "text/event-stream; charset=utf-8"]);
  await stream.sees(/^retry: 2000\n\n/);
  await emit("RB00000001", { type: "account.updated", data: {} });
  await emit("RA00000001", { type: "folio.created", data: { n: "1" } });
  await publish();
  const [, id = "", data = ""] = await stream.sees(/id: (\S+)\ndata: (.+)\n\n/);
  expect(JSON.parse(data)).toMatchObject({ type: "folio.created", subject: "RA00000001" });
  stream.close();
  await emit("RA00000001", { type: "folio.closed", data: { n: "2" } });
  await publish();
  const again = await follow("adviser", { "Last-Event-ID": id }, `?after=${after}`);
  const [, next = ""] = await again.sees(/data: (.+)\n\n/);
  expect(JSON.parse(next)).toMatchObject({ type: "folio.closed" });
  again.close();
});

test("one API user has so many streams, also of those that it asks for at once", async () => {
  const asked = await Promise.all([1, 2, 3, 4, 5, 6].map(() => follow("issuer")));
  const streams = asked.filter(({ status }) => status === 200);
  expect(asked.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429, 429, 429]);
  const path = "/restapi/events";
  const headers = { Accept: "text/event-stream" };
  const third = await service.call("issuer", "GET", path, undefined, headers);
  expect([third.status, third.body[0].errorCode]).toEqual([429, "too.many.streams"]);
  streams[0]?.close();
  const open = async () => (await follow("issuer")).status;
  // Well before anything would be sent to a caller who is still there.
  await expect.poll(open, { timeout: 10_000 }).toBe(200);
  streams[1]?.close();
});

test("a stream ends once its credential is revoked", async () => {
  const stream = await follow("readOnly", {}, "?after=now");
  expect(stream.status).toBe(200);
  const { rows } = await service.admin(
    "select api_key_id::text as id from api_credential where api_user_id = 5006 and token_hash is not null",
  );
  await revokeKey(testContext(service.db, service.now()), rows[0].id);
  // The credential is trusted for four seconds.
  service.setNow(new Date(+service.now() + 4_001).toISOString());
  expect(await stream.ended).toBe("end");
});

test("events leave the feed when they are old, and a position before them is gone", async () => {
  const before = await now();
  await emit("RA00000001", { type: "account.updated", data: {} });
  await publish();
  service.setNow("2026-06-10T15:00:00Z");
  await emit("RA00000001", { type: "account.opened", data: {} });
  await publish();
  expect(await expireEvents(term, service.now(), 90)).toBeGreaterThan(0);
  const gone = await service.call("adviser", "GET", `/restapi/events?after=${before}`);
  expect([gone.status, gone.body[0].errorCode]).toEqual([410, "event.position.gone"]);
  const { body } = await service.call("adviser", "GET", "/restapi/events");
  expect(typesOf(body)).toEqual(["account.opened"]);
  expect(await expireEvents(term, service.now(), 90)).toBe(0);
});

test("a term begins with positions that no reader has seen, and an epoch where there was none", async () => {
  const [before] = (
    await service.admin("select value from store_property where name = 'event_position'")
  ).rows;
  await service.admin("update store_property set value = '' where name = 'event_epoch'");
  await beginPositions(term);
  const { rows } = await service.admin(
    "select name, value from store_property where name like 'event_%' order by name",
  );
  expect(rows[0].value).toMatch(/^[0-9a-f-]{36}$/);
  expect(Number(rows[2].value)).toBe(Number(before.value) + 1_000_000);
});

test("streams end when the service drains", async () => {
  const stream = await follow("adviser", {}, "?after=now");
  const drained = service.app.drain();
  expect(await stream.ended).toBe("end");
  await drained;
});
