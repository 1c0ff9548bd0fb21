// The requests for average basis. (interface 4.25)

import type { App } from "../../../platform/http/frame.ts";
import { Located, updated } from "../../../platform/http/pipeline/response.ts";
import { Type } from "../../../values/type.ts";
import { AccountPath, readBy } from "../../clients-and-accounts/accounts/reads.ts";
import { averageBasisErrors } from "./errors.ts";
import { getAverageBasis } from "./get-average-basis.ts";
import { rulesOfElection } from "./rules.ts";
import { AverageBasis, NewElection } from "./schema.ts";
import { setAverageBasis } from "./set-average-basis.ts";

const SecurityPath = Type.Object({
  accountnumber: Type.String({ examples: ["RA00000001"] }),
  securityid: Type.String({ examples: ["604"] }),
});

const path = "/restapi/accounts/:accountnumber/averagebasis";
const { security, account, kind, election } = averageBasisErrors;

/** Registers the requests for average basis. */
export async function averageBasisRoutes(app: App): Promise<void> {
  app.get(
    path,
    {
      config: { ...readBy("detail"), etag: true },
      schema: {
        operationId: "getAverageBasis",
        summary: "Get which securities have an average basis",
        tags: ["Tax lots"],
        params: AccountPath,
        response: { 200: AverageBasis },
      },
    },
    async ({ context, params }) => getAverageBasis(context, params.accountnumber),
  );

  app.put(
    `${path}/:securityid`,
    {
      config: {
        access: "account",
        right: "papers",
        callers: ["institutional"],
        rules: rulesOfElection,
        errors: [security, account, kind, election],
      },
      schema: {
        operationId: "setAverageBasis",
        summary: "Elect average basis of a security",
        tags: ["Tax lots"],
        params: SecurityPath,
        body: NewElection,
        response: { 200: Located },
      },
    },
    async (request, reply) => {
      const { accountnumber: accountNumber, securityid: securityId } = request.params;
      await setAverageBasis(request.context, { accountNumber, securityId }, request.body);
      return updated(reply, `/restapi/accounts/${accountNumber}/averagebasis`);
    },
  );
}
