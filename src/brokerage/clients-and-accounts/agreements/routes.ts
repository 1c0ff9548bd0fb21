// The requests for customer agreements: signing one, and reading what was signed. (interface 4.1)

import type { App } from "../../../platform/http/frame.ts";
import {
  entityTag,
  fileContent,
  Located,
  updated,
} from "../../../platform/http/pipeline/response.ts";
import { Type } from "../../../values/type.ts";
import { AccountPath } from "../accounts/reads.ts";
import { agreementErrors } from "./errors.ts";
import { getCustomerAgreement } from "./get-customer-agreement.ts";
import { getCustomerAgreementContent } from "./get-customer-agreement-content.ts";
import { mediaTypes } from "./media-type.ts";
import { rulesOfRequest } from "./rules.ts";
import { CustomerAgreement, SignedAgreement } from "./schema.ts";
import { signCustomerAgreement } from "./sign-customer-agreement.ts";

const path = "/restapi/accounts/:accountnumber/customeragreement";
const AgreementPath = Type.Object({
  accountnumber: Type.String({ examples: ["RA00000009"] }),
  agreementid: Type.String({ examples: ["4601"] }),
});
const tags = [{ name: "Agreements", description: "Customer agreements and their signatures." }];

/** Registers the requests for customer agreements. */
export async function agreementRoutes(app: App): Promise<void> {
  app.post(
    path,
    {
      bodyLimit: app.frame.signatureBodyLimit,
      config: {
        access: "account",
        right: "owner",
        callers: ["institutional", "client"],
        rules: rulesOfRequest,
        errors: [
          agreementErrors.signatureData,
          agreementErrors.drawingTooLarge,
          agreementErrors.signer,
          agreementErrors.storage,
        ],
      },
      schema: {
        operationId: "signCustomerAgreement",
        summary: "Sign the customer agreement",
        tags,
        params: AccountPath,
        body: SignedAgreement,
        response: { 200: Located },
      },
    },
    async (request, reply) => {
      const account = request.params.accountnumber;
      const most = app.frame.storedBytesOfFirm;
      const id = await signCustomerAgreement(request.context, account, request.body, most);
      return updated(reply, `/restapi/accounts/${account}/customeragreement/${id}`);
    },
  );

  readsOfOne(app);
}

function readsOfOne(app: App): void {
  app.get(
    `${path}/:agreementid`,
    {
      config: {
        access: "account",
        right: "summary",
        callers: ["institutional", "operator", "client"],
        errors: [agreementErrors.notFound],
      },
      schema: {
        operationId: "getCustomerAgreement",
        summary: "Get a signed customer agreement",
        tags,
        params: AgreementPath,
        response: { 200: CustomerAgreement },
      },
    },
    async ({ context, params }) =>
      getCustomerAgreement(context, params.accountnumber, params.agreementid),
  );

  app.get(
    `${path}/:agreementid/content`,
    {
      config: {
        access: "account",
        right: "summary",
        callers: ["institutional", "operator", "client"],
        etag: true,
        responseHeaders: ["Content-Disposition"],
        errors: [agreementErrors.notFound],
      },
      schema: {
        operationId: "getCustomerAgreementContent",
        summary: "Get the bytes of a signed customer agreement",
        tags,
        params: AgreementPath,
        response: { 200: { content: fileContent(...mediaTypes) } },
      },
    },
    async (request, reply) => {
      const { accountnumber, agreementid } = request.params;
      const signed = await getCustomerAgreementContent(request.context, accountnumber, agreementid);
      // A drawing that a browser showed in its own page could act in the service's name.
      return reply
        .header("Content-Disposition", `attachment; filename="${signed.fileName}"`)
        .header("ETag", entityTag(request, signed.version))
        .type(signed.contentType)
        .send(signed.bytes);
    },
  );
}
