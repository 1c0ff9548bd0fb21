// An operation on one account is made on the node of that account, and committed there alone: Citus logs
// each statement that the coordinator sends to a node.
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type Example, examplesOf } from "../examples.ts";
import { openTestService, type TestService } from "../harness.ts";
import type { CallerName } from "../sample-template.ts";
import { onNode } from "./nodes.ts";

/** Operations that other nodes take part in, and why. */
const exceptions: Readonly<Record<string, string>> = {
  addOfferDocument: "documents of an offer belong to no account: every node has them",
  approveOffer: "an offer belongs to no account: every node has it",
  bookTransactions: "computes the account's books, and takes away lots that are no more",
  completeImport: "writes the records of every account in its files",
  createAccount: "a number is drawn, and the names of its owners' other accounts lie with them",
  createCorporateEvent: "an event belongs to no account: every node has it",
  createFeeRefund: "computes the account's books, and takes away lots that are no more",
  createFeeRun: "a run belongs to no account, and bills accounts on any node",
  createFirm: "a firm belongs to no account: every node has it",
  createHousehold: "a household belongs to no account: every node has it",
  createItemForAttention: "locks its member, which every node has, and the accounts of the member",
  createMember: "a member belongs to no account: every node has it",
  createModel: "a model belongs to no account: every node has it",
  createNotice: "is sent to several accounts",
  createNotices: "is sent to several accounts",
  createOffer: "an offer belongs to no account: every node has it",
  createPrivatePlacementOrder: "locks its offer, which every node has, and counts all its orders",
  createStatementRun: "a run belongs to no account, and draws for accounts on any node",
  createTrustee: "a trustee belongs to no account: every node has it",
  decideOrder: "asks for the subscriptions of all accounts to the offer",
  getAverageBasis: "lots that others moved to the account lie with these",
  getCorporateEvent: "adds up the lines of all accounts",
  getDeliveryPreferences: "the choices of a member lie with the member",
  getDocumentHold: "a document is asked for by its id, whoever's it is",
  getDrawnStatement: "a drawing is asked for by its id, whoever's it is",
  getFeeEstimate: "accounts that are billed together may lie anywhere",
  getFeeRun: "adds up the items of all accounts",
  getFirmAssets: "adds up all accounts that the caller sees",
  getFirmOverview: "adds up all accounts that the caller sees",
  getHousehold: "the accounts of a household may lie anywhere",
  getHouseholdPerformancePeriods: "the accounts of a household may lie anywhere",
  getHouseholdPerformanceSummary: "the accounts of a household may lie anywhere",
  getHouseholdUnitValues: "the accounts of a household may lie anywhere",
  getItemForAttention: "an item lies with its account, which only the member's items name",
  getMemberOverview: "a member's accounts may lie anywhere",
  getMemberBill: "a member's papers lie with its accounts",
  getMemberStatement: "a member's papers lie with its accounts",
  getOfferDocument: "records the view of a document, which every node has",
  getOrderOfOffer: "an order lies with its account, which only the offer's orders name",
  getPerformanceReport: "the choices of a member lie with the member",
  getSecurity: "asks for the accounts that hold it, which decide who sees it",
  getSecurityOfTicker: "asks for the accounts that hold it, which decide who sees it",
  getServiceState: "reports on the whole store",
  getStatementRun: "adds up the items of all accounts",
  getTaxLotSteps: "lots that others moved to the account lie with these",
  listAccounts: "lists all accounts that the caller sees",
  listBalances: "lists all accounts that the caller sees",
  listCorporateEventLines: "lists the lines of all accounts",
  listCorporateEvents: "asks for the accounts that hold securities, which decide who sees events",
  listDrawnStatements: "lists what is drawn of all accounts",
  listFeeItems: "lists the items of all accounts",
  listFeeRuns: "adds up the items of all accounts",
  listFirmTransactions: "lists all accounts that the caller sees",
  listFirmWorklist: "lists what waits in all accounts that the caller sees",
  listFolioTransactions: "lots that others moved to the account lie with these",
  listHouseholdPositions: "the accounts of a household may lie anywhere",
  listTaxLossCandidates: "lists the positions of all accounts that the caller sees",
  listHouseholds: "the accounts of a household may lie anywhere",
  listItemsForAttention: "lists the items of all accounts of a member",
  listMemberBills: "a member's papers lie with its accounts",
  listMemberStatements: "a member's papers lie with its accounts",
  listMemberUploads: "what a member sent lies with the member, an item about it with its account",
  listModelSubscriptions: "lists the folios of all accounts that follow a model",
  listOddities: "looks through the records of all accounts",
  listOrdersOfOffer: "lists the subscriptions of all accounts to an offer",
  listReconciliations: "lists the breaks of all accounts that the caller sees",
  listRetainedDocuments: "lists documents of all accounts and members of a firm",
  listSecurities: "asks for the accounts that hold them, which decide who sees them",
  listStatementRuns: "adds up the items of all accounts",
  listTransactions: "lots that others moved to the account lie with these",
  loadFolder: "a file may have records of any account, and a model belongs to none",
  moveClock: "does what time brings to all accounts and offers",
  prepareImport: "belongs to a firm, and compares its files with accounts that may lie anywhere",
  previewSale: "lots that others moved to the account lie with these",
  recordAccreditation: "a member belongs to no account: every node has it",
  reverifyMember: "a member belongs to no account: every node has it",
  runSweep: "does what time brings to all accounts and offers",
  searchAuditEntries: "searches the chains of all subjects",
  setAverageBasis: "lots that others moved to the account lie with these",
  setDeliveryPreferences: "locks its member, which every node has",
  setDocumentHold: "a document is asked for by its id, whoever's it is",
  setOfferApproval: "an approval belongs to no account: every node has it",
  setPrice: "prices a security, and computes the accounts that hold it",
  stepCorporateEvent: "an event belongs to no account: every node has it",
  stepFeeRun: "a run belongs to no account: every node has it",
  stepStatementRun: "a run belongs to no account: every node has it",
  updateAccount: "compares the account's name with the names of its owners' other accounts",
  updateCorporateEvent: "an event belongs to no account: every node has it",
  updateCorporateEventLine: "locks its event, which every node has",
  updateFeeItem: "locks the run, which every node has, before the account",
  updateFeeRun: "a run belongs to no account: every node has it",
  updateFirm: "a firm belongs to no account: every node has it, and its accounts may lie anywhere",
  updateHousehold: "a household belongs to no account: every node has it",
  updateItemForAttention: "locks its member, which every node has, and looks for the item",
  updateMember: "a member belongs to no account: every node has it",
  updateModel: "a model belongs to no account: every node has it",
  updateNotice: "is sent to several accounts",
  updateOffer: "an offer belongs to no account: every node has it",
  updateParticipation: "an offer belongs to no account: every node has it",
  updatePrivatePlacementOrder: "locks its offer, which every node has, and counts all its orders",
  updateStatementRun: "a run belongs to no account: every node has it",
  updateTrustee: "a trustee belongs to no account: every node has it",
  updateVerification: "a member belongs to no account: every node has it",
  uploadAccountDocument: "counts the bytes of its firm on the coordinator",
  uploadMemberDocument: "locks its member, which every node has",
  verifyChains: "walks the chains of all subjects",
};

// The login of reads may not set this for its own sessions.
beforeAll(() => setMessages("alter system set log_min_messages = notice"));
afterAll(() => setMessages("alter system reset log_min_messages"));

async function setMessages(statement: string): Promise<void> {
  await onNode(inject("server").admin, async (client) => {
    await client.query(statement);
    await client.query("select pg_reload_conf()");
  });
}

/** A service whose statements the coordinator logs, and not its clients. */
function openLoggedService(): Promise<TestService> {
  const options = "-c citus.log_remote_commands=on -c client_min_messages=warning";
  return openTestService({}, undefined, { settings: { ...inject("server").serving, options } });
}

/** The statements sent to nodes for a database since a place in the log. */
async function sentSince(begin: number, database: string) {
  const text = await readFile(process.env.TEST_CITUS_LOG ?? "");
  const lines = text
    .subarray(begin)
    .toString()
    .split("\n")
    .filter((line) => line.startsWith(`${database}|`));
  const nodes = new Set(
    lines.flatMap((line) => /DETAIL: {2}on server \S+@(\S+:\d+) /.exec(line)?.[1] ?? []),
  );
  const isPrepared = lines.some((line) => line.includes("PREPARE TRANS"));
  return { nodes: nodes.size, isPrepared, scattered: scatteredIn(lines.join("\n")) };
}

/** The tables of which statements went to several shards; an account has one of each. */
function scatteredIn(sent: string): string[] {
  const shards = new Map<string, Set<string>>();
  for (const [, table = "", shard = ""] of sent.matchAll(/\bpublic\.(\w+)_(\d{6,})\b/g)) {
    shards.set(table, (shards.get(table) ?? new Set()).add(shard));
  }
  return [...shards].filter(([, ids]) => ids.size > 1).map(([table]) => table);
}

async function lengthOfLog(): Promise<number> {
  return (await readFile(process.env.TEST_CITUS_LOG ?? "")).length;
}

async function callLogged(service: TestService, caller: CallerName, { request }: Example) {
  const { rows } = await service.admin("select current_database() as name");
  const begin = await lengthOfLog();
  const { method, path, body, headers } = request;
  const status = await service.call(caller, method, path, body, headers).then(
    (response) => String(response.status),
    (fault: Error) => fault.message, // a 500 fails by itself
  );
  return { status, ...(await sentSince(begin, rows[0].name)) };
}

const longest = { timeout: 600_000 };

test(
  "every operation on one account touches one node, and commits there in one phase",
  longest,
  async () => {
    let service = await openLoggedService();
    const more = new Set<string>();
    const failed: string[] = [];
    let touching = 0;
    for (const example of examplesOf(service)) {
      const { id, caller, isChange, success } = example;
      for (const each of isChange ? [caller] : new Set<CallerName>([caller, "client"])) {
        const isMine = each === caller;
        let called = await callLogged(service, each, example);
        if (isMine && called.status !== success) {
          // Another request has taken what this one changes.
          await service.close();
          service = await openLoggedService();
          called = await callLogged(service, each, example);
        }
        if (isMine && called.status !== success) failed.push(`${id}: ${called.status}`);
        if (called.nodes > 1 || called.isPrepared) more.add(id);
        // Names lie with their owners; whatever else an update asks, it asks where its account lies.
        if (id === "updateAccount") {
          expect(called.scattered.filter((table) => table !== "account_name")).toEqual([]);
        }
        if (called.nodes === 1) touching += 1;
      }
    }
    await service.close();
    // An exception that is no longer needed fails as well.
    expect({ failed, more: [...more].toSorted() }).toEqual({
      failed: [],
      more: Object.keys(exceptions).toSorted(),
    });
    expect(touching).toBeGreaterThan(30);
  },
);
