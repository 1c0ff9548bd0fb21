// The requests for transfers. (interface 4.6)
import type { FastifyReply } from "fastify";
import type { App } from "../../../platform/http/frame.ts";
import { created, Located, updated } from "../../../platform/http/pipeline/response.ts";
import { valueErrors } from "../../../values/errors.ts";
import { Type } from "../../../values/type.ts";
import { accountPath, readBy } from "../../clients-and-accounts/accounts/reads.ts";
import { storageError } from "../../clients-and-accounts/agreements/reads.ts";
import { signatureErrors } from "../../clients-and-accounts/agreements/signature.ts";
import { restrictedError } from "../../clients-and-accounts/restrictions/reads.ts";
import { unverifiedError } from "../../clients-and-accounts/verifications/reads.ts";
import { createTransfer } from "./create-transfer.ts";
import { transferErrors } from "./errors.ts";
import { getTransfer } from "./get-transfer.ts";
import { listTransferHistory } from "./list-transfer-history.ts";
import { listTransfers } from "./list-transfers.ts";
import { rulesOfNewTransfer, rulesOfTransferUpdate } from "./rules.ts";
import { NewTransfer, Transfer, TransferStep, TransferUpdate } from "./schema.ts";
import { updateTransfer } from "./update-transfer.ts";

const AccountPath = accountPath("RA00000006");
const NewPath = Type.Object({ accountnumber: Type.String({ examples: ["RA00000001"] }) });
const transferPath = (acatid: string) =>
  Type.Object({
    accountnumber: Type.String({ examples: ["RA00000006"] }),
    acatid: Type.String({ examples: [acatid] }),
  });
const path = "/restapi/accounts/:accountnumber/acatin";
const tags = [{ name: "Transfers", description: "Transfers of accounts from other institutions." }];

/** Registers the requests for transfers. */
export async function transferRoutes(app: App): Promise<void> {
  readsOfTransfers(app);
  newTransfers(app);
  updatesOfTransfers(app);
}

function readsOfTransfers(app: App): void {
  app.get(
    path,
    {
      config: {
        ...readBy("detail"),
        responseHeaders: ["Content-Language"],
      },
      schema: {
        operationId: "listTransfers",
        summary: "Get all external account transfers",
        tags,
        params: AccountPath,
        response: { 200: Type.Array(Transfer) },
      },
    },
    async ({ context, params }, reply) =>
      inEnglish(reply).send(await listTransfers(context, params.accountnumber)),
  );

  app.get(
    `${path}/:acatid`,
    {
      config: {
        ...readBy("detail"),
        responseHeaders: ["Content-Language"],
        errors: [transferErrors.notFound],
      },
      schema: {
        operationId: "getTransfer",
        summary: "Get an external account transfer",
        tags,
        params: transferPath("ACAT-10001"),
        response: { 200: Transfer },
      },
    },
    async ({ context, params }, reply) =>
      inEnglish(reply).send(await getTransfer(context, params.accountnumber, params.acatid)),
  );

  app.get(
    `${path}/:acatid/history`,
    {
      config: {
        ...readBy("detail"),
        errors: [transferErrors.notFound],
      },
      schema: {
        operationId: "listTransferHistory",
        summary: "Get the statuses that a transfer has had",
        tags,
        params: transferPath("ACAT-10001"),
        response: { 200: Type.Array(TransferStep) },
      },
    },
    async ({ context, params }) =>
      listTransferHistory(context, params.accountnumber, params.acatid),
  );
}

/** Only once the text is there, so that a refusal by the read has the same bytes as any other. */
function inEnglish(reply: FastifyReply): FastifyReply {
  return reply.header("Content-Language", "en");
}

function newTransfers(app: App): void {
  const { notFound, reasonMissing, caller, status, ...ofNew } = transferErrors;
  app.post(
    path,
    {
      bodyLimit: app.frame.signatureBodyLimit,
      config: {
        access: "account",
        right: "papers",
        callers: ["institutional"],
        rules: rulesOfNewTransfer,
        errors: [
          signatureErrors.data,
          signatureErrors.size,
          valueErrors.uriMatching,
          ...Object.values(ofNew),
          restrictedError,
          unverifiedError,
          storageError,
        ],
      },
      schema: {
        operationId: "createTransfer",
        summary: "Transfer an account from another institution",
        tags,
        params: NewPath,
        body: NewTransfer,
        response: { 201: Located },
      },
    },
    async (request, reply) => {
      const account = request.params.accountnumber;
      const most = app.frame.storedBytesOfFirm;
      const id = await createTransfer(request.context, account, request.body, most);
      return created(reply, `/restapi/accounts/${account}/acatin/${id}`);
    },
  );
}

function updatesOfTransfers(app: App): void {
  const { reasonMissing, notFound, caller, status } = transferErrors;
  app.put(
    `${path}/:acatid`,
    {
      config: {
        access: "account",
        right: "papers",
        callers: ["institutional", "operator"],
        rules: rulesOfTransferUpdate,
        errors: [reasonMissing, valueErrors.uriMatching, notFound, caller, status],
      },
      schema: {
        operationId: "updateTransfer",
        summary: "Move a transfer on, or cancel it",
        tags,
        params: transferPath("ACAT-10012"),
        body: TransferUpdate,
        response: { 200: Located },
      },
    },
    async ({ context, params, body }, reply) => {
      const { accountnumber: accountNumber, acatid: acatId } = params;
      await updateTransfer(context, { accountNumber, acatId }, body);
      return updated(
        reply,
        `/restapi/accounts/${accountNumber}/acatin/${encodeURIComponent(acatId)}`,
      );
    },
  );
}
