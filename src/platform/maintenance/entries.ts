// The content of the audit entries of the store's upkeep.
import { Type } from "../../values/type.ts";
import { entryCount, entryShape, ofStore } from "../change/audit-entry.ts";

/** A change of the master key: how many values of each table were resealed. */
export const rotateMasterKeyEntry = entryShape("rotateMasterKey", {
  subject: ofStore,
  detail: Type.Object({ resealed: Type.Record(Type.String(), entryCount) }),
});
