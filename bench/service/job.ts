// A job of the driver: which requests to send, how many at once, for how long, and which
// answer each must have. All of it is sent to the driver's process as JSON.

/** One request that may be drawn; `{n}` in its path, headers and bodies stands for a number that no
 * other request has. */
export interface Target {
  readonly method: "GET" | "POST" | "PUT";
  readonly path: string;
  /** Header lines besides Host, Authorization and those of a body. */
  readonly headers?: readonly string[];
  /** The bodies of one target take turns. */
  readonly bodies?: readonly string[];
  /** Bytes of the response's body, where it is known. */
  readonly length?: number;
  /** Its expected status, if it differs from that of the job. */
  readonly status?: number;
}

/** The caller that sends the requests of a job. */
export type Sender =
  | { readonly token: string }
  | { readonly apiKey: string; readonly sharedSecret: string };

/** Requests that callers send one after the other over a connection each. */
export interface Job {
  readonly port: number;
  readonly sender: Sender;
  readonly callers: number;
  /** No request begins after this number of seconds. */
  readonly seconds: number;
  readonly targets: readonly Target[];
  /** Drawn with repetition, or each target once for each of its bodies. */
  readonly draw: "random" | "round-robin";
  readonly seed: string;
  readonly status: number;
  /** Another status, and how many responses may have it. */
  readonly exception?: { readonly status: number; readonly atMost: number };
  /** Requests a second over all callers; without it, as many as are answered. */
  readonly rate?: number;
  /** Connections come from loopback addresses of their own, each for this number of requests. */
  readonly requestsOfAddress?: number;
  /** One address for all connections instead of the usual one. */
  readonly localAddress?: string;
}

/** The results of a job. */
export interface JobResult {
  readonly responses: number;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Processor time of the driver, in microseconds. */
  readonly driverCpuUs: number;
  readonly faults: number;
  readonly firstFault?: string;
}
