// The content of the audit entries of firms; never a tax id.

import { entryShape, ofFirm } from "../../../platform/change/audit-entry.ts";
import { Type } from "../../../values/type.ts";
import { Firm } from "./schema.ts";

const Shown = Type.Omit(Firm, ["firmTaxId"]);

/** A firm that was added, as it is returned. */
export const createFirmEntry = entryShape("createFirm", { subject: ofFirm, after: Shown });
