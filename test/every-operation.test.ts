// Walks the contract: what must be true of every operation, including new ones.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { declaredEntries } from "./audit-checks.ts";
import { type ClientInProcess, callExample, clientOf, madeOf } from "./client-call.ts";
import { deadLocation } from "./dead-locations.ts";
import {
  about,
  type Example,
  examplesOf,
  failuresOf,
  overSample,
  type Request,
} from "./examples.ts";
import { openTestService, type TestResponse, type TestService } from "./harness.ts";
import { impliedEventFaults, impliedEvents, isSilent } from "./implied-events.ts";
import { asItIs, type KeptService, openKeptService } from "./kept-service.ts";
import type { CallerName } from "./sample-template.ts";
import { absent, hidden, needsAccess, unseenStatus } from "./subjects.ts";

let service: TestService;
let kept: KeptService;
let examples: Example[];

beforeAll(async () => {
  [service, kept] = await Promise.all([openTestService(), openKeptService(asItIs)]);
  examples = examplesOf(service);
});
afterAll(() => Promise.all([service.close(), kept.close()]));

function send(caller: CallerName | null, request: Request, of = service) {
  const { method, path, body, headers } = request;
  return of.call(caller, method, path, body, headers);
}

const isChange = (example: Example) => example.isChange;

/** Runs a check over operations and names those for which it fails. */
async function each(
  chosen: (example: Example) => boolean,
  check: (example: Example) => Promise<void>,
): Promise<void> {
  expect(await failuresOf(examples.filter(chosen), check)).toEqual([]);
}

/** The same where requests succeed: each runs on a sample that no other has changed. */
function eachAfresh(
  chosen: (example: Example) => boolean,
  check: (example: Example, service: TestService) => Promise<void>,
): Promise<void> {
  return each(chosen, (example) =>
    overSample({ service, kept }, example, (of) => check(example, of)),
  );
}

describe("every operation", () => {
  test("is in the contract by the name of the interface", () => {
    expect(examples.map(({ id }) => id).toSorted()).toMatchInlineSnapshot(`
      [
        "addOfferDocument",
        "approveOffer",
        "assignBreak",
        "bookTransactions",
        "completeImport",
        "createAccount",
        "createCorporateEvent",
        "createFeeRefund",
        "createFeeRun",
        "createFirm",
        "createFolio",
        "createHousehold",
        "createItemForAttention",
        "createMember",
        "createModel",
        "createNotice",
        "createNotices",
        "createOffer",
        "createPrivatePlacementOrder",
        "createRestriction",
        "createStatementRun",
        "createTransfer",
        "createTrustee",
        "createWebhook",
        "decideImport",
        "decideOrder",
        "deleteWebhook",
        "getAccount",
        "getAccountUnitValues",
        "getAccountUpload",
        "getAccreditation",
        "getAverageBasis",
        "getBalances",
        "getBillingPlan",
        "getCheckInstructions",
        "getClock",
        "getClosedTaxLot",
        "getCorporateAction",
        "getCorporateEvent",
        "getCustomerAgreement",
        "getCustomerAgreementContent",
        "getDeliveryPreferences",
        "getDocumentHold",
        "getDrawnStatement",
        "getEftInstructions",
        "getExpressCheckInstructions",
        "getFeeEstimate",
        "getFeeRun",
        "getFirm",
        "getFirmAssets",
        "getFirmOverview",
        "getFolio",
        "getFolioPerformancePeriods",
        "getFolioPerformanceRawData",
        "getFolioPerformanceSummary",
        "getFolioUnitValues",
        "getHousehold",
        "getHouseholdPerformancePeriods",
        "getHouseholdPerformanceSummary",
        "getHouseholdUnitValues",
        "getItemForAttention",
        "getLoad",
        "getMember",
        "getMemberBill",
        "getMemberOverview",
        "getMemberStatement",
        "getMemberUpload",
        "getModel",
        "getOffer",
        "getOfferDocument",
        "getOpenTaxLot",
        "getOrderOfOffer",
        "getPerformancePeriods",
        "getPerformanceRawData",
        "getPerformanceReport",
        "getPerformanceSummary",
        "getPermission",
        "getPreparedImport",
        "getPrivatePlacementOrder",
        "getReportedTaxLot",
        "getRestriction",
        "getReturnSteps",
        "getSecurity",
        "getSecurityOfTicker",
        "getServiceState",
        "getStatementRun",
        "getTaxForm",
        "getTaxLotSteps",
        "getTransaction",
        "getTransfer",
        "getTrustee",
        "getUnrealizedGains",
        "getVerificationStatus",
        "getWebhook",
        "getWireInstructions",
        "grantPermission",
        "liftRestriction",
        "listAccountFees",
        "listAccountPositions",
        "listAccountUploads",
        "listAccounts",
        "listAuditEntries",
        "listBalances",
        "listBillingPlans",
        "listClosedTaxLots",
        "listClosedTaxLotsOfPair",
        "listContraFirms",
        "listCorporateActions",
        "listCorporateEventLines",
        "listCorporateEvents",
        "listCurrentWeights",
        "listDeliveries",
        "listDrawnStatements",
        "listEntitlements",
        "listEvents",
        "listFeeItems",
        "listFeeRuns",
        "listFirmTransactions",
        "listFirmWorklist",
        "listFolioPositions",
        "listFolioTransactions",
        "listFolios",
        "listHouseholdPositions",
        "listHouseholds",
        "listItemsForAttention",
        "listLoads",
        "listMemberBills",
        "listMemberStatements",
        "listMemberUploads",
        "listModelSubscriptions",
        "listModels",
        "listOddities",
        "listOfferApprovals",
        "listOfferDocumentViews",
        "listOfferDocuments",
        "listOffers",
        "listOpenTaxLots",
        "listOpenTaxLotsOfTransaction",
        "listOrdersOfOffer",
        "listPermissions",
        "listPreparedImports",
        "listPrivatePlacementOrders",
        "listReconciliations",
        "listReportedTaxLots",
        "listReportedTaxLotsOfPair",
        "listRestrictions",
        "listRetainedDocuments",
        "listSecurities",
        "listSecurityPrices",
        "listStatementRuns",
        "listTargetWeights",
        "listTaxLossCandidates",
        "listTransactions",
        "listTransferHistory",
        "listTransfers",
        "listTrustees",
        "listWebhooks",
        "loadFolder",
        "modifyPermission",
        "moveClock",
        "pingWebhook",
        "prepareImport",
        "previewSale",
        "recordAccreditation",
        "redeliverEvent",
        "removeModelSubscription",
        "renewWebhookSecret",
        "replaceVote",
        "resetSandbox",
        "resolveBreak",
        "reverifyMember",
        "revokePermission",
        "runSweep",
        "searchAuditEntries",
        "setAverageBasis",
        "setDeliveryPreferences",
        "setDocumentHold",
        "setModelSubscription",
        "setOfferApproval",
        "setPrice",
        "signCustomerAgreement",
        "stepCorporateEvent",
        "stepFeeRun",
        "stepStatementRun",
        "stepTransfer",
        "updateAccount",
        "updateCorporateEvent",
        "updateCorporateEventLine",
        "updateFeeItem",
        "updateFeeRun",
        "updateFirm",
        "updateFolio",
        "updateHousehold",
        "updateItemForAttention",
        "updateMember",
        "updateModel",
        "updateNotice",
        "updateOffer",
        "updateParticipation",
        "updatePrivatePlacementOrder",
        "updateStatementRun",
        "updateTransfer",
        "updateTrustee",
        "updateVerification",
        "updateWebhook",
        "uploadAccountDocument",
        "uploadMemberDocument",
        "verifyChains",
      ]
    `);
  });

  test("responds to its example, with one audit entry per subject and its events; a dry run before and a repeat after change nothing", () =>
    eachAfresh(
      () => true,
      async (example, of) => {
        const { id, success, request, isChange, recordsItsUse } = example;
        const keyed = example.takesKey ? { "Idempotency-Key": `key-of-${id}` } : {};
        const again = { ...request, headers: { ...request.headers, ...keyed } };
        const client = clientOf(of, example.caller);
        const rehearsed = isChange
          ? await rehearse(client, { example, request: again, of })
          : undefined;

        const { result, response } = await callExample(client, example, again);
        expect(String(response.status), response.text).toBe(success);
        expect(result, "what the client makes of it").toEqual(madeOf(response, isChange));
        const subjects = await subjectsChangedBy(response, of);
        if (!composed.has(id)) expect(subjects).toEqual([...new Set(subjects)]);
        expect(subjects.length > 0).toBe(isChange || recordsItsUse);
        const isEmitted = composed.has(id) || !(isSilent(id) || silentOperations.has(id));
        const isAny = (isChange || recordsItsUse) && isEmitted;
        expect(await subjectsNotifiedBy(response, of)).toEqual({ isAny, others: [] });
        if (rehearsed !== undefined) {
          // Each of the two creates a record with an id of its own; an agreement is created with 200.
          const isDrawn = request.method === "POST";
          const form = (location: unknown) =>
            isDrawn ? String(location).replace(/[^/]*$/, "drawn") : location;
          expect(form(rehearsed.location)).toBe(form(response.headers.location));
          expect(rehearsed.types).toEqual(await typesEmittedBy(response, of));
        }
        if (isChange) expect(await deadLocation(example, response, of)).toBeUndefined();
        if (isChange) await repeat(example, again, response, of);
        expect(await impliedEventFaults(of.db)).toEqual([]);
      },
    ));

  test("has entries if the table of events names it", async () => {
    const declared = await declaredEntries();
    expect(Object.keys(impliedEvents).filter((name) => !declared.has(name))).toEqual([]);
  });

  test("refuses an anonymous caller with a 401 that gives no reason", async () => {
    const began = service.now();
    await each(
      () => true,
      async ({ request }) => {
        // An address with too many failures within a minute gets a 429.
        service.setNow(new Date(+service.now() + 60_000).toISOString());
        const response = await send(null, request);
        expect(response.status).toBe(401);
        expect(response.headers["www-authenticate"]).toBe("FOLIOWS, Bearer");
        expect(response.body).toMatchObject([{ type: "REQUEST", errorCode: "unauthorized" }]);
      },
    );
    service.setNow(began.toISOString());
  });

  test("returns another firm's subject with the same bytes as one that does not exist", () =>
    each(needsAccess, async (example) => {
      const sendOther = (request: Request) => send("otherAdviser", { ...request, headers: {} });
      const theirs = await sendOther(about(example, hidden.otherAdviser));
      const isAllowed = example.callers.includes("institutional");
      expect(theirs.status).toBe(isAllowed ? unseenStatus(example.subject) : 403);
      expect(comparable(theirs)).toEqual(comparable(await sendOther(about(example, absent))));
    }));

  test("names an unknown field, or a body that it does not accept, and changes nothing", () =>
    each(isChange, async ({ request, caller, takesBody }) => {
      const before = await countEntries();
      const body = { ...(request.body as object | undefined), surplus: 1 };
      const response = await send(caller, { ...request, body });
      expect(response.status).toBe(400);
      expect(response.body).toContainEqual(
        takesBody
          ? { type: "SYNTAX", field: "surplus", message: "The field is unrecognized." }
          : { type: "SYNTAX", field: "body", message: "The request takes no body." },
      );
      expect(await countEntries()).toBe(before);
    }));

  test("refuses a read-only key when it writes", () =>
    each(isChange, async ({ request }) => {
      expect((await send("readOnly", request)).status).toBe(403);
    }));

  test("records nothing of what a key reads that may only read", () =>
    each(
      (example) => !example.isChange,
      async ({ request, caller }) => {
        if (caller !== "adviser") return;
        const before = await countEntries();
        expect((await send("readOnly", request)).status).toBe(200);
        expect(await countEntries()).toBe(before);
      },
    ));

  test("carries the headers of every response", () =>
    each(
      () => true,
      async ({ request, caller }) => {
        for (const each of [caller, null]) {
          const { headers } = await send(each, request);
          expect(headers["x-request-id"]).toMatch(/^[\w-]{16}$/);
          expect(headers["x-content-type-options"]).toBe("nosniff");
          expect(headers["cache-control"]).toMatch(/^private, no-(store|cache)$/);
        }
      },
    ));
});

test("a load emits what it adds and changes, as its entries say", async () => {
  expect(await impliedEventFaults(service.db)).toEqual([]);
});

/** Tries a change, which stores nothing, and returns its response and events. */
async function rehearse(client: ClientInProcess, { example, request, of }: Tried) {
  const before = await countEntries(of);
  const { result, response } = await callExample(client, example, request, { dryRun: true });
  const { status, headers: responseHeaders, body, text } = response;
  expect([status, responseHeaders["x-dry-run"]], text).toEqual([200, "true"]);
  expect(result).toEqual(body);
  expect(await countEntries(of)).toBe(before);
  const events = body.events as readonly { readonly type: string }[];
  return { location: body.location, types: events.map(({ type }) => type).toSorted() };
}

interface Tried {
  readonly example: Example;
  readonly request: Request;
  readonly of: TestService;
}

/** Sends a change again: one with a key gets the stored response, a removal finds nothing. */
async function repeat(
  { caller, takesKey, destroys, template, subject }: Example,
  request: Request,
  first: TestResponse,
  of: TestService,
): Promise<void> {
  const before = await countEntries(of);
  const headers = { ...request.headers, ...(destroys && { "Idempotency-Key": "twice" }) };
  const second = await send(caller, { ...request, headers }, of);
  expect(await countEntries(of)).toBe(before);
  // The record that the path names last was removed; where that is its subject, nobody sees it any more.
  if (destroys) expect(second.status).toBe(template.endsWith(`{${subject}}`) ? 403 : 404);
  if (!takesKey) return;
  expect(second.headers["idempotency-replayed"]).toBe("true");
  expect([second.status, second.headers.location, second.text]).toEqual([
    first.status,
    first.headers.location,
    first.text,
  ]);
}

async function typesEmittedBy({ headers }: TestResponse, of: TestService): Promise<string[]> {
  const { rows } = await of.admin("select type from event where request_id = $1", [
    headers["x-request-id"],
  ]);
  return rows.map((row) => row.type).toSorted();
}

function comparable({ status, text, headers }: TestResponse): unknown {
  const { "x-request-id": _id, date: _date, ...rest } = headers;
  return { status, text, headers: rest };
}

/** The subjects of the entries that a request has left, one for each entry. */
async function subjectsChangedBy({ headers }: TestResponse, of: TestService): Promise<string[]> {
  const { rows } = await of.admin("select subject from audit_entry where request_id = $1", [
    headers["x-request-id"],
  ]);
  return rows.map((row) => row.subject);
}

/** Changes that are made of others, each of which has its own entry. */
const composed = new Set([
  "approveOffer",
  "stepCorporateEvent",
  "stepStatementRun",
  "stepTransfer",
]);

/** Changes whose example emits nothing: an adjusted fee has its event when it is posted. */
const silentOperations = new Set(["updateFeeItem"]);

/** Whether a request has emitted anything, and the subjects of events other than those of its entries. */
async function subjectsNotifiedBy({ headers }: TestResponse, of: TestService) {
  const { rows } = await of.admin(
    `select event.subject, audit_entry.subject is not null as "isOfEntry"
     from event left join audit_entry using (subject, sequence, request_id)
     where event.request_id = $1`,
    [headers["x-request-id"]],
  );
  const others = rows.filter(({ isOfEntry }) => !isOfEntry).map(({ subject }) => subject);
  return { isAny: rows.length > 0, others };
}

async function countEntries(of: TestService = service): Promise<number> {
  const { rows } = await of.admin("select count(*)::text as count from audit_entry");
  return Number(rows[0]?.count);
}
