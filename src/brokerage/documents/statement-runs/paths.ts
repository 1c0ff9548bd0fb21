// The paths of statement runs.
import Type from "typebox";

/** The path of the runs of a firm. */
export const FirmPath = Type.Object({ firmid: Type.String({ examples: ["1002"] }) });

/** The path of a drawing of a run; the example is one of the sample's. */
export const DrawingPath = Type.Object({
  firmid: Type.String({ examples: ["1002"] }),
  runoid: Type.String({ examples: ["4801"] }),
  documentoid: Type.String({ examples: ["4811"] }),
});

/** The path of one run; the example is one of the sample's. */
export const RunPath = Type.Object({
  firmid: Type.String({ examples: ["1002"] }),
  runoid: Type.String({ examples: ["4801"] }),
});
