// The requests for activity: the transactions of an account, a folio and all accounts in sight.
// (docs/activity.md)
import { Readable } from "node:stream";
import { newYorkDay } from "@bursar/values/dates";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../../platform/http/frame.ts";
import { jsonOrCsv, link, sendPage, sendText } from "../../../platform/http/pipeline/response.ts";
import { invalid, refuseFor } from "../../../values/problem.ts";
import { Type } from "../../../values/type.ts";
import {
  AccountPath,
  folioErrors,
  folioNotFound,
  folioPath,
  hasFolio,
  readBy,
} from "../../clients-and-accounts/accounts/reads.ts";
import { isAhead, type ListedFolio, type TransactionPage } from "./account-page.ts";
import { rangeOf, rulesOfList } from "./asked-filter.ts";
import { selectVersions } from "./csv-queries.ts";
import { activityErrors } from "./errors.ts";
import { getTransaction } from "./get-transaction.ts";
import { accountsNamed, listFirmTransactions, visibleAccounts } from "./list-firm-transactions.ts";
import { listFolioTransactions, usualOfFolio } from "./list-folio-transactions.ts";
import { listTransactions, usualOfAccount } from "./list-transactions.ts";
import type { NextAccounts } from "./read-page.ts";
import {
  FirmTransactionsQuery,
  ShownTransaction,
  TransactionEntry,
  TransactionQuery,
  TransactionsQuery,
} from "./schema.ts";
import { type CsvRange, refuseTooMany, transactionsAsCsv } from "./transactions-as-csv.ts";

const FolioPath = folioPath();
const TransactionPath = Type.Object({
  ...AccountPath.properties,
  transactionid: Type.String({ examples: ["81001"] }),
});

const isCsv = ({ format }: Pick<AskedList, "format">) => format === "csv";

/** Whether a list may read many rows for few entries: of a category, or all of them as a file. */
const isLarge = ({ format, category, subCategoryName, subcategory }: AskedList) =>
  isCsv({ format }) ||
  [category, subCategoryName, subcategory].some((named) => named !== undefined);
type AskedList = Readonly<
  Partial<Record<"format" | "category" | "subCategoryName" | "subcategory", unknown>>
>;
const list = { rules: rulesOfList, isLarge } as const;
const ofAccount = ["Link", "X-As-Of-Version"] as const;
const pageOrCsv = jsonOrCsv(Type.Array(TransactionEntry, { maxItems: 1_000 }));
const tags = [{ name: "Activity", description: "Transactions of folios and accounts." }];
const account = "/restapi/accounts/:accountnumber";

/** Registers the requests for activity. */
export async function activityRoutes(app: App): Promise<void> {
  registerListOfAccount(app);
  registerListOfFolio(app);
  registerTransaction(app);
  registerListOfFirm(app);
}

function registerListOfAccount(app: App): void {
  app.get(
    `${account}/transactions`,
    {
      config: {
        ...readBy("detail"),
        ...list,
        responseHeaders: ["X-As-Of-Version"],
        errors: [activityErrors.format, activityErrors.size],
      },
      schema: {
        operationId: "listTransactions",
        summary: "List the transactions of an account",
        tags,
        params: AccountPath,
        querystring: TransactionsQuery,
        response: { 200: pageOrCsv },
      },
    },
    async (request, reply) => {
      const { params, query, context } = request;
      const { accountnumber: accountNumber } = params;
      if (isCsv(query)) return sheetOfAccount(request, reply, { accountNumber }, query);
      return sendVersion(reply, await listTransactions(context, accountNumber, query));
    },
  );
}

function registerListOfFolio(app: App): void {
  app.get(
    `${account}/folios/:folionumber/transactions`,
    {
      config: {
        ...readBy("detail"),
        ...list,
        responseHeaders: ["X-As-Of-Version"],
        errors: [activityErrors.format, folioErrors.notFound, activityErrors.size],
      },
      schema: {
        operationId: "listFolioTransactions",
        summary: "List the transactions of a folio",
        tags,
        params: FolioPath,
        querystring: TransactionsQuery,
        response: { 200: pageOrCsv },
      },
    },
    async (request, reply) => {
      const { params, query, context } = request;
      const folio = { accountNumber: params.accountnumber, folioNumber: params.folionumber };
      if (isCsv(query)) return sheetOfAccount(request, reply, folio, query);
      return sendVersion(reply, await listFolioTransactions(context, folio, query));
    },
  );
}

function registerTransaction(app: App): void {
  app.get(
    `${account}/transactions/:transactionid`,
    {
      config: {
        ...readBy("detail"),
        responseHeaders: [...ofAccount],
        errors: [activityErrors.notFound],
      },
      schema: {
        operationId: "getTransaction",
        summary: "Get a transaction",
        tags,
        params: TransactionPath,
        querystring: TransactionQuery,
        response: { 200: ShownTransaction },
      },
    },
    async (request, reply) => {
      const { accountnumber, transactionid } = request.params;
      const { context, query } = request;
      const found = await getTransaction(context, accountnumber, transactionid, query);
      const lots = `/restapi/accounts/${accountnumber}/closedtaxlots`;
      const followUps = [link(request, lots, "listClosedTaxLots")];
      const { corporateEventId: eventId } = found;
      if (eventId !== null) {
        // As a number: a load may have written it with zeros in front.
        const event = `/restapi/corporateevents/${BigInt(eventId)}`;
        followUps.push(link(request, event, "getCorporateEvent"));
      }
      reply.headers({ "X-As-Of-Version": found.version, Link: followUps.join(", ") });
      return sendText(reply, "application/json", JSON.stringify(found.transaction));
    },
  );
}

function registerListOfFirm(app: App): void {
  app.get(
    "/restapi/transactions",
    {
      config: {
        callers: ["institutional", "issuing", "operator", "client"],
        ...list,
        errors: [activityErrors.format, activityErrors.size],
      },
      schema: {
        operationId: "listFirmTransactions",
        summary: "List the transactions of all accounts in sight",
        tags,
        querystring: FirmTransactionsQuery,
        response: { 200: pageOrCsv },
      },
    },
    async ({ query, context }, reply) => {
      if (!isCsv(query)) {
        return sendPage(reply, TransactionEntry, await listFirmTransactions(context, query));
      }
      const range = rangeOf(query, usualOfFolio, newYorkDay(context.now));
      const wanted = { ...range, types: undefined, securityIds: undefined, eventId: undefined };
      return sheet(
        reply,
        visibleAccounts(context, wanted, await accountsNamed(context, query)),
        range,
      );
    },
  );
}

function sendVersion(reply: FastifyReply, page: TransactionPage): FastifyReply {
  return sendPage(reply.header("X-As-Of-Version", page.version), TransactionEntry, page);
}

async function sheetOfAccount(
  { context }: FastifyRequest,
  reply: FastifyReply,
  { accountNumber, folioNumber }: ListedFolio,
  query: TransactionsQuery,
): Promise<FastifyReply> {
  const { db, now } = context;
  const present = (await selectVersions(db, [accountNumber])).get(accountNumber) ?? "0";
  const version = query.asofversion ?? present;
  if (isAhead(version, present)) refuseFor([invalid("asofversion")]);
  if (folioNumber !== undefined && !(await hasFolio(db, accountNumber, folioNumber))) {
    throw folioNotFound();
  }
  const usual = folioNumber === undefined ? usualOfAccount : usualOfFolio;
  const range = { ...rangeOf(query, usual, newYorkDay(now)), folioNumber, version };
  const next = async (after: string) => (after === "" ? [accountNumber] : []);
  reply.header("X-As-Of-Version", version);
  return sheet(reply, next, range);
}

async function sheet(
  reply: FastifyReply,
  next: NextAccounts,
  range: CsvRange,
): Promise<FastifyReply> {
  const { db } = reply.request.context;
  await refuseTooMany(db, next, range);
  const lines = Readable.from(transactionsAsCsv(db, next, range));
  return reply.type("text/csv; charset=utf-8").send(lines);
}
