// The path of a firm.
import { Type } from "../../../values/type.ts";

/** The path of a firm. */
export const FirmPath = firmPath("1002");

/** The same, where another firm of the sample has something to show. */
export function firmPath(example: string) {
  return Type.Object({ firmid: Type.String({ examples: [example] }) });
}
