// The paths of statement runs.

import { Type } from "../../../values/type.ts";
import { FirmPath } from "../../clients-and-accounts/firms/reads.ts";

/** The path of a drawing of a run; the example is one of the sample's. */
export const DrawingPath = Type.Object({
  ...FirmPath.properties,
  runoid: Type.String({ examples: ["4801"] }),
  documentoid: Type.String({ examples: ["4811"] }),
});

/** The path of one run; the example is one of the sample's. */
export const RunPath = Type.Object({
  ...FirmPath.properties,
  runoid: Type.String({ examples: ["4801"] }),
});
