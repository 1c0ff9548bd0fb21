// The declaration of a kind whose rows are bundled.
import type { Day } from "@bursar/values/dates";
import type { SqlPart, Tx } from "../../store/db.ts";
import type { Columns } from "./copy-text.ts";

/** The bundling of the rows of a kind, whose key ends with a day. */
export interface Bundling {
  /** The last day that is bundled with a day. */
  readonly until: (day: Day) => Day;
  /** Whether the store may have any row of a bundle `s`. If so, its rows are compared one by one,
   * and a fault of any row by the days of its series is a fault of its last. */
  readonly isStored: SqlPart;
  /** The stored form of a bundle besides its rows: a text with a line of each. */
  readonly lines: (rows: readonly Columns[]) => string;
  /** Stores the lines of bundles that are new; `bundles` is a FROM item with the key of the last row of
   * each, and `bundle_lines`. */
  readonly storeLines: (tx: Tx, bundles: SqlPart) => Promise<void>;
}
