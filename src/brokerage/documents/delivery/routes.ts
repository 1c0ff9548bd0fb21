// The requests for delivery preferences. (docs/documents.md)

import type { App } from "../../../platform/http/frame.ts";
import { Located, updated } from "../../../platform/http/pipeline/response.ts";
import { storageError } from "../../clients-and-accounts/agreements/reads.ts";
import { MemberPath } from "../../clients-and-accounts/members/reads.ts";
import { deliveryErrors } from "./errors.ts";
import { getDeliveryPreferences } from "./get-delivery-preferences.ts";
import { DeliveryPreferences, DeliveryUpdate } from "./schema.ts";
import { setDeliveryPreferences } from "./set-delivery-preferences.ts";

const path = "/restapi/members/:loginid/deliverypreferences";
const tags = ["Documents"];

/** Registers the requests for delivery preferences. */
export async function deliveryRoutes(app: App): Promise<void> {
  app.get(
    path,
    {
      config: { access: "member", callers: ["institutional", "operator", "client"] },
      schema: {
        operationId: "getDeliveryPreferences",
        summary: "Get how a member wants papers",
        tags,
        params: MemberPath,
        response: { 200: DeliveryPreferences },
      },
    },
    async ({ context, params }) => getDeliveryPreferences(context, params.loginid),
  );

  app.put(
    path,
    {
      bodyLimit: app.frame.signatureBodyLimit,
      config: {
        access: "member",
        callers: ["institutional", "client"],
        errors: [...Object.values(deliveryErrors), storageError],
      },
      schema: {
        operationId: "setDeliveryPreferences",
        summary: "Set how a member wants papers",
        tags,
        params: MemberPath,
        body: DeliveryUpdate,
        response: { 200: Located },
      },
    },
    async ({ context, params, body }, reply) => {
      const { loginid } = params;
      await setDeliveryPreferences(context, loginid, body, app.frame.storedBytesOfFirm);
      return updated(reply, `/restapi/members/${encodeURIComponent(loginid)}/deliverypreferences`);
    },
  );
}
