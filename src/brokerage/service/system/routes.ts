// The requests for how the service stands. (docs/operations.md)

import type { App } from "../../../platform/http/frame.ts";
import { Type } from "../../../values/type.ts";
import { getServiceState } from "./get-service-state.ts";
import { listOddities } from "./list-oddities.ts";
import { ChainsQuery, Oddity, ServiceState, VerifiedChains } from "./schema.ts";
import { verifyChains } from "./verify-chains.ts";

const path = "/restapi/service";
const config = { callers: ["operator"], isLarge: () => true } as const;
const tags = [
  { name: "Service", description: "How the service stands: its upkeep, its chains, oddities." },
];

/** Registers the requests for how the service stands. */
export async function serviceRoutes(app: App): Promise<void> {
  const { db, daysAhead, lastCheckpoint } = app.frame;
  const surroundings = {
    takesChanges: () => db.takesChanges(),
    isSandbox: async () => (await daysAhead?.()) !== undefined,
    lastCheckpoint: async () => lastCheckpoint?.(),
  };
  app.get(
    path,
    {
      config,
      schema: {
        operationId: "getServiceState",
        summary: "Get how the service stands: what is late, what waits, what was last done",
        tags,
        response: { 200: ServiceState },
      },
    },
    async ({ context }) => getServiceState(context, surroundings),
  );

  app.get(
    `${path}/chains`,
    {
      config,
      schema: {
        operationId: "verifyChains",
        summary: "Verify a part of the chains of the audit log",
        tags,
        querystring: ChainsQuery,
        response: { 200: VerifiedChains },
      },
    },
    async ({ context, query }) => verifyChains(context, query),
  );

  app.get(
    `${path}/oddities`,
    {
      config,
      schema: {
        operationId: "listOddities",
        summary: "List what is allowed but odd in the records, as bursar doctor does",
        tags,
        response: { 200: Type.Array(Oddity) },
      },
    },
    async ({ context }) => listOddities(context),
  );
}
