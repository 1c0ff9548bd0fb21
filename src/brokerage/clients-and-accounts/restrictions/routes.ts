// The requests for restrictions. (interface 4.11)

import type { App } from "../../../platform/http/frame.ts";
import { created, Located, updated } from "../../../platform/http/pipeline/response.ts";
import { Type } from "../../../values/type.ts";
import { AccountPath, readBy } from "../accounts/reads.ts";
import { createRestriction } from "./create-restriction.ts";
import { restrictionErrors } from "./errors.ts";
import { getRestriction } from "./get-restriction.ts";
import { liftRestriction } from "./lift-restriction.ts";
import { listRestrictions } from "./list-restrictions.ts";
import { rulesOfRequest } from "./rules.ts";
import { NewRestriction, Restriction } from "./schema.ts";

const tags = [{ name: "Restrictions", description: "Restrictions on what an account may do." }];
const RestrictedPath = Type.Object({ accountnumber: Type.String({ examples: ["RA00000006"] }) });
const RestrictionPath = Type.Object({
  accountnumber: Type.String({ examples: ["RA00000006"] }),
  restrictionid: Type.String({ examples: ["4001"] }),
});

const path = "/restapi/accounts/:accountnumber/restrictions";

/** Registers the requests for restrictions. */
export async function restrictionRoutes(app: App): Promise<void> {
  changesOfRestrictions(app);
  readsOfRestrictions(app);
}

function changesOfRestrictions(app: App): void {
  app.post(
    path,
    {
      config: {
        access: "account",
        right: "papers",
        callers: ["institutional", "operator"],
        rules: rulesOfRequest,
        errors: [restrictionErrors.reason, restrictionErrors.alreadyInForce],
      },
      schema: {
        operationId: "createRestriction",
        summary: "Create a restriction",
        tags,
        params: AccountPath,
        body: NewRestriction,
        response: { 201: Located },
      },
    },
    async (request, reply) => {
      const account = request.params.accountnumber;
      const id = await createRestriction(request.context, account, request.body);
      return created(reply, `/restapi/accounts/${account}/restrictions/${id}`);
    },
  );

  app.delete(
    `${path}/:restrictionid`,
    {
      config: {
        access: "account",
        right: "papers",
        callers: ["institutional", "operator"],
        errors: [restrictionErrors.notFound, restrictionErrors.lift],
      },
      schema: {
        operationId: "liftRestriction",
        summary: "Lift a restriction",
        tags,
        params: RestrictionPath,
        response: { 200: Located },
      },
    },
    async (request, reply) => {
      const { accountnumber: account, restrictionid } = request.params;
      await liftRestriction(request.context, account, restrictionid);
      return updated(reply, `/restapi/accounts/${account}/restrictions/${restrictionid}`);
    },
  );
}

function readsOfRestrictions(app: App): void {
  app.get(
    path,
    {
      config: {
        ...readBy("detail"),
      },
      schema: {
        operationId: "listRestrictions",
        summary: "Get the restrictions in force on an account",
        tags,
        params: RestrictedPath,
        response: { 200: Type.Array(Restriction) },
      },
    },
    async ({ context, params }) => listRestrictions(context, params.accountnumber),
  );

  app.get(
    `${path}/:restrictionid`,
    {
      config: {
        ...readBy("detail"),
        errors: [restrictionErrors.notFound],
      },
      schema: {
        operationId: "getRestriction",
        summary: "Get a restriction",
        tags,
        params: RestrictionPath,
        response: { 200: Restriction },
      },
    },
    async (request) => {
      const { accountnumber, restrictionid } = request.params;
      return getRestriction(request.context, accountnumber, restrictionid);
    },
  );
}
