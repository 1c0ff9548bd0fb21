// The content of the audit entries of computed books.

import {
  entryCount,
  entryDay,
  entryShape,
  ofAccount,
} from "../../../platform/change/audit-entry.ts";
import { Type } from "../../../values/type.ts";
import { nullable } from "../../../values/wire.ts";

const ChangedLots = Type.Object({ added: entryCount, changed: entryCount, removed: entryCount });

/** Books that changed: how many lots, whether positions, and which days of series. */
export const computeAccountEntry = entryShape("computeAccount", {
  subject: ofAccount,
  detail: Type.Object({
    lots: nullable(Type.Object({ open: ChangedLots, closed: ChangedLots })),
    positions: Type.Boolean(),
    series: Type.Array(
      Type.Object({ folioNumber: Type.String(), from: entryDay, days: entryCount }),
    ),
  }),
});
