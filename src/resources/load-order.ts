// Every kind of record that `bursar load` takes, in the order in which they are applied: what is
// referred to comes first.
import type { LoadKind } from "../platform/bulk/load-kind.ts";
import { transferKind } from "./transfers/load.ts";

/** The kinds in the order of loading. */
export const loadOrder: readonly LoadKind[] = [transferKind];
