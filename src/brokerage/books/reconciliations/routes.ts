// The requests for reconciliations. (interface 4.20)

import type { App } from "../../../platform/http/frame.ts";
import { Located, sendList, updated } from "../../../platform/http/pipeline/response.ts";
import { Type } from "../../../values/type.ts";
import { assignBreak } from "./assign-break.ts";
import { reconciliationErrors } from "./errors.ts";
import { listReconciliations } from "./list-reconciliations.ts";
import { resolveBreak } from "./resolve-break.ts";
import { BreakAssignment, BreakNote, ReconciliationBreak, ReconciliationsQuery } from "./schema.ts";

const tags = [
  { name: "Reconciliations", description: "Breaks between custodians' statements and the books." },
];

const BreakPath = Type.Object({
  accountnumber: Type.String({ examples: ["RA00000003"] }),
  breakid: Type.String({ examples: ["4101"] }),
});

/** Registers the requests for reconciliations. */
export async function reconciliationRoutes(app: App): Promise<void> {
  app.get(
    "/restapi/reconciliations",
    {
      config: {
        access: "firm",
        callers: ["institutional", "operator"],
        isLarge: () => true,
      },
      schema: {
        operationId: "listReconciliations",
        summary: "List the breaks between custodians' statements and the books",
        tags,
        querystring: ReconciliationsQuery,
        response: { 200: Type.Array(ReconciliationBreak) },
      },
    },
    async ({ context, query }, reply) =>
      sendList(reply, ReconciliationBreak, await listReconciliations(context, query)),
  );

  app.put(
    "/restapi/accounts/:accountnumber/reconciliationbreaks/:breakid",
    {
      config: {
        access: "account",
        right: "papers",
        callers: ["institutional", "operator"],
        errors: [reconciliationErrors.notFound],
      },
      schema: {
        operationId: "resolveBreak",
        summary: "Resolve a break by a note",
        tags,
        params: BreakPath,
        body: BreakNote,
        response: { 200: Located },
      },
    },
    async (request, reply) => {
      const { accountnumber: accountNumber, breakid: breakId } = request.params;
      await resolveBreak(request.context, { accountNumber, breakId }, request.body);
      return updated(reply, `/restapi/reconciliations?accountnumber=${accountNumber}`);
    },
  );

  app.put(
    "/restapi/accounts/:accountnumber/reconciliationbreaks/:breakid/assignee",
    {
      config: {
        access: "account",
        right: "papers",
        callers: ["institutional", "operator"],
        errors: [reconciliationErrors.notFound],
      },
      schema: {
        operationId: "assignBreak",
        summary: "Assign a break to somebody, or to nobody",
        tags,
        params: BreakPath,
        body: BreakAssignment,
        response: { 200: Located },
      },
    },
    async (request, reply) => {
      const { accountnumber: accountNumber, breakid: breakId } = request.params;
      await assignBreak(request.context, { accountNumber, breakId }, request.body);
      return updated(reply, `/restapi/reconciliations?accountnumber=${accountNumber}`);
    },
  );
}
