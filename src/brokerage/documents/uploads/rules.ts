// Rules of an upload; its first bytes show its kind. (docs/documents.md)
import { brokenIf, invalid, type Problem } from "../../../values/problem.ts";
import { shapeRules } from "../../../values/shape-rule.ts";
import { acceptedType } from "../vault/kept-bytes.ts";
import { uploadErrors } from "./errors.ts";

interface SentDocument {
  readonly documentData: Buffer;
  readonly documentType: string;
}

const rule = shapeRules<SentDocument>();

/** The rules of an upload that need only the request. */
export const rulesOfUpload = [
  rule(["documentData", "documentType"], ({ documentData, documentType }): Problem[] => {
    const isRight = acceptedType(documentData, documentType) !== undefined;
    return isRight ? [] : [invalid("documentData")];
  }),
];

/** The problem of an upload by a firm that would have stored more than it may. */
export function problemsWithUpload({ hasRoom }: { readonly hasRoom: boolean }): Problem[] {
  return brokenIf(!hasRoom, uploadErrors.bytes);
}
