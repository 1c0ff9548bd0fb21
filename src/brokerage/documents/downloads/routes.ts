// The requests for a member's statements, tax papers and bills. (docs/documents.md)

import type { FastifyReply } from "fastify";
import type { App } from "../../../platform/http/frame.ts";
import { dispositionOf, fileContent, sendPage } from "../../../platform/http/pipeline/response.ts";
import { Type } from "../../../values/type.ts";
import { MemberPath } from "../../clients-and-accounts/members/reads.ts";
import { documentErrors } from "../vault/reads.ts";
import { downloadErrors } from "./errors.ts";
import { getMemberBill } from "./get-member-bill.ts";
import { getMemberStatement } from "./get-member-statement.ts";
import { listMemberBills } from "./list-member-bills.ts";
import { listMemberStatements } from "./list-member-statements.ts";
import type { PaperContent } from "./read-paper.ts";
import { BillQuery, BillsQuery, Report, StatementsQuery } from "./schema.ts";

const reportPath = (example: string) =>
  Type.Object({ ...MemberPath.properties, reportid: Type.String({ examples: [example] }) });
const path = "/restapi/members/:loginid/downloads";
const readers = ["institutional", "operator", "client"] as const;
const tags = ["Documents"];
const pages = Type.Array(Report, { maxItems: 1_000 });
const pdf = { content: fileContent("application/pdf") };
const ofOne = {
  access: "member",
  callers: readers,
  writes: true,
  responseHeaders: ["Content-Disposition"],
  errors: [downloadErrors.notFound, documentErrors.altered],
} as const;

/** Registers the requests for downloads. */
export async function downloadRoutes(app: App): Promise<void> {
  statements(app);
  bills(app);
}

function statements(app: App): void {
  app.get(
    `${path}/statements`,
    {
      config: { access: "member", callers: readers },
      schema: {
        operationId: "listMemberStatements",
        summary: "List the statements and tax papers of a member",
        tags,
        params: MemberPath,
        querystring: StatementsQuery,
        response: { 200: pages },
      },
    },
    async ({ context, params, query }, reply) =>
      sendPage(reply, Report, await listMemberStatements(context, params.loginid, query)),
  );

  app.get(
    `${path}/statements/:reportid`,
    {
      config: ofOne,
      schema: {
        operationId: "getMemberStatement",
        summary: "Get the bytes of a statement or tax paper, which records the reading",
        tags,
        params: reportPath("4703"),
        response: { 200: pdf },
      },
    },
    async ({ context, params }, reply) =>
      sendPaper(reply, await getMemberStatement(context, params.loginid, params.reportid)),
  );
}

function bills(app: App): void {
  app.get(
    `${path}/bills`,
    {
      config: { access: "member", callers: readers },
      schema: {
        operationId: "listMemberBills",
        summary: "List the bills of a member",
        tags,
        params: MemberPath,
        querystring: BillsQuery,
        response: { 200: pages },
      },
    },
    async ({ context, params, query }, reply) =>
      sendPage(reply, Report, await listMemberBills(context, params.loginid, query)),
  );

  app.get(
    `${path}/bills/:reportid`,
    {
      config: ofOne,
      schema: {
        operationId: "getMemberBill",
        summary: "Get the bytes of a bill, which records the reading",
        tags,
        params: reportPath("4704"),
        querystring: BillQuery,
        response: { 200: pdf },
      },
    },
    async ({ context, params }, reply) =>
      sendPaper(reply, await getMemberBill(context, params.loginid, params.reportid)),
  );
}

/** Sends a paper to be saved: one that a browser showed in its own page could act in its name. */
function sendPaper(reply: FastifyReply, { name, mediaType, content }: PaperContent): FastifyReply {
  return reply.header("Content-Disposition", dispositionOf(name)).type(mediaType).send(content);
}
