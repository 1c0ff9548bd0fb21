// What other resources may change of folios.
import type { EventNote } from "../../platform/change/event.ts";
import { folioCreated } from "./events.ts";

/** What it tells that an account was opened with a folio. */
export function folioOpened(folioNumber: string): EventNote {
  return folioCreated({ folioNumber, fields: ["folioName", "folioType"] });
}
