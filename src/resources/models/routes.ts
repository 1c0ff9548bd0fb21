// The requests for models. (interface 4.9)
import Type from "typebox";
import { answered } from "../../platform/http/answer.ts";
import type { App } from "../../platform/http/frame.ts";
import { getModel } from "./get-model.ts";
import { Model } from "./schema.ts";

const ModelPath = Type.Object({
  foliooid: Type.String({ description: "The folioOid of the model.", examples: ["711"] }),
});

/** Registers the requests for models. */
export async function modelRoutes(app: App): Promise<void> {
  app.get(
    "/restapi/models/:foliooid",
    {
      config: { access: "model", callers: ["institutional", "operator", "client"], tagged: true },
      schema: {
        operationId: "getModel",
        summary: "Get a model",
        tags: ["Models"],
        params: ModelPath,
        response: { 200: Model },
      },
    },
    async (request, reply) => {
      const body = await getModel(request.context, request.params.foliooid);
      return answered(reply, "application/json", body);
    },
  );
}
