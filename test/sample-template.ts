// The sample firm in a template of its own, with a credential for each of its callers, so that a
// test clones it instead of loading it.
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Day } from "@bursar/values/dates";
import { type Id, openIds } from "@bursar/values/ids";
import { computeFeeRun } from "../src/brokerage/billing/fee-runs/compute-fee-run.ts";
import { createFeeRun } from "../src/brokerage/billing/fee-runs/create-fee-run.ts";
import { recordAccreditation } from "../src/brokerage/clients-and-accounts/accreditation/record-accreditation.ts";
import { signCustomerAgreement } from "../src/brokerage/clients-and-accounts/agreements/sign-customer-agreement.ts";
import { entitleCorporateEvent } from "../src/brokerage/corporate-events/announcements/entitle-corporate-event.ts";
import { createStatementRun } from "../src/brokerage/documents/statement-runs/create-statement-run.ts";
import { drawStatement } from "../src/brokerage/documents/statement-runs/draw-statement.ts";
import { endBuilding } from "../src/brokerage/documents/statement-runs/end-building.ts";
import { selectItemsOfRun } from "../src/brokerage/documents/statement-runs/queries.ts";
import { createKey, type DrawnKey } from "../src/brokerage/service/api-users/create-key.ts";
import { sendFiles } from "../src/brokerage/service/loads/send-files.ts";
import { prepareImport } from "../src/brokerage/service/prepared-imports/prepare-import.ts";
import { createWebhook } from "../src/brokerage/service/webhooks/create-webhook.ts";
import {
  insertDeliveries,
  updateAttempted,
} from "../src/brokerage/service/webhooks/delivery-queries.ts";
import { requestRules } from "../src/loading/load-by-request.ts";
import { loadOrder } from "../src/loading/load-order.ts";
import { loadFolder } from "../src/platform/bulk/apply/load-folder.ts";
import type { Context, WriteContext } from "../src/platform/change/context.ts";
import { markSandbox } from "../src/platform/change/mark-sandbox.ts";
import { deriveReaderPassword } from "../src/platform/keys/master-key.ts";
import { openVault } from "../src/platform/keys/vault.ts";
import type { ConnectionSettings } from "../src/platform/store/connection.ts";
import { type Database, openDatabase, sql } from "../src/platform/store/db.ts";

/** The vault of every test; its master key is not secret. */
export const testVault = openVault(Buffer.alloc(32, 7));

/** The files of the firm that every test finds. */
export const fixtureFolder = join(import.meta.dirname, "fixtures", "sample-firm");

/** The settings of a server for tests, with the password of the logins for reads there. */
export function withReader<Settings extends ConnectionSettings>(settings: Settings): Settings {
  return { ...settings, readerPassword: deriveReaderPassword(testVault) };
}

/** The instant at which the sample is loaded and tests begin: 10:00 in New York. */
export const testNow = new Date("2026-03-02T15:00:00Z");
/** The sample firm's closes and valuations go on after the time of the tests. */
export const lastDayOfSample = "2026-09-30" as Day;

/** The callers of the sample firm by the API user of each. */
const apiUsers = {
  adviser: "5001",
  otherAdviser: "5002",
  issuer: "5003",
  operator: "5004",
  client: "5005",
  readOnly: "5006",
} as const;

export type CallerName = keyof typeof apiUsers;

/** The credentials of a caller in tests. */
export interface TestKeys {
  readonly token: string;
  readonly apiKey: string;
  readonly sharedSecret: string;
}

/** The source of ids of a test's process. */
export const testIds = openIds(randomBytes);

/** The context of a change that is not made by a request. */
export function testContext(db: Database, now: Date = testNow): WriteContext {
  return {
    actor: { command: "cli:test" },
    now,
    realNow: now,
    requestId: "test",
    address: "local",
    db,
    vault: testVault,
    newId: () => testIds(now),
    random: randomBytes,
    subject: "command",
    repeat: undefined,
    signature: undefined,
    replayed: false,
  };
}

/** Loads the sample into a migrated database and creates a token and a key for each caller. */
export async function fillSample(
  settings: ConnectionSettings,
): Promise<Record<CallerName, TestKeys>> {
  const db = await openDatabase({
    settings,
    readConnections: 1,
    writeConnections: 2,
    statementTimeoutMs: 60_000,
    lockTimeoutMs: 5_000,
  });
  try {
    await markSandbox(testContext(db));
    await loadFolder(testContext(db), loadOrder, fixtureFolder, { today: lastDayOfSample });
    await signSample(db);
    await accreditSample(db);
    await hookSample(db);
    await sendSample(db);
    await entitleCorporateEvent(testContext(db), "4302" as Id);
    await billSample(db);
    await drawSample(db);
    await prepareSample(db);
    const entries: [string, TestKeys][] = [];
    for (const [name, apiUserId] of Object.entries(apiUsers)) {
      const draw = (kind: "token" | "signing") =>
        createKey(testContext(db), {
          apiUserId,
          kind,
          expiresAt: undefined,
          boundLoginId: undefined,
        });
      entries.push([name, keysOf(await draw("token"), await draw("signing"))]);
    }
    return Object.fromEntries(entries) as Record<CallerName, TestKeys>;
  } finally {
    await db.close();
  }
}

/** The agreement that examples of the contract name: no file contains one, an owner signs it. */
export const sampleAgreement = {
  account: "RA00000009",
  id: "4601",
  signer: "ada.whitfield",
  drawing:
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30"><path d="M5 25 15 5l10 20"/></svg>',
} as const;

/** The members' accreditation that examples of the contract read, recorded since no file has it. */
async function accreditSample(db: Database): Promise<void> {
  await recordAccreditation(harborContext(db, "4602"), "ada.whitfield", {
    parentVerifyLevel: "A",
    parentVerifyLevelExpirationDate: "2027-03-01" as Day,
    verifyMethod: "T",
    verifyNote: "Letter of counsel",
  });
}

/** A webhook and a delivery that examples of the contract name: a receiver that is there no more. */
async function hookSample(db: Database): Promise<void> {
  // One that is drawn would make other positions in every run.
  await db.transaction(async (tx) => {
    tx.send(sql`update store_property set value = 'sample' where name = 'event_epoch'`);
  });
  await createWebhook(harborContext(db, "4603"), {
    url: "https://hooks.example.com/bursar",
    types: ["order.accepted", "transfer.updated"],
    description: "Back office",
  });
  const other = harborContext(db, "4605");
  const firm = { ...other.caller.firm, oid: "1003" as Id, partnerCode: "SUMMIT" };
  const caller = { ...other.caller, firm };
  await createWebhook({ ...other, caller }, { url: "https://hooks.example.org/" });
  await db.transaction(async (tx) => {
    const event = {
      subject: "RA00000001",
      sequence: "1",
      place: 1,
      position: 1n,
      id: "4604",
      type: "transfer.updated",
      occurredAt: testNow,
      requestId: "sample",
      data: {},
      sight: null,
    };
    const times = { now: testNow, giveUpAt: testNow };
    insertDeliveries(tx, "4603" as Id, [{ event, status: "pending" }], times);
    const row = { id: "4604" as Id, was: "pending", status: "undelivered" } as const;
    const attempt = { nextAt: testNow, lastAttemptAt: testNow, lastStatus: 503, lastFault: null };
    updateAttempted(tx, "4603" as Id, [{ ...row, ...attempt, attempts: 18 }]);
  });
}

/** Loads by request that examples of the contract name: each firm sends a model as it is. */
async function sendSample(db: Database): Promise<void> {
  const text = await readFile(join(fixtureFolder, "models.ndjson"), "utf8");
  const [harbor = "", summit = ""] = text.split("\n");
  const kinds = { kinds: loadOrder, rules: requestRules };
  const own = harborContext(db, "4606");
  const actor = { apiUser: own.caller.apiUserId, firm: own.caller.firm.oid, member: "harbor.lin" };
  await sendFiles({ ...own, actor }, { files: [{ name: "models.ndjson", text: harbor }] }, kinds);
  const other = harborContext(db, "4607");
  const firm = { ...other.caller.firm, oid: "1003" as Id, partnerCode: "SUMMIT" };
  const ctx = { ...other, actor: { firm: firm.oid }, caller: { ...other.caller, firm } };
  await sendFiles(ctx, { files: [{ name: "models.ndjson", text: summit }] }, kinds);
}

/** Fee runs that examples of the contract name, each of one account. */
async function billSample(db: Database): Promise<void> {
  const runs = [
    ["4701", "RA00000001"],
    ["4702", "RA00000003"],
  ] as const;
  for (const [id, account] of runs) {
    const asked = { periodEnd: "2025-09-30" as Day, accountNumbers: [account] };
    await createFeeRun(harborContext(db, id), "1002", asked);
    await computeFeeRun(testContext(db), id as Id);
  }
}

/** Runs of reports that examples of the contract name, drawn and not released: no file has any. */
async function drawSample(db: Database): Promise<void> {
  for (const id of ["4801", "4802"] as Id[]) {
    const asked = { reportType: "R", periodEnd: "2025-12-31" as Day } as const;
    await createStatementRun(harborContext(db, id), "1002", asked);
    const items = await selectItemsOfRun(db, id);
    for (const [at, item] of items.entries()) {
      // The first of 4801 is 4811.
      const newId = () => String(Number(id) + 10 * (Number(id) - 4800) + at) as Id;
      await drawStatement({ ...testContext(db), newId }, item);
    }
    await endBuilding(testContext(db), id);
  }
}

/** Prepared imports that examples of the contract name. */
async function prepareSample(db: Database): Promise<void> {
  const content = Buffer.from("Symbol,Date,Close\nACME,2026-02-27,21.00\n");
  const sent = { profile: "long-prices", files: [{ name: "prices.csv", content }] };
  const asked = { firmOid: "1002", kinds: loadOrder };
  await prepareImport(harborContext(db, "4901"), asked, sent);
}

/** The context of a change by Harbor, whose new record has this id. */
function harborContext(db: Database, id: string): Context {
  return {
    ...testContext(db),
    newId: () => id as Id,
    caller: {
      apiUserId: apiUsers.adviser as Id,
      firm: { oid: "1002" as Id, kind: "institutional", partnerCode: "HARBOR", programOids: [] },
      scopes: new Set(["write"]),
      member: undefined,
      actingFor: undefined,
      isAdministrator: true,
    },
  };
}

async function signSample(db: Database): Promise<void> {
  const { account, id, signer, drawing } = sampleAgreement;
  await signCustomerAgreement(harborContext(db, id), account, {
    loginId: signer,
    signatureMethod: "SIGNATURE_IMAGE",
    signatureImageEncoding: "SVG",
    signatureData: { bytes: Buffer.from(drawing), isTagged: false },
  });
}

function keysOf(token: DrawnKey, signing: DrawnKey): TestKeys {
  if (!("token" in token) || !("apiKey" in signing)) throw new Error("a key of another kind");
  return { token: token.token, apiKey: signing.apiKey, sharedSecret: signing.sharedSecret };
}
