// The error codes of trustees, which are those of members.
import { memberErrors } from "../members/reads.ts";

const { notUpdateable, legalAge, uniqueLoginId } = memberErrors;

export const trusteeErrors = { notUpdateable, legalAge, uniqueLoginId };
