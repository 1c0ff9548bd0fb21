// The requests for corporate actions. (interface 2.6, 4.7)

import type { App } from "../../../platform/http/frame.ts";
import { created, Located, updated } from "../../../platform/http/pipeline/response.ts";
import { valueErrors } from "../../../values/errors.ts";
import { Type } from "../../../values/type.ts";
import { accountPath, readBy } from "../../clients-and-accounts/accounts/reads.ts";
import { restrictedError } from "../../clients-and-accounts/restrictions/reads.ts";
import { createNotice } from "./create-notice.ts";
import { corporateActionErrors } from "./errors.ts";
import { getCorporateAction } from "./get-corporate-action.ts";
import { listCorporateActions } from "./list-corporate-actions.ts";
import { rulesOfNewNotice, rulesOfNoticeUpdate } from "./notice-rules.ts";
import { replaceVote } from "./replace-vote.ts";
import { CorporateAction, NewNotice, NoticeUpdate } from "./schema.ts";
import { updateNotice } from "./update-notice.ts";
import { rulesOfVote } from "./vote-rules.ts";
import { NewVote } from "./vote-schema.ts";

const AccountPath = accountPath("RA00000006");
const NoticePath = Type.Object({
  accountnumber: Type.String({ examples: ["RA00000006"] }),
  notifid: Type.String({ examples: ["CA-2001"] }),
});
// The first of the sample firm's clients owns it.
const VotePath = Type.Object({
  accountnumber: Type.String({ examples: ["RA00000001"] }),
  notifid: Type.String({ examples: ["CA-2001"] }),
});
const path = "/restapi/accounts/:accountnumber/corporateactions";
const tags = [{ name: "Corporate actions", description: "Corporate actions and their ballots." }];
const { notFound, security, ballot, ...ofVote } = corporateActionErrors;

/** Registers the requests for corporate actions. */
export async function corporateActionRoutes(app: App): Promise<void> {
  readsOfCorporateActions(app);
  votes(app);
  notices(app);
}

function readsOfCorporateActions(app: App): void {
  app.get(
    path,
    {
      config: readBy("detail"),
      schema: {
        operationId: "listCorporateActions",
        summary: "Get all corporate actions",
        tags,
        params: AccountPath,
        response: { 200: Type.Array(CorporateAction) },
      },
    },
    async ({ context, params }) => listCorporateActions(context, params.accountnumber),
  );

  app.get(
    `${path}/:notifid`,
    {
      config: { ...readBy("detail"), errors: [notFound] },
      schema: {
        operationId: "getCorporateAction",
        summary: "Get a corporate action",
        tags,
        params: NoticePath,
        response: { 200: CorporateAction },
      },
    },
    async ({ context, params: { accountnumber, notifid } }) =>
      getCorporateAction(context, accountnumber, notifid),
  );
}

function votes(app: App): void {
  app.put(
    `${path}/:notifid`,
    {
      config: {
        access: "account",
        right: "vote",
        callers: ["institutional", "client"],
        rules: rulesOfVote,
        errors: [notFound, valueErrors.uriMatching, ...Object.values(ofVote), restrictedError],
      },
      schema: {
        operationId: "replaceVote",
        summary: "Vote on a corporate action",
        tags,
        params: VotePath,
        body: NewVote,
        response: { 200: Located },
      },
    },
    async (request, reply) => {
      const { accountnumber: accountNumber, notifid: notifId } = request.params;
      await replaceVote(request.context, { accountNumber, notifId }, request.body);
      return updated(reply, addressOf(accountNumber, notifId));
    },
  );
}

function notices(app: App): void {
  app.post(
    path,
    {
      config: {
        access: "account",
        right: "papers",
        callers: ["operator"],
        rules: rulesOfNewNotice,
        errors: [valueErrors.uriMatching, security, ballot],
      },
      schema: {
        operationId: "createNotice",
        summary: "Give a holder notice of a corporate action",
        tags,
        params: AccountPath,
        body: NewNotice,
        response: { 201: Located },
      },
    },
    async (request, reply) => {
      const { accountnumber } = request.params;
      const id = await createNotice(request.context, accountnumber, request.body);
      return created(reply, addressOf(accountnumber, id));
    },
  );

  app.put(
    `${path}/:notifid/notice`,
    {
      config: {
        access: "account",
        right: "papers",
        callers: ["operator"],
        rules: rulesOfNoticeUpdate,
        errors: [notFound, valueErrors.uriMatching, security, ballot],
      },
      schema: {
        operationId: "updateNotice",
        summary: "Change the notice of a corporate action",
        tags,
        params: NoticePath,
        body: NoticeUpdate,
        response: { 200: Located },
      },
    },
    async (request, reply) => {
      const { accountnumber: accountNumber, notifid: notifId } = request.params;
      await updateNotice(request.context, { accountNumber, notifId }, request.body);
      return updated(reply, addressOf(accountNumber, notifId));
    },
  );
}

function addressOf(account: string, notifId: string): string {
  return `/restapi/accounts/${account}/corporateactions/${encodeURIComponent(notifId)}`;
}
