// The request that signs a customer agreement. (interface 4.1)
import Type from "typebox";
import { Located, updated } from "../../platform/http/answer.ts";
import type { App } from "../../platform/http/frame.ts";
import { rulesOfRequest } from "./rules.ts";
import { SignedAgreement } from "./schema.ts";
import { signCustomerAgreement } from "./sign-customer-agreement.ts";

const AccountPath = Type.Object({ accountnumber: Type.String({ examples: ["RA00000001"] }) });

/** Registers the requests for customer agreements. */
export async function agreementRoutes(app: App): Promise<void> {
  app.post(
    "/restapi/accounts/:accountnumber/customeragreement",
    {
      bodyLimit: app.frame.signatureBodyLimit,
      config: { access: "account", callers: ["institutional", "client"], rules: rulesOfRequest },
      schema: {
        operationId: "signCustomerAgreement",
        summary: "Sign the customer agreement",
        tags: ["Agreements"],
        params: AccountPath,
        body: SignedAgreement,
        response: { 200: Located },
      },
    },
    async (request, reply) => {
      const account = request.params.accountnumber;
      const id = await signCustomerAgreement(request.context, account, request.body);
      return updated(reply, `/restapi/accounts/${account}/customeragreement/${id}`);
    },
  );
}
