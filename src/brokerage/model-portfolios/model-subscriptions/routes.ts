// The requests for subscriptions of folios to models. (interface 4.23)
import type { Static } from "typebox";
import type { App } from "../../../platform/http/frame.ts";
import { Located, sendPage, updated } from "../../../platform/http/pipeline/response.ts";
import { valueErrors } from "../../../values/errors.ts";
import { Type } from "../../../values/type.ts";
import { folioErrors, folioPath, readBy } from "../../clients-and-accounts/accounts/reads.ts";
import { fixedFolioError } from "../../clients-and-accounts/folios/reads.ts";
import { restrictedError } from "../../clients-and-accounts/restrictions/reads.ts";
import { modelSubscriptionErrors } from "./errors.ts";
import { listModelSubscriptions } from "./list-model-subscriptions.ts";
import { listTargetWeights } from "./list-target-weights.ts";
import { removeModelSubscription } from "./remove-model-subscription.ts";
import { rulesOfNewModelSubscription } from "./rules.ts";
import { FolioTargets, FollowersQuery, ModelSubscription, NewModelSubscription } from "./schema.ts";
import { setModelSubscription } from "./set-model-subscription.ts";

const FolioPath = folioPath("RA0000000104");

const folio = "/restapi/accounts/:accountnumber/folios/:folionumber";
const subscription = `${folio}/modelsubscription`;
/** A folio shows what it is subscribed to: a subscription has no read of its own. */
const addressOf = ({ accountnumber, folionumber }: Static<typeof FolioPath>) =>
  `/restapi/accounts/${accountnumber}/folios/${folionumber}`;
const changing = { access: "account", right: "papers", callers: ["institutional"] } as const;
const tags = ["Models"];

const ModelPath = Type.Object({
  foliooid: Type.String({ description: "The folioOid of the model.", examples: ["711"] }),
});

/** Registers the requests for subscriptions to models. */
export async function modelSubscriptionRoutes(app: App): Promise<void> {
  changesOfSubscriptions(app);
  readsOfSubscriptions(app);
}

function changesOfSubscriptions(app: App): void {
  const { notFound, model, program, exclusion } = modelSubscriptionErrors;
  app.put(
    subscription,
    {
      config: {
        ...changing,
        rules: rulesOfNewModelSubscription,
        errors: [
          valueErrors.uriMatching,
          folioErrors.notFound,
          fixedFolioError,
          model,
          program,
          restrictedError,
          exclusion,
        ],
      },
      schema: {
        operationId: "setModelSubscription",
        summary: "Subscribe a folio to a model, or release newer target weights",
        tags,
        params: FolioPath,
        body: NewModelSubscription,
        response: { 200: Located },
      },
    },
    async ({ context, params, body }, reply) => {
      await setModelSubscription(context, params.accountnumber, params.folionumber, body);
      return updated(reply, addressOf(params));
    },
  );

  app.delete(
    subscription,
    {
      config: { ...changing, errors: [folioErrors.notFound, notFound] },
      schema: {
        operationId: "removeModelSubscription",
        summary: "End a folio's subscription to a model",
        tags,
        params: FolioPath,
        response: { 200: Located },
      },
    },
    async ({ context, params }, reply) => {
      await removeModelSubscription(context, params.accountnumber, params.folionumber);
      return updated(reply, addressOf(params));
    },
  );
}

function readsOfSubscriptions(app: App): void {
  app.get(
    "/restapi/models/:foliooid/subscriptions",
    {
      config: { access: "model", callers: ["institutional", "operator", "client"] },
      schema: {
        operationId: "listModelSubscriptions",
        summary: "List the folios that follow a model",
        tags,
        params: ModelPath,
        querystring: FollowersQuery,
        response: { 200: Type.Array(ModelSubscription, { maxItems: 1_000 }) },
      },
    },
    async ({ context, params, query }, reply) =>
      sendPage(
        reply,
        ModelSubscription,
        await listModelSubscriptions(context, params.foliooid, query),
      ),
  );

  app.get(
    `${folio}/targetweights`,
    {
      config: { ...readBy("detail"), errors: [folioErrors.notFound] },
      schema: {
        operationId: "listTargetWeights",
        summary: "Get the target weights of a folio",
        tags,
        params: FolioPath,
        response: { 200: FolioTargets },
      },
    },
    async ({ context, params }) =>
      listTargetWeights(context, params.accountnumber, params.folionumber),
  );
}
