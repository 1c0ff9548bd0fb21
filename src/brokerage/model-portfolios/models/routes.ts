// The requests for models. (interface 2.8, 4.9)

import type { App } from "../../../platform/http/frame.ts";
import { created, Located, updated } from "../../../platform/http/pipeline/response.ts";
import { valueErrors } from "../../../values/errors.ts";
import { Type } from "../../../values/type.ts";
import { rulesOfModelUpdate, rulesOfNewModel } from "./change-rules.ts";
import { createModel } from "./create-model.ts";
import { modelErrors } from "./errors.ts";
import { getModel } from "./get-model.ts";
import { listModels } from "./list-models.ts";
import { Model, ModelUpdate, NewModel, ProgramModels } from "./schema.ts";
import { updateModel } from "./update-model.ts";

const ModelPath = Type.Object({
  foliooid: Type.String({ description: "The folioOid of the model.", examples: ["711"] }),
});
// One address has one parameter, under whatever name.
const ManagedPath = Type.Object({
  foliooid: Type.String({ description: "The modelOid of the model.", examples: ["701"] }),
});

const models = "/restapi/models";
const tags = [{ name: "Models", description: "Models that folios can be subscribed to." }];
const readers = ["institutional", "operator", "client"] as const;
const { weights, uniqueWeights, folioNumber, unique, security, program, subscribed, benchmark } =
  modelErrors;
const facts = [unique, security, program];

/** Registers the requests for models. */
export async function modelRoutes(app: App): Promise<void> {
  readsOfModels(app);
  changesOfModels(app);
}

function readsOfModels(app: App): void {
  app.get(
    models,
    {
      config: { access: "firm", callers: readers },
      schema: {
        operationId: "listModels",
        summary: "Get all models by program",
        tags,
        response: { 200: Type.Array(ProgramModels) },
      },
    },
    async ({ context }) => listModels(context),
  );

  app.get(
    `${models}/:foliooid`,
    {
      config: { access: "model", callers: readers, etag: "record" },
      schema: {
        operationId: "getModel",
        summary: "Get a model",
        tags,
        params: ModelPath,
        response: { 200: Model },
      },
    },
    async ({ context, params }) => getModel(context, params.foliooid),
  );
}

function changesOfModels(app: App): void {
  app.post(
    models,
    {
      config: {
        access: "firm",
        callers: ["institutional"],
        rules: rulesOfNewModel,
        errors: [weights, uniqueWeights, ...facts, benchmark],
      },
      schema: {
        operationId: "createModel",
        summary: "Write a model",
        tags,
        body: NewModel,
        response: { 201: Located },
      },
    },
    async ({ context, body }, reply) =>
      created(reply, `${models}/${await createModel(context, body)}`),
  );

  app.put(
    `${models}/:foliooid`,
    {
      config: {
        access: "managedModel",
        callers: ["institutional"],
        rules: rulesOfModelUpdate,
        changes: `${models}/:foliooid`,
        errors: [
          valueErrors.uriMatching,
          weights,
          uniqueWeights,
          folioNumber,
          ...facts,
          subscribed,
          benchmark,
        ],
      },
      schema: {
        operationId: "updateModel",
        summary: "Change a model",
        tags,
        params: ManagedPath,
        body: ModelUpdate,
        response: { 200: Located },
      },
    },
    async ({ context, params, body }, reply) => {
      const folioOid = await updateModel(context, params.foliooid, body);
      return updated(reply, `${models}/${folioOid}`);
    },
  );
}
