// Requests each target once from the service, or from the floor, and keeps the responses.
import { headerOf, openConnection, type ReceivedResponse } from "./http-connection.ts";
import type { Sender, Target } from "./job.ts";
import { requestsOf } from "./request-bytes.ts";

/** A stored response. */
export interface Fetched {
  readonly target: Target;
  readonly status: number;
  readonly body: string;
  readonly etag: string | undefined;
}

const atOnce = 8;

/** The responses in the order of the targets. */
export async function fetchAll(
  port: number,
  sender: Sender,
  targets: readonly Target[],
): Promise<Fetched[]> {
  const fetched: Fetched[] = new Array(targets.length);
  let next = 0;
  const run = async () => {
    const request = openClient(port);
    for (let at = next; at < targets.length; at = next) {
      next += 1;
      const target = targets[at] as Target;
      const response = await request(sender, target);
      const { status, body } = response;
      fetched[at] = { target, status, body: body.toString(), etag: headerOf(response, "etag") };
    }
    request.close();
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, targets.length) }, run));
  return fetched;
}

function openClient(port: number) {
  let settle:
    | { resolve: (response: ReceivedResponse) => void; reject: (error: Error) => void }
    | undefined;
  const connection = openConnection(
    { port, keepsBodies: true },
    {
      onResponse: (response) => settle?.resolve(response),
      onFault: (reason) => settle?.reject(new Error(reason)),
    },
  );
  const request = (sender: Sender, target: Target) =>
    new Promise<ReceivedResponse>((resolve, reject) => {
      settle = { resolve, reject };
      const job = { port, sender, targets: [target], draw: "round-robin", seed: "" } as const;
      const rest = { callers: 1, seconds: 1, status: 200 };
      const memory = { nextNumber: 0, addresses: 0, turns: new Map(), isOver: false };
      const drawn = requestsOf({ ...job, ...rest }, memory)();
      connection.send(drawn?.bytes ?? "");
    });
  return Object.assign(request, { close: connection.close });
}
