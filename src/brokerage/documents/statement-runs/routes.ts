// The requests for statement runs.

import type { App } from "../../../platform/http/frame.ts";
import {
  created,
  dispositionOf,
  fileContent,
  Located,
  sendList,
  sendPage,
  updated,
} from "../../../platform/http/pipeline/response.ts";
import { Type } from "../../../values/type.ts";
import { FirmPath } from "../../clients-and-accounts/firms/reads.ts";
import { createStatementRun } from "./create-statement-run.ts";
import { statementRunErrors } from "./errors.ts";
import { getDrawnStatement } from "./get-drawn-statement.ts";
import { getStatementRun } from "./get-statement-run.ts";
import { listDrawnStatements } from "./list-drawn-statements.ts";
import { listStatementRuns } from "./list-statement-runs.ts";
import { DrawingPath, RunPath } from "./paths.ts";
import { rulesOfNewRun } from "./rules.ts";
import {
  DrawnStatement,
  DrawnStatementsQuery,
  NewStatementRun,
  StatementRun,
  StatementRunsQuery,
  StatementRunUpdate,
} from "./schema.ts";
import { updateStatementRun } from "./update-statement-run.ts";

const path = "/restapi/firms/:firmid/statementruns";
const one = `${path}/:runoid`;
const reader = { access: "ownFirm", callers: ["institutional", "operator"] } as const;
// Released papers go to clients.
const changer = { ...reader, adminOnly: true } as const;
const tags = [
  {
    name: "Statements",
    description: "Drawing statements and performance reports, and releasing them.",
  },
];
const pdf = { content: fileContent("application/pdf") };
const { period, notFound, account, books, status, person, stale, sums, document } =
  statementRunErrors;

/** Registers the requests for statement runs. */
export async function statementRunRoutes(app: App): Promise<void> {
  reads(app);
  drawings(app);
  changes(app);
}

function reads(app: App): void {
  app.get(
    path,
    {
      config: reader,
      schema: {
        operationId: "listStatementRuns",
        summary: "List statement runs",
        tags,
        params: FirmPath,
        querystring: StatementRunsQuery,
        response: { 200: Type.Array(StatementRun, { maxItems: 1_000 }) },
      },
    },
    async ({ context, params, query }, reply) =>
      sendPage(reply, StatementRun, await listStatementRuns(context, params.firmid, query)),
  );

  app.get(
    one,
    {
      config: { ...reader, errors: [notFound] },
      schema: {
        operationId: "getStatementRun",
        summary: "Get a statement run with its sums",
        tags,
        params: RunPath,
        response: { 200: StatementRun },
      },
    },
    async ({ context, params }) => getStatementRun(context, params.firmid, params.runoid),
  );
}

function drawings(app: App): void {
  app.get(
    `${one}/drawings`,
    {
      config: { ...reader, errors: [notFound, status] },
      schema: {
        operationId: "listDrawnStatements",
        summary: "List drawings of a statement run to look at before its release",
        tags,
        params: RunPath,
        querystring: DrawnStatementsQuery,
        response: { 200: Type.Array(DrawnStatement, { maxItems: 1_000 }) },
      },
    },
    async ({ context, params, query }, reply) => {
      const run = { firmOid: params.firmid, runOid: params.runoid };
      return sendList(reply, DrawnStatement, await listDrawnStatements(context, run, query));
    },
  );

  app.get(
    `${one}/drawings/:documentoid`,
    {
      config: {
        ...reader,
        responseHeaders: ["Content-Disposition"],
        errors: [notFound, status, document],
      },
      schema: {
        operationId: "getDrawnStatement",
        summary: "Get the bytes of a drawing of a statement run",
        tags,
        params: DrawingPath,
        response: { 200: pdf },
      },
    },
    async ({ context, params }, reply) => {
      const run = { firmOid: params.firmid, runOid: params.runoid };
      const { name, content } = await getDrawnStatement(context, run, params.documentoid);
      // A paper is saved: a document that a browser showed in its own page could act in its name.
      const paper = reply.header("Content-Disposition", dispositionOf(name));
      return paper.type("application/pdf").send(content);
    },
  );
}

function changes(app: App): void {
  app.post(
    path,
    {
      config: { ...changer, rules: rulesOfNewRun, errors: [period, account, books] },
      schema: {
        operationId: "createStatementRun",
        summary: "Have statements drawn",
        tags,
        params: FirmPath,
        body: NewStatementRun,
        response: { 201: Located },
      },
    },
    async ({ context, params, body }, reply) => {
      const id = await createStatementRun(context, params.firmid, body);
      return created(reply, `/restapi/firms/${params.firmid}/statementruns/${id}`);
    },
  );

  app.put(
    one,
    {
      config: { ...changer, errors: [notFound, status, person, sums, stale] },
      schema: {
        operationId: "updateStatementRun",
        summary: "Release a statement run, or discard it",
        tags,
        params: RunPath,
        body: StatementRunUpdate,
        response: { 200: Located },
      },
    },
    async ({ context, params, body }, reply) => {
      const { firmid: firmOid, runoid: runOid } = params;
      await updateStatementRun(context, { firmOid, runOid }, body);
      return updated(reply, `/restapi/firms/${firmOid}/statementruns/${runOid}`);
    },
  );
}
