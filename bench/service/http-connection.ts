// One keep-alive connection that sends prepared bytes and counts what is received: a client that
// costs less than the servers it measures. Responses need a Content-Length, or no body at all.
import { createConnection } from "node:net";

/** A response; the body is stored if the connection stores bodies. */
export interface ReceivedResponse {
  readonly status: number;
  readonly head: string;
  readonly length: number;
  readonly body: Buffer;
}

/** The port of a connection, and whether it keeps the bodies of responses. */
export interface Destination {
  readonly port: number;
  readonly localAddress?: string | undefined;
  readonly keepsBodies?: boolean;
}

/** A connection with at most one request in flight. */
export interface Connection {
  send(request: Uint8Array | string): void;
  close(): void;
}

/** The callbacks of a connection. */
export interface ConnectionEvents {
  readonly onResponse: (response: ReceivedResponse) => void;
  readonly onFault: (reason: string) => void;
}

/** The longest time without a response, in milliseconds. */
const timeoutMs = 10_000;

const noBytes = Buffer.alloc(0);

/** Opens a connection to loopback. */
export function openConnection(to: Destination, events: ConnectionEvents): Connection {
  const { localAddress, keepsBodies = false } = to;
  const from = localAddress === undefined ? {} : { localAddress };
  const socket = createConnection({ host: "127.0.0.1", port: to.port, noDelay: true, ...from });
  let begun: Buffer = noBytes;
  let head: Head | undefined;
  let missing = 0;
  let chunks: Buffer[] = [];
  let isClosed = false;

  const fail = (reason: string) => {
    if (isClosed) return;
    isClosed = true;
    socket.destroy();
    events.onFault(reason);
  };

  const take = (bytes: Buffer) => {
    missing -= bytes.length;
    if (keepsBodies) chunks.push(bytes);
  };

  socket.on("data", (chunk: Buffer) => {
    if (head === undefined) {
      const bytes = begun.length === 0 ? chunk : Buffer.concat([begun, chunk]);
      const end = bytes.indexOf("\r\n\r\n");
      begun = end === -1 ? bytes : noBytes;
      if (end === -1) return;
      head = readHead(bytes.toString("latin1", 0, end));
      if (head === undefined) return fail("a response without a length");
      missing = head.length;
      take(bytes.subarray(end + 4));
    } else take(chunk);
    if (missing > 0) return;
    if (missing < 0) return fail("a response longer than it says");
    const response = { ...head, body: keepsBodies ? Buffer.concat(chunks) : noBytes };
    head = undefined;
    chunks = [];
    events.onResponse(response);
  });
  socket.setTimeout(timeoutMs, () => fail(`no response within ${timeoutMs} ms`));
  socket.on("error", (error) => fail(error.message));
  socket.on("close", () => fail("the connection was closed"));

  return {
    send: (request) => void socket.write(request as Uint8Array),
    close: () => {
      isClosed = true;
      socket.destroy();
    },
  };
}

type Head = Pick<ReceivedResponse, "status" | "head" | "length">;

function readHead(head: string): Head | undefined {
  const status = Number(head.slice(9, 12));
  if (status === 304 || status === 204) return { status, head, length: 0 };
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  return length === undefined ? undefined : { status, head, length: Number(length) };
}

/** The value of a header of a response. */
export function headerOf(
  { head }: Pick<ReceivedResponse, "head">,
  name: string,
): string | undefined {
  const line = head.split("\r\n").find((each) => each.toLowerCase().startsWith(`${name}:`));
  return line?.slice(name.length + 1).trim();
}
