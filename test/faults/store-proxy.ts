// A socket between the service and its store that can lose a response, cut or refuse connections.
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ConnectionSettings } from "../../src/platform/store/connection.ts";

/** The treatment of commits, or of everything that is sent. */
export type Fate = "passes" | "is cut off before" | "loses its response" | "is never answered";

/** A store behind a proxy. */
export interface StoreProxy {
  readonly settings: ConnectionSettings;
  /** Sets what happens from now on. */
  setFate(fate: Fate): void;
  /** Ends every connection and refuses new ones. */
  refuse(): Promise<void>;
  /** Accepts connections again. */
  accept(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a proxy in front of a store; it listens on its own socket. */
export async function openStoreProxy(store: ConnectionSettings): Promise<StoreProxy> {
  const folder = await mkdtemp(join(tmpdir(), "bursar-proxy-"));
  const name = (host: string) => join(host, `.s.PGSQL.${store.port}`);
  const pairs = new Set<() => void>();
  let fate: Fate = "passes";

  const server = createServer((client) => {
    const upstream = store.host.startsWith("/")
      ? connect(name(store.host))
      : connect(store.port, store.host);
    const cut = () => {
      client.destroy();
      upstream.destroy();
      pairs.delete(cut);
    };
    pairs.add(cut);
    for (const socket of [client, upstream]) socket.on("error", cut).on("close", cut);
    forward(client, upstream, () => fate, cut);
  });

  const accept = async () => {
    server.listen(name(folder));
    await once(server, "listening");
  };
  const refuse = async () => {
    const closed = once(server, "close");
    server.close();
    for (const cut of pairs) cut();
    await closed;
  };
  await accept();
  return {
    settings: { ...store, host: folder },
    setFate: (next) => {
      fate = next;
    },
    refuse,
    accept,
    close: async () => {
      if (server.listening) await refuse();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function forward(client: Socket, upstream: Socket, fateOf: () => Fate, cut: () => void): void {
  let isLost = false;
  client.on("data", (sent) => {
    const fate = fateOf();
    if (fate === "is never answered") return;
    const isCommit = sent.includes("commit\0");
    if (isCommit && fate === "is cut off before") return cut();
    if (isCommit && fate === "loses its response") isLost = true;
    upstream.write(sent);
  });
  upstream.on("data", (response) => {
    if (!isLost) return void client.write(response);
    // Statements sent with the commit are answered before it.
    if (response.includes("COMMIT\0")) cut();
  });
}
