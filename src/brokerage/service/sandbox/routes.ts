// The requests of a sandbox. (interface 4.22)

import type { App } from "../../../platform/http/frame.ts";
import { created, Located, updated } from "../../../platform/http/pipeline/response.ts";
import { inSandboxAlone } from "../../../platform/http/request/sandbox-only.ts";
import { Type } from "../../../values/type.ts";
import { FirmPath } from "../../clients-and-accounts/firms/reads.ts";
import { eventStepErrors } from "../../corporate-events/announcements/changes.ts";
import { corporateActionErrors } from "../../corporate-events/corporate-actions/changes.ts";
import { statementRunStepErrors } from "../../documents/statement-runs/changes.ts";
import { moveErrors } from "../../money/transfers/changes.ts";
import { createNotices } from "./create-notices.ts";
import { simulationErrors } from "./errors.ts";
import { getClock } from "./get-clock.ts";
import { moveClock } from "./move-clock.ts";
import { resetSandbox } from "./reset-sandbox.ts";
import {
  Clock,
  ClockMove,
  CorporateEventStep,
  NextStep,
  NoticeToHolders,
  Reset,
  TransferOutcome,
} from "./schema.ts";
import { stepCorporateEvent } from "./step-corporate-event.ts";
import { stepStatementRun } from "./step-statement-run.ts";
import { stepTransfer } from "./step-transfer.ts";

const path = "/restapi/simulation";
const tags = [
  { name: "Simulation", description: "Requests of a sandbox, with a clock of its own." },
];
const callers = ["operator"] as const;

/** Registers the requests of a sandbox, where the store may be one. */
export async function simulationRoutes(app: App): Promise<void> {
  app.addHook("preHandler", inSandboxAlone);
  clock(app);
  resets(app);
  transfers(app);
  statementRuns(app);
}

function clock(app: App): void {
  app.put(
    `${path}/clock`,
    {
      config: { callers },
      schema: {
        operationId: "moveClock",
        summary: "Move the clock of business dates ahead",
        tags,
        body: ClockMove,
        response: { 200: Located },
      },
    },
    async (request, reply) => {
      await moveClock(request.context, Number(request.body.days));
      return updated(reply, `${path}/clock`);
    },
  );

  app.get(
    `${path}/clock`,
    {
      config: { callers },
      schema: {
        operationId: "getClock",
        summary: "Get the clock of business dates",
        tags,
        response: { 200: Clock },
      },
    },
    async ({ context }) => getClock(context),
  );
}

function resets(app: App): void {
  const { resetBusy, resetRights } = simulationErrors;
  app.post(
    `${path}/resets`,
    {
      config: { callers, adminOnly: true, errors: [resetBusy, resetRights] },
      schema: {
        operationId: "resetSandbox",
        summary: "Have the sandbox begin anew with the sample firm",
        tags,
        body: Reset,
        response: { 201: Located },
      },
    },
    async ({ context }, reply) => {
      await resetSandbox(context, app.frame.resetSandbox);
      return created(reply, `${path}/clock`);
    },
  );
}

function transfers(app: App): void {
  app.post(
    `${path}/transfers/:accountnumber/:acatid/steps`,
    {
      config: { access: "account", right: "papers", callers, errors: moveErrors },
      schema: {
        operationId: "stepTransfer",
        summary: "Have the other institution of a transfer take a step",
        tags,
        params: Type.Object({
          accountnumber: Type.String({ examples: ["RA00000006"] }),
          acatid: Type.String({ examples: ["ACAT-10011"] }),
        }),
        body: TransferOutcome,
        response: { 201: Located },
      },
    },
    async ({ context, params, body }, reply) => {
      const { accountnumber: accountNumber, acatid: acatId } = params;
      await stepTransfer(context, { accountNumber, acatId }, body);
      const transfer = encodeURIComponent(acatId);
      return created(reply, `/restapi/accounts/${accountNumber}/acatin/${transfer}`);
    },
  );

  app.post(
    `${path}/corporateevents/:eventid/steps`,
    {
      config: { callers, errors: eventStepErrors },
      schema: {
        operationId: "stepCorporateEvent",
        summary: "Have a corporate event take a step, whatever the day",
        tags,
        params: Type.Object({ eventid: Type.String({ examples: ["4301"] }) }),
        body: CorporateEventStep,
        response: { 201: Located },
      },
    },
    async ({ context, params, body }, reply) => {
      await stepCorporateEvent(context, params.eventid, body);
      return created(reply, `/restapi/corporateevents/${encodeURIComponent(params.eventid)}`);
    },
  );

  const { security, ballot } = corporateActionErrors;
  app.post(
    `${path}/notices`,
    {
      config: { callers, errors: [security, ballot, simulationErrors.size] },
      schema: {
        operationId: "createNotices",
        summary: "Give notice of a corporate action to every holder",
        tags,
        body: NoticeToHolders,
        response: { 201: Located },
      },
    },
    async ({ context, body }, reply) => {
      await createNotices(context, body);
      return created(reply, `${path}/notices`);
    },
  );
}

function statementRuns(app: App): void {
  app.post(
    `${path}/firms/:firmid/statementruns/:runoid/steps`,
    {
      config: { access: "ownFirm", callers, errors: statementRunStepErrors },
      schema: {
        operationId: "stepStatementRun",
        summary: "Have a statement run take its next step",
        tags,
        params: Type.Object({
          ...FirmPath.properties,
          runoid: Type.String({ examples: ["4802"] }),
        }),
        body: NextStep,
        response: { 201: Located },
      },
    },
    async ({ context, params }, reply) => {
      const { firmid: firmOid, runoid: runOid } = params;
      await stepStatementRun(context, { firmOid, runOid });
      return created(reply, `/restapi/firms/${firmOid}/statementruns/${runOid}`);
    },
  );
}
