// The requests for audit entries, of an account and of all records. (interface 4.24)

import type { App } from "../../../platform/http/frame.ts";
import { sendPage } from "../../../platform/http/pipeline/response.ts";
import { Type } from "../../../values/type.ts";
import { accountPath, readBy } from "../../clients-and-accounts/accounts/reads.ts";
import { auditEntryErrors } from "./errors.ts";
import { listAuditEntries } from "./list-audit-entries.ts";
import { AuditEntriesQuery, AuditEntry, AuditSearchQuery, FoundAuditEntry } from "./schema.ts";
import { searchAuditEntries } from "./search-audit-entries.ts";

const tags = [
  { name: "Audit entries", description: "Entries that changes of an account have recorded." },
];
const AccountPath = accountPath("RA00000006");

/** Registers the request for audit entries. */
export async function auditEntryRoutes(app: App): Promise<void> {
  app.get(
    "/restapi/accounts/:accountnumber/auditentries",
    {
      config: {
        ...readBy("papers"),
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
      return sendPage(reply, AuditEntry, list, "before");
    },
  );

  app.get(
    "/restapi/service/auditentries",
    {
      config: {
        access: "wholeFirm",
        callers: ["operator"],
        isLarge: () => true,
        errors: Object.values(auditEntryErrors),
      },
      schema: {
        operationId: "searchAuditEntries",
        summary: "Find audit entries of all records by day, operation and caller",
        tags,
        querystring: AuditSearchQuery,
        response: { 200: Type.Array(FoundAuditEntry, { maxItems: 200 }) },
      },
    },
    async ({ context, query }, reply) =>
      sendPage(reply, FoundAuditEntry, await searchAuditEntries(context, query)),
  );
}
