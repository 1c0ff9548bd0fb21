// The requests for fee runs.

import type { App } from "../../../platform/http/frame.ts";
import {
  created,
  jsonOrCsv,
  Located,
  linkNextPage,
  sendList,
  sendPage,
  sendText,
  updated,
} from "../../../platform/http/pipeline/response.ts";
import { Type } from "../../../values/type.ts";
import { accountPath } from "../../clients-and-accounts/accounts/reads.ts";
import { FirmPath } from "../../clients-and-accounts/firms/reads.ts";
import { createFeeRefund } from "./create-fee-refund.ts";
import { createFeeRun } from "./create-fee-run.ts";
import { feeRefundErrors, feeRunErrors } from "./errors.ts";
import { getFeeEstimate } from "./get-fee-estimate.ts";
import { getFeeRun } from "./get-fee-run.ts";
import { itemsAsCsv, itemsForCustodian } from "./items-as-csv.ts";
import { listAccountFees } from "./list-account-fees.ts";
import { listFeeItems } from "./list-fee-items.ts";
import { listFeeRuns } from "./list-fee-runs.ts";
import { ChangedRunPath, ItemPath, RunPath } from "./paths.ts";
import { rulesOfItemUpdate, rulesOfNewRun, rulesOfRunUpdate } from "./rules.ts";
import {
  AccountFee,
  FeeEstimate,
  FeeEstimateQuery,
  FeeItem,
  FeeItemsQuery,
  FeeItemUpdate,
  FeeRun,
  FeeRunsQuery,
  FeeRunUpdate,
  NewFeeRefund,
  NewFeeRun,
} from "./schema.ts";
import { updateFeeItem } from "./update-fee-item.ts";
import { updateFeeRun } from "./update-fee-run.ts";

const path = "/restapi/firms/:firmid/feeruns";
const one = `${path}/:feerunoid`;
const reader = { access: "ownFirm", callers: ["institutional", "operator"] } as const;
// A run takes money from clients.
const changer = { ...reader, adminOnly: true } as const;
const tags = [{ name: "Fees", description: "Billing the accounts of a firm for a period." }];
const { period, notFound, account, overlap, status, person, stale, commentMissing } = feeRunErrors;
const { itemNotFound, adjustment, paidDate } = feeRunErrors;

/** Registers the requests for fee runs. */
export async function feeRunRoutes(app: App): Promise<void> {
  reads(app);
  changes(app);
  items(app);
  ofAccount(app);
}

function reads(app: App): void {
  app.get(
    path,
    {
      config: reader,
      schema: {
        operationId: "listFeeRuns",
        summary: "List fee runs",
        tags,
        params: FirmPath,
        querystring: FeeRunsQuery,
        response: { 200: Type.Array(FeeRun, { maxItems: 1_000 }) },
      },
    },
    async ({ context, params, query }, reply) =>
      sendPage(reply, FeeRun, await listFeeRuns(context, params.firmid, query)),
  );

  app.get(
    one,
    {
      config: { ...reader, errors: [notFound] },
      schema: {
        operationId: "getFeeRun",
        summary: "Get a fee run with its sums",
        tags,
        params: RunPath,
        response: { 200: FeeRun },
      },
    },
    async ({ context, params }) => getFeeRun(context, params.firmid, params.feerunoid),
  );

  app.get(
    `${one}/items`,
    {
      config: { ...reader, errors: [notFound, status] },
      schema: {
        operationId: "listFeeItems",
        summary: "List what each account pays by a fee run",
        tags,
        params: RunPath,
        querystring: FeeItemsQuery,
        response: { 200: jsonOrCsv(Type.Array(FeeItem, { maxItems: 1_000 })) },
      },
    },
    async ({ context, params, query }, reply) => {
      const run = { firmOid: params.firmid, feeRunOid: params.feerunoid };
      const page = await listFeeItems(context, run, query);
      if (query.format !== "csv" && query.format !== "custodian") {
        return sendPage(reply, FeeItem, page);
      }
      linkNextPage(reply, page.next);
      const write = query.format === "csv" ? itemsAsCsv : itemsForCustodian;
      return sendText(reply, "text/csv", write(page.entries));
    },
  );
}

function changes(app: App): void {
  app.post(
    path,
    {
      config: { ...changer, rules: rulesOfNewRun, errors: [period, account, overlap] },
      schema: {
        operationId: "createFeeRun",
        summary: "Have a period billed",
        tags,
        params: FirmPath,
        body: NewFeeRun,
        response: { 201: Located },
      },
    },
    async ({ context, params, body }, reply) => {
      const id = await createFeeRun(context, params.firmid, body);
      return created(reply, `/restapi/firms/${params.firmid}/feeruns/${id}`);
    },
  );

  app.put(
    one,
    {
      config: {
        ...changer,
        rules: rulesOfRunUpdate,
        errors: [commentMissing, notFound, status, person, stale, period, account, overlap],
      },
      schema: {
        operationId: "updateFeeRun",
        summary: "Compute a fee run again, approve, discard or reverse it",
        tags,
        params: ChangedRunPath,
        body: FeeRunUpdate,
        response: { 200: Located },
      },
    },
    async ({ context, params, body }, reply) => {
      const { firmid: firmOid, feerunoid: feeRunOid } = params;
      await updateFeeRun(context, { firmOid, feeRunOid }, body);
      return updated(reply, `/restapi/firms/${firmOid}/feeruns/${feeRunOid}`);
    },
  );
}

function items(app: App): void {
  app.put(
    `${one}/items/:accountnumber`,
    {
      config: {
        ...changer,
        rules: rulesOfItemUpdate,
        errors: [paidDate, adjustment, notFound, itemNotFound, status, overlap],
      },
      schema: {
        operationId: "updateFeeItem",
        summary: "Adjust, exclude, collect or write off what an account pays",
        tags,
        params: ItemPath,
        body: FeeItemUpdate,
        response: { 200: Located },
      },
    },
    async ({ context, params, body }, reply) => {
      const { firmid: firmOid, feerunoid: feeRunOid, accountnumber: accountNumber } = params;
      await updateFeeItem(context, { firmOid, feeRunOid, accountNumber }, body);
      return updated(reply, `/restapi/firms/${firmOid}/feeruns/${feeRunOid}/items`);
    },
  );
}

function ofAccount(app: App): void {
  const accounts = "/restapi/accounts/:accountnumber";
  const detail = {
    access: "account",
    right: "detail",
    callers: ["institutional", "operator", "client"],
  } as const;
  app.get(
    `${accounts}/fees`,
    {
      config: detail,
      schema: {
        operationId: "listAccountFees",
        summary: "List the fees of an account",
        tags,
        params: accountPath("RA00000001"),
        response: { 200: Type.Array(AccountFee, { maxItems: 1_000 }) },
      },
    },
    async ({ context, params }, reply) =>
      sendList(reply, AccountFee, await listAccountFees(context, params.accountnumber)),
  );

  app.get(
    `${accounts}/feeestimate`,
    {
      config: detail,
      schema: {
        operationId: "getFeeEstimate",
        summary: "Estimate the fee of a period that ends on a day",
        tags,
        params: accountPath("RA00000001"),
        querystring: FeeEstimateQuery,
        response: { 200: FeeEstimate },
      },
    },
    async ({ context, params, query }) => getFeeEstimate(context, params.accountnumber, query),
  );

  app.post(
    `${accounts}/feerefunds`,
    {
      config: {
        access: "account",
        right: "papers",
        callers: ["institutional", "operator"],
        adminOnly: true,
        errors: [feeRefundErrors.transaction, feeRefundErrors.amount],
      },
      schema: {
        operationId: "createFeeRefund",
        summary: "Give a fee back, in whole or in part",
        tags,
        params: accountPath("RA00000001"),
        body: NewFeeRefund,
        response: { 201: Located },
      },
    },
    async ({ context, params, body }, reply) => {
      const id = await createFeeRefund(context, params.accountnumber, body);
      return created(reply, `/restapi/accounts/${params.accountnumber}/transactions/${id}`);
    },
  );
}
