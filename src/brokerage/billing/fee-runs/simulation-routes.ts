// The request of a sandbox for a fee run. (interface 4.22)
import type { App } from "../../../platform/http/frame.ts";
import { created, Located } from "../../../platform/http/pipeline/response.ts";
import { inSandboxAlone } from "../../../platform/http/request/sandbox-only.ts";
import { feeRunErrors } from "./errors.ts";
import { RunPath } from "./paths.ts";
import { NextStep } from "./schema.ts";
import { stepFeeRun } from "./step-fee-run.ts";

const { notFound, status, person, stale, period, account } = feeRunErrors;

/** Registers the request of a sandbox for a fee run. */
export async function feeRunSimulationRoutes(app: App): Promise<void> {
  app.addHook("preHandler", inSandboxAlone);
  app.post(
    "/restapi/simulation/firms/:firmid/feeruns/:feerunoid/steps",
    {
      config: {
        access: "ownFirm",
        callers: ["operator"],
        errors: [notFound, status, person, stale, period, account],
      },
      schema: {
        operationId: "stepFeeRun",
        summary: "Have a fee run take its next step: it is computed, approved or posted",
        tags: ["Simulation"],
        params: RunPath,
        body: NextStep,
        response: { 201: Located },
      },
    },
    async ({ context, params }, reply) => {
      const { firmid: firmOid, feerunoid: feeRunOid } = params;
      await stepFeeRun(context, { firmOid, feeRunOid });
      return created(reply, `/restapi/firms/${firmOid}/feeruns/${feeRunOid}`);
    },
  );
}
