// The paths of runs and items; the firm of a path decides who may use them.

import { Type } from "../../../values/type.ts";
import { FirmPath } from "../../clients-and-accounts/firms/reads.ts";

/** The path of a run. */
export const RunPath = Type.Object({
  ...FirmPath.properties,
  feerunoid: Type.String({ examples: ["4701"] }),
});

/** The path of a run that is changed; the example is another one. */
export const ChangedRunPath = Type.Object({
  ...FirmPath.properties,
  feerunoid: Type.String({ examples: ["4702"] }),
});

/** The path of an item. */
export const ItemPath = Type.Object({
  ...RunPath.properties,
  accountnumber: Type.String({ examples: ["RA00000001"] }),
});
