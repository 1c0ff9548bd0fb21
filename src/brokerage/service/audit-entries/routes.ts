// The request for the audit entries of an account. (interface 4.24)
import Type from "typebox";
import type { App } from "../../../platform/http/frame.ts";
import { linkNextPage, sendList } from "../../../platform/http/pipeline/response.ts";
import { accountPath } from "../../clients-and-accounts/accounts/reads.ts";
import { listAuditEntries } from "./list-audit-entries.ts";
import { AuditEntriesQuery, AuditEntry } from "./schema.ts";

const tags = [
  { name: "Audit entries", description: "What the changes of an account have recorded." },
];
const AccountPath = accountPath("RA00000006");

/** Registers the request for audit entries. */
export async function auditEntryRoutes(app: App): Promise<void> {
  app.get(
    "/restapi/accounts/:accountnumber/auditentries",
    {
      config: {
        access: "account",
        right: "papers",
        callers: ["institutional", "issuing", "operator", "client"],
      },
      schema: {
        operationId: "listAuditEntries",
        summary: "List the audit entries of an account",
        tags,
        params: AccountPath,
        querystring: AuditEntriesQuery,
        response: { 200: Type.Array(AuditEntry, { maxItems: 200 }) },
      },
    },
    async (request, reply) => {
      const { accountnumber } = request.params;
      const list = await listAuditEntries(request.context, accountnumber, request.query);
      if (list.next !== undefined) linkNextPage(reply, { before: list.next });
      return sendList(reply, AuditEntry, list.entries);
    },
  );
}
