// The path of a prepared import.
import { Type } from "../../../values/type.ts";
import { FirmPath } from "../../clients-and-accounts/firms/reads.ts";

/** The path of one; the example is one of the sample's. */
export const ImportPath = Type.Object({
  ...FirmPath.properties,
  importid: Type.String({ examples: ["4901"] }),
});

/** The import that a path names. */
export interface NamedImport {
  readonly firmOid: string;
  readonly importId: string;
}
