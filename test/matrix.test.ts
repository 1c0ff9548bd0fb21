// Every operation with every kind of caller: it answers those whom the contract names, with the
// scope that it needs, if they see its subject. (interface 5)
import { afterAll, beforeAll, expect, test } from "vitest";
import { createKey } from "../src/brokerage/service/api-users/create-key.ts";
import { revokeKey } from "../src/brokerage/service/api-users/revoke-key.ts";
import { about, type Example, examplesOf, overSample, type Request } from "./examples.ts";
import { openTestService, send, type TestResponse, type TestService } from "./harness.ts";
import { asItIs, type KeptService, openKeptService } from "./kept-service.ts";
import { type CallerName, testContext } from "./sample-template.ts";
import { absent, hidden, needsAccess, type Subjects, unseenStatus } from "./subjects.ts";

let service: TestService;
let kept: KeptService;
beforeAll(async () => {
  [service, kept] = await Promise.all([openTestService(), openKeptService(asItIs)]);
});
afterAll(() => Promise.all([service.close(), kept.close()]));

type Column = (service: TestService, request: Request) => Promise<TestResponse>;

const by =
  (caller: CallerName | null): Column =>
  (service, { method, path, body, headers }) =>
    service.call(caller, method, path, body, headers);

const signedFor =
  (loginId: string): Column =>
  (service, { method, path, body, headers }) =>
    service.signed("adviser", method, path, {
      body,
      headers,
      members: { FOLIOWS_MEMBER_ID: loginId },
    });

const withToken =
  (tokenIn: (service: TestService) => Promise<string>): Column =>
  async (service, { method, path, body, headers }) => {
    const authorization = `Bearer ${await tokenIn(service)}`;
    return send(service.app, method, path, body, { ...headers, authorization });
  };

async function drawToken(service: TestService, expiresAt?: Date) {
  const drawn = await createKey(testContext(service.db), {
    apiUserId: "5001",
    kind: "token",
    expiresAt,
    boundLoginId: undefined,
  });
  if (!("token" in drawn)) throw new Error("a key of another kind");
  return drawn;
}

const expired = withToken(async (service) => {
  const soon = new Date(+service.now() + 1_000);
  const { token } = await drawToken(service, soon);
  service.setNow(soon.toISOString());
  return token;
});

const revoked = withToken(async (service) => {
  const { token, keyId } = await drawToken(service);
  await revokeKey(testContext(service.db), keyId);
  return token;
});

/** Callers with good credentials: how each sends a request, and which kind of caller it is. */
const known: Readonly<Record<string, { readonly kind: string; readonly sendAs: Column }>> = {
  own: { kind: "institutional", sendAs: by("adviser") },
  staff: { kind: "institutional", sendAs: signedFor("harbor.lin") },
  operator: { kind: "operator", sendAs: by("operator") },
  client: { kind: "client", sendAs: by("client") },
  named: { kind: "client", sendAs: signedFor("ada.whitfield") },
  readOnly: { kind: "institutional", sendAs: by("readOnly") },
  issuer: { kind: "issuing", sendAs: by("issuer") },
  other: { kind: "institutional", sendAs: by("otherAdviser") },
};

/** The callers above whose credentials may not change anything. */
const reading = new Set(["readOnly"]);

/** Callers with bad credentials. */
const unknown: Readonly<Record<string, Column>> = {
  none: by(null),
  wrong: withToken(async () => `bursar_${"A".repeat(43)}`),
  revoked,
  expired,
};

/** The callers who see the subject of each example, by the parameter that names it, or by its name as well. */
const harbor = ["own", "staff", "operator", "client", "named", "readOnly"];
const visibleTo: Readonly<Record<string, readonly string[]>> = {
  accountnumber: harbor,
  loginid: harbor,
  firmid: ["operator", "issuer"],
  "firmid 1002": harbor.filter((name) => name !== "client" && name !== "named"),
  "firmid 1006": ["own", "staff", "operator", "readOnly"],
  foliooid: harbor,
  householdoid: harbor,
  trusteeloginid: harbor,
  privateplacementofferoid: [...harbor, "issuer", "other"],
  webhookid: ["own", "staff", "readOnly"],
  loadid: ["own", "staff", "operator", "readOnly"],
  securityid: Object.keys(known),
  ticker: Object.keys(known),
  eventid: harbor,
  documentoid: ["operator"],
};

/** The refusals of an operation, by caller, that do not follow from the access to its subject. */
const refusedBy: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // The example of an update has discarded the run.
  listDrawnStatements: { own: "400", staff: "400", operator: "400" },
  getDrawnStatement: { own: "400", staff: "400", operator: "400" },
  updateOffer: { other: "403" },
  // The security is not its own.
  createCorporateEvent: { issuer: "400" },
  // Only the side that has prepared an import completes it.
  completeImport: { operator: "400" },
  // It created the offer and is not invited.
  updateParticipation: { other: "400" },
  // The example is a subscription of Harbor's client; another firm sees those of its own.
  getOrderOfOffer: { other: "404" },
  // Its path names the model itself, which is read by its folio.
  updateModel: { own: "200", staff: "200" },
  // They act for no member.
  getOfferDocument: { operator: "403", issuer: "403" },
};

/** The operation that reads the subject itself. */
function readOf(subject: string, examples: readonly Example[]): Example | undefined {
  const isRead = ({ template, isChange }: Example) =>
    !isChange && template.indexOf("{") === template.length - subject.length - 2;
  return examples.find((each) => isRead(each) && each.subject === subject);
}

/** Whether a caller sees the subject of an example, named next to the same member. */
async function seesSubject(name: string, example: Example, examples: readonly Example[]) {
  const { subject, operation, request } = example;
  if (subject === undefined) return true;
  const read = readOf(subject, examples);
  const given = String(operation.parameters?.find((each) => each.name === subject)?.example ?? "");
  if (read === undefined || read.id === example.id) {
    return (visibleTo[`${subject} ${given}`] ?? visibleTo[subject])?.includes(name);
  }
  const { path } = about(read, { [subject]: given });
  const response = await known[name]?.sendAs(service, {
    ...read.request,
    path,
    headers: request.headers,
  });
  return response?.status === 200;
}

/** The changes that another firm may make for itself as Harbor does. */
const byOthers: Readonly<Record<string, string>> = {
  createMember: "201",
  createTrustee: "201",
  createWebhook: "201",
};

async function expectedOf(name: string, example: Example, examples: readonly Example[]) {
  const { success, callers, isChange, subject } = example;
  if (!callers.includes(known[name]?.kind ?? "")) return "403";
  if (isChange && reading.has(name)) return "403";
  // A record that another firm creates for Harbor is refused for its content, not for its caller.
  if (isChange && subject === undefined && name === "other") return byOthers[example.id] ?? "400";
  // The operator says for which firm.
  if (name === "operator" && example.id === "createMember") return "400";
  const refused = refusedBy[example.id]?.[name];
  if (refused !== undefined) return refused;
  return (await seesSubject(name, example, examples)) ? success : String(unseenStatus(subject));
}

test.each(Object.keys(known))("every operation answers: %s", { timeout: 120_000 }, async (name) => {
  // Each caller's change runs on its own sample, so that it affects no other caller or operation.
  const own = reading.has(name) ? service : await openTestService();
  const examples = examplesOf(own);
  const found: string[] = [];
  const expected: string[] = [];
  for (const example of examples) {
    const sendAs = async (of: TestService) => known[name]?.sendAs(of, example.request);
    const status = await expectedOf(name, example, examples);
    const destroys = example.destroys && status !== "403";
    const response = await (destroys
      ? overSample({ service: own, kept }, example, sendAs)
      : sendAs(own));
    found.push(`${example.id} ${response?.status}`);
    expected.push(`${example.id} ${status}`);
  }
  if (own !== service) await own.close();
  expect(found).toEqual(expected);
});

test.each(Object.keys(unknown))("every operation refuses credentials: %s", async (name) => {
  for (const { id, request } of examplesOf(service)) {
    // Each request stands alone: earlier failed credentials do not count.
    service.setNow(new Date(+service.now() + 61_000).toISOString());
    const response = await (unknown[name] as Column)(service, request);
    expect(response.status, id).toBe(401);
  }
});

test.each(Object.keys(hidden) as (keyof typeof hidden)[])(
  "what is hidden from the %s gets the same bytes as what does not exist",
  async (caller) => {
    const sendAs = (example: Example, subjects: Subjects) =>
      by(caller)(service, about(example, subjects));
    for (const example of examplesOf(service)) {
      if (!needsAccess(example)) continue;
      const theirs = comparable(await sendAs(example, hidden[caller]));
      expect([403, unseenStatus(example.subject)], example.id).toContain(theirs.status);
      expect(theirs, example.id).toEqual(comparable(await sendAs(example, absent)));
    }
  },
);

function comparable({ status, text, headers }: TestResponse) {
  const { "x-request-id": _id, date: _date, ...rest } = headers;
  return { status, text, headers: rest };
}
