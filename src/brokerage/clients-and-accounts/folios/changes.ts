// Changes of folios for other resources.
import type { EventNote } from "../../../platform/change/event.ts";
import type { Tx } from "../../../platform/store/db.ts";
import { folioCreated, folioUpdated } from "./events.ts";
import { type FolioDetailRow, updateFolioSettings } from "./queries.ts";

export { folioClosed, folioCreated, folioUpdated } from "./events.ts";
export { insertFolio, updateFolioSettings } from "./queries.ts";

/** The event of a folio with which an account was opened. */
export function folioOpened(folioNumber: string): EventNote {
  return folioCreated({ folioNumber, fields: ["folioName", "folioType"] });
}

/** Gives a folio another name, and returns the events; none, if it has that name. */
export function renameFolio(tx: Tx, folio: FolioDetailRow, folioName: string): EventNote[] {
  if (folio.folioName === folioName) return [];
  updateFolioSettings(tx, { ...folio, folioName });
  return [folioUpdated({ folioNumber: folio.folioNumber, fields: ["folioName"] })];
}
