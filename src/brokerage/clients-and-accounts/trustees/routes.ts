// The requests for trustees.

import type { App } from "../../../platform/http/frame.ts";
import { created, Located, updated } from "../../../platform/http/pipeline/response.ts";
import { valueErrors } from "../../../values/errors.ts";
import { Type } from "../../../values/type.ts";
import { createTrustee } from "./create-trustee.ts";
import { trusteeErrors } from "./errors.ts";
import { getTrustee } from "./get-trustee.ts";
import { listTrustees } from "./list-trustees.ts";
import { rulesOfNewTrustee, rulesOfTrusteeUpdate } from "./rules.ts";
import { NewTrustee, Trustee, TrusteeUpdate } from "./schema.ts";
import { updateTrustee } from "./update-trustee.ts";

const TrusteePath = Type.Object({ trusteeloginid: Type.String({ examples: ["rosa.kim"] }) });
const path = "/restapi/trustees";
const tags = [
  { name: "Trustees", description: "Persons who manage the accounts of trusts, and own none." },
];

const addressOf = (loginId: string) => `${path}/${encodeURIComponent(loginId)}`;

/** Registers the requests for trustees. */
export async function trusteeRoutes(app: App): Promise<void> {
  readsOfTrustees(app);
  changesOfTrustees(app);
}

function readsOfTrustees(app: App): void {
  app.get(
    path,
    {
      config: { access: "wholeFirm", callers: ["institutional", "operator"] },
      schema: {
        operationId: "listTrustees",
        summary: "List trustees",
        tags,
        response: { 200: Type.Array(Trustee) },
      },
    },
    async ({ context }) => listTrustees(context),
  );

  app.get(
    `${path}/:trusteeloginid`,
    {
      config: { access: "trustee", callers: ["institutional", "operator"] },
      schema: {
        operationId: "getTrustee",
        summary: "Get a trustee",
        tags,
        params: TrusteePath,
        response: { 200: Trustee },
      },
    },
    async ({ context, params }) => getTrustee(context, params.trusteeloginid),
  );
}

function changesOfTrustees(app: App): void {
  app.post(
    path,
    {
      config: {
        access: "wholeFirm",
        callers: ["institutional"],
        rules: rulesOfNewTrustee,
        errors: [trusteeErrors.legalAge, trusteeErrors.uniqueLoginId],
      },
      schema: {
        operationId: "createTrustee",
        summary: "Add a trustee",
        tags,
        body: NewTrustee,
        response: { 201: Located },
      },
    },
    async (request, reply) => {
      const loginId = await createTrustee(request.context, request.body);
      return created(reply, addressOf(loginId));
    },
  );

  app.put(
    `${path}/:trusteeloginid`,
    {
      config: {
        access: "trustee",
        callers: ["institutional"],
        rules: rulesOfTrusteeUpdate,
        errors: [trusteeErrors.notUpdateable, valueErrors.uriMatching],
      },
      schema: {
        operationId: "updateTrustee",
        summary: "Update a trustee",
        tags,
        params: TrusteePath,
        body: TrusteeUpdate,
        response: { 200: Located },
      },
    },
    async ({ context, params, body }, reply) => {
      await updateTrustee(context, params.trusteeloginid, body);
      return updated(reply, addressOf(params.trusteeloginid));
    },
  );
}
