// A change that time alone brings, as the sweep makes it for each record that is due.
import type { Reader } from "../store/db.ts";
import type { WriteContext } from "./context.ts";

/** One kind of change that time brings. */
export interface ScheduledJob<Due = unknown> {
  /** The operation that makes the change. */
  readonly operation: string;
  /** A batch of due records, in order of number. */
  due(db: Reader, now: Date, most: number): Promise<readonly Due[]>;
  /** Changes one, in a transaction of its own, if it is still due; returns whether it was. */
  change(ctx: WriteContext, due: Due): Promise<boolean>;
  /** The number of records changed at once, where none of them concerns another; one by one if left
   * out. */
  readonly atOnce?: number;
  /** Changes several in one transaction, or reads once what they have in common, where that is much cheaper; returns of
   * each whether it was still due. Where it fails, each is changed by itself. */
  changeTogether?(ctx: WriteContext, due: readonly Due[]): Promise<readonly boolean[]>;
}
