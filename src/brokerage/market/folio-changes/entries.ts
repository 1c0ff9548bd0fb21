// The content of the audit entries of folios.

import { entryShape, ofAccount } from "../../../platform/change/audit-entry.ts";
import { Type } from "../../../values/type.ts";
import { nullableText } from "../../../values/wire.ts";

const settings = {
  folioName: Type.String(),
  benchmark: nullableText(),
  dividendReinvest: Type.Boolean(),
  dividendPayToAccount: Type.Boolean(),
  folioStatus: Type.String(),
};

/** A folio that was made. */
export const createFolioEntry = entryShape("createFolio", {
  subject: ofAccount,
  after: Type.Object({ folio: Type.Object({ folioNumber: Type.String(), ...settings }) }),
});

const changed = Type.Object({
  folioNumber: Type.String(),
  ...Type.Partial(Type.Object(settings)).properties,
});

/** The changes of a folio, before and after; nothing but its number, where nothing changed. */
export const updateFolioEntry = entryShape("updateFolio", {
  subject: ofAccount,
  before: changed,
  after: changed,
});
