// The figures that the bench of scale measures, as its JSON holds it and the model of docs/scale.md reads it.

/** Everything that one run has measured. */
export interface ScaleFigures {
  readonly machine: {
    readonly on: string;
    readonly cpu: string;
    readonly cores: number;
    readonly node: string;
  };
  /** The records of each account. */
  readonly eachAccount: Readonly<Record<"days" | "holdings" | "transactions", number>>;
  readonly sizes: readonly SizeFigures[];
  /** The same requests to one PostgreSQL, and to a coordinator with two workers; absent where there
   * was no Citus. */
  readonly spread?: BothStores<WaitedFigures> & {
    readonly accounts: number;
    readonly loads: BothStores<LoadSeconds>;
  };
}

/** Processor time of something, in microseconds, of the service and of each server of the store. */
export interface Cpu {
  readonly service: number;
  /** The only server, or the coordinator; then the workers. */
  readonly store: readonly number[];
}

/** The cost of one request of each kind. */
export interface RequestFigures {
  readonly read: Cpu;
  readonly change: Cpu & {
    /** How long a caller of several waits, as a median. */
    readonly ms: number;
  };
}

/** Something of a store on one server, and of one that is spread. */
export type BothStores<T> = Readonly<Record<"one" | "spread", T>>;

/** How many seconds it took to load the firm, and a night's closes. */
export type LoadSeconds = Readonly<Record<"firm" | "night", number>>;

/** Also how many milliseconds an only caller waits for each, as a median. */
export interface WaitedFigures extends RequestFigures {
  readonly alone: Readonly<Record<"read" | "change", number>>;
}

/** Bytes of each table with its indexes. */
export type Bytes = Readonly<Record<string, number>>;

/** A firm of one size. */
export interface SizeFigures extends RequestFigures {
  readonly accounts: number;
  /** The version of PostgreSQL. */
  readonly postgres: string;
  /** After the load and the first night. */
  readonly bytes: Bytes;
  /** The bytes that the second night added. */
  readonly bytesOfNight: Bytes;
  /** The bytes that one change added. */
  readonly bytesOfChange: Bytes;
  /** The bytes that one change wrote to the log. */
  readonly logOfChange: number;
  readonly load: Work;
  /** New closes of all securities, whereupon every account is computed. */
  readonly night: Work;
  /** Computing every account again, which finds nothing to change. */
  readonly compute: Work;
}

/** The processor time of a command altogether, in microseconds. */
export interface Work {
  readonly seconds: number;
  readonly command: number;
  readonly store: number;
}
