// The request for a sweep.

import type { App } from "../../../platform/http/frame.ts";
import { Located, updated } from "../../../platform/http/pipeline/response.ts";
import { runSweep } from "./run-sweep.ts";
import { NewSweep } from "./schema.ts";

const tags = [{ name: "Sweeps", description: "Scheduled jobs, run at once." }];
const path = "/restapi/sweeps";

/** Registers the request for a sweep. */
export async function scheduledJobRoutes(app: App): Promise<void> {
  app.put(
    path,
    {
      config: { callers: ["operator"] },
      schema: {
        operationId: "runSweep",
        summary: "Do now what time brings",
        tags,
        body: NewSweep,
        response: { 200: Located },
      },
    },
    async (request, reply) => {
      await runSweep(request.context);
      return updated(reply, path);
    },
  );
}
