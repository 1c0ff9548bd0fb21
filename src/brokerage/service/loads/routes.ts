// The requests for loads. (docs/loading.md)

import type { SentLoad } from "../../../platform/bulk/apply/load-sent.ts";
import type { App } from "../../../platform/http/frame.ts";
import { created, Located, sendPage } from "../../../platform/http/pipeline/response.ts";
import { Type } from "../../../values/type.ts";
import { loadErrors } from "./errors.ts";
import { getLoad } from "./get-load.ts";
import { listLoads } from "./list-loads.ts";
import { Load, LoadReport, LoadsQuery, NewLoad } from "./schema.ts";
import { sendFiles } from "./send-files.ts";

const path = "/restapi/loads";
const callers = ["institutional", "operator"] as const;
// A file changes many records at once.
const adminOnly = true;
const tags = [{ name: "Loads", description: "Files of records, loaded together or not at all." }];

/** Registers the requests for loads of kinds. */
export function loadRoutes(kinds: Pick<SentLoad, "kinds" | "rules">) {
  return async (app: App): Promise<void> => {
    app.post(
      path,
      {
        bodyLimit: app.frame.signatureBodyLimit,
        config: {
          callers,
          adminOnly,
          errors: [loadErrors.row, loadErrors.busy],
          tooLargeHint:
            "send the rows in several loads, or have the operator load them by `bursar load`",
        },
        schema: {
          operationId: "loadFolder",
          summary: "Load files of records, all of them or nothing",
          tags,
          body: NewLoad,
          response: { 201: Located },
        },
      },
      async ({ context, body }, reply) => {
        const id = await sendFiles(context, body, kinds);
        return created(reply, `${path}/${id}`);
      },
    );
    readsOfLoads(app);
  };
}

function readsOfLoads(app: App): void {
  app.get(
    path,
    {
      config: { access: "wholeFirm", callers, adminOnly },
      schema: {
        operationId: "listLoads",
        summary: "List the loads that were stored, the newest first",
        tags,
        querystring: LoadsQuery,
        response: { 200: Type.Array(Load, { maxItems: 100 }) },
      },
    },
    async ({ context, query }, reply) =>
      sendPage(reply, Load, await listLoads(context, query), "before"),
  );

  app.get(
    `${path}/:loadid`,
    {
      config: { access: "load", callers, adminOnly },
      schema: {
        operationId: "getLoad",
        summary: "Get a load with the first rows that it has changed",
        tags,
        params: Type.Object({ loadid: Type.String({ examples: ["4606"] }) }),
        response: { 200: LoadReport },
      },
    },
    async ({ context, params }) => getLoad(context, params.loadid),
  );
}
