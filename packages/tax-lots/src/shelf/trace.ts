// The steps that a run records when it has to explain a figure; otherwise nothing is collected.
import type { Id } from "../../../values/src/ids.ts";
import type { ClosedRow } from "./row.ts";

/** A lot as it stood when it was considered. */
export interface ConsideredLot {
  readonly transactionId: Id;
  /** Its place among the lots of a transfer, from 1; else undefined. */
  readonly place: number | undefined;
  readonly originalOn: string | undefined;
  readonly adjustedOn: string | undefined;
  readonly shares: string;
  readonly basis: string | undefined;
  /** Gain per share at the price of the order, rounded to 0.000001. */
  readonly gainPerShare: string | undefined;
  readonly term: "short" | "long";
}

/** One step of a run. */
export type TraceEntry =
  | {
      readonly step: "acquired";
      readonly transactionId: Id;
      /** The place among the lots of a transfer, from 0. */
      readonly listed: number;
      readonly security: Id;
      readonly on: string;
      readonly shares: string;
      readonly sum: string;
    }
  | {
      readonly step: "considered";
      readonly transactionId: Id;
      readonly security: Id;
      readonly method: string;
      readonly price: string | undefined;
      readonly lots: readonly ConsideredLot[];
    }
  | {
      readonly step: "closed";
      readonly transactionId: Id;
      readonly security: Id;
      readonly row: ClosedRow;
      readonly sum: string;
    }
  | {
      readonly step: "matched";
      readonly transactionId: Id;
      readonly security: Id;
      readonly row: ClosedRow;
      readonly replacementId: Id;
      readonly sum: string;
    }
  | {
      /** Under average cost or an election: the basis relieved, or what a fact has left to average. */
      readonly step: "average";
      readonly transactionId: Id;
      readonly security: Id;
      readonly lot?: TracedLot;
      readonly sum: string;
    }
  | {
      readonly step: "event";
      readonly transactionId: Id;
      readonly security: Id;
      readonly lot?: TracedLot;
      readonly sum: string;
    };

/** The lot that a step is about; what is about the whole position has none. */
export interface TracedLot {
  /** Its purchase. */
  readonly transactionId: Id;
  /** The place among the lots of a transfer, from 0. */
  readonly listed: number;
}

/** Receives each step as it happens; `wants` spares a run from computing what nobody reads. */
export interface Trace {
  wants(security: Id): boolean;
  record(entry: TraceEntry): void;
}
