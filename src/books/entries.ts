// What the audit entries of computed books say.
import Type from "typebox";
import { entryShape, ofAccount, toldCount, toldDay } from "../platform/change/audit-entry.ts";
import { nullable } from "../values/wire.ts";

const ChangedLots = Type.Object({ added: toldCount, changed: toldCount, removed: toldCount });

/** Books that came to something else: how many lots, whether positions, which days of series. */
export const computeAccountEntry = entryShape("computeAccount", {
  subject: ofAccount,
  detail: Type.Object({
    lots: nullable(Type.Object({ open: ChangedLots, closed: ChangedLots })),
    positions: Type.Boolean(),
    series: Type.Array(Type.Object({ folioNumber: Type.String(), from: toldDay, days: toldCount })),
  }),
});
