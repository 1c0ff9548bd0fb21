// The wire shapes of customer agreements: as one is signed, and as it is read. (interface 2.1)
import type { Static } from "typebox";
import { signatureImageEncodings } from "../../../reference/codes.ts";
import { codeFrom } from "../../../values/contract-form.ts";
import { bool, choice, text } from "../../../values/scalars.ts";
import { Type } from "../../../values/type.ts";
import { nullable, object, optional } from "../../../values/wire.ts";
import { exampleSignature, imageEncoding, signatureData, signatureMethods } from "./signature.ts";

/** A request to sign the customer agreement of an account for one of its owners. */
export const SignedAgreement = object(
  {
    loginId: text({ description: "The owner who signs." }),
    signatureData: signatureData(),
    signatureImageEncoding: optional(imageEncoding()),
    signatureMethod: choice(signatureMethods),
    w9Withhold: optional(bool({ description: "The W-9 option; stored with the signature." })),
  },
  {
    title: "SignedAgreement",
    examples: [
      {
        loginId: "ada.whitfield",
        signatureMethod: "SIGNATURE_IMAGE",
        signatureImageEncoding: "SVG",
        signatureData: exampleSignature,
      },
    ],
  },
);
export type SignedAgreement = Static<typeof SignedAgreement>;

/** A signed agreement as it is returned: everything but the bytes of the signature. */
export const CustomerAgreement = Type.Object(
  {
    accountNumber: Type.String(),
    agreementId: Type.String(),
    loginId: Type.String({ description: "The owner who signed." }),
    signatureMethod: codeFrom(signatureMethods),
    signatureImageEncoding: nullable(codeFrom(signatureImageEncodings)),
    w9Withhold: nullable(Type.Boolean({ description: "As it was sent; null if it was not sent." })),
    creationTs: Type.String({ format: "date-time", description: "When it was signed." }),
    contentType: Type.String({ description: "The media type of the content." }),
    size: Type.String({ description: "The size of the content in bytes." }),
    sha256: Type.String({ description: "The SHA-256 of the content, in hexadecimal." }),
  },
  { title: "CustomerAgreement" },
);
export type CustomerAgreement = Static<typeof CustomerAgreement>;
