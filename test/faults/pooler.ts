// A pooler as it looks to its clients: one connection to the store, handed on from one client to the
// next. It asks a client for no password once it is logged in itself.
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ConnectionSettings } from "../../src/platform/store/connection.ts";

/** When the pooler resets a session (`discard all`). */
export type Reset = "between clients" | "after each statement" | "never";

/** A store behind a pooler. */
export interface Pooler {
  readonly settings: ConnectionSettings;
  close(): Promise<void>;
}

/** Opens a pooler that serves one client at a time. */
export async function openPooler(store: ConnectionSettings, reset: Reset): Promise<Pooler> {
  const folder = await mkdtemp(join(tmpdir(), "bursar-pooler-"));
  const name = (host: string) => join(host, `.s.PGSQL.${store.port}`);
  const upstream = store.host.startsWith("/")
    ? connect(name(store.host))
    : connect(store.port, store.host);
  upstream.on("error", () => {});
  const session = openSession(upstream, reset);
  const server = createServer((client) => session.serve(client));
  server.listen(name(folder));
  await once(server, "listening");
  return {
    settings: { ...store, host: folder },
    close: async () => {
      upstream.destroy();
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface Message {
  readonly type: string;
  readonly bytes: Buffer;
}

/** The whole messages that the store has sent, as more bytes arrive. */
function readMessages(onMessage: (message: Message) => void): (chunk: Buffer) => void {
  let held: Buffer = Buffer.alloc(0);
  return (chunk) => {
    held = Buffer.concat([held, chunk]);
    while (held.length >= 5) {
      const length = 1 + held.readInt32BE(1);
      if (held.length < length) return;
      onMessage({ type: String.fromCharCode(held[0] ?? 0), bytes: held.subarray(0, length) });
      held = held.subarray(length);
    }
  };
}

function openSession(upstream: Socket, reset: Reset) {
  // The store's messages from the accepted login up to its first readiness.
  const greeting: Buffer[] = [];
  let isGreeted = false;
  let isResetting = false;
  let waiting: Buffer[] = [];
  let client: Socket | undefined;

  const discard = () => {
    isResetting = true;
    const text = Buffer.from("discard all\0");
    const head = Buffer.alloc(5, "Q");
    head.writeInt32BE(4 + text.length, 1);
    upstream.write(Buffer.concat([head, text]));
  };

  const onMessage = ({ type, bytes }: Message) => {
    const isReady = type === "Z";
    if (isResetting) {
      if (!isReady) return;
      isResetting = false;
      for (const chunk of waiting.splice(0)) upstream.write(chunk);
      return;
    }
    const isAccepted = type === "R" && bytes.readInt32BE(5) === 0;
    if (!isGreeted && (isAccepted || greeting.length > 0)) greeting.push(Buffer.from(bytes));
    client?.write(bytes);
    if (!isReady) return;
    if (isGreeted && reset === "after each statement") discard();
    isGreeted = true;
  };
  upstream.on("data", readMessages(onMessage));

  return {
    serve(next: Socket): void {
      client = next;
      let isStarted = false;
      next.on("error", () => {});
      next.on("data", (chunk: Buffer) => {
        if (!isStarted && isGreeted) next.write(Buffer.concat(greeting));
        // The last message of a client ends its own connection alone.
        else if (chunk[0] !== 0x58) send(chunk);
        isStarted = true;
      });
      next.on("close", () => {
        if (client === next) client = undefined;
        if (reset !== "never") discard();
      });
    },
  };

  function send(chunk: Buffer): void {
    if (isResetting) waiting = [...waiting, chunk];
    else upstream.write(chunk);
  }
}
