// A server that stops responding is given up; its statements fail, and are not sent again.
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { expect, inject, onTestFinished, test } from "vitest";
import { clientConfig } from "./connection.ts";
import { openReadConnections } from "./read-connections.ts";
import { sql } from "./sql.ts";

/** A server that passes everything on to PostgreSQL until it falls silent. */
async function openRelay({ host, port }: { readonly host: string; readonly port: number }) {
  const sockets: Socket[] = [];
  const relay = createServer((socket) => {
    const store = host.startsWith("/")
      ? connect(`${host}/.s.PGSQL.${port}`)
      : connect({ host, port });
    sockets.push(socket, store);
    socket.pipe(store).pipe(socket);
    for (const end of [socket, store]) end.on("error", () => {});
  });
  relay.listen(0, "127.0.0.1");
  await once(relay, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    relay.close();
  });
  const { port: own } = relay.address() as AddressInfo;
  return {
    port: own,
    connections: () => sockets.length / 2,
    fallSilent: () => sockets.map((each) => each.unpipe()),
  };
}

test("a server that no longer responds is given up, and asked again only by the next read", async () => {
  const { admin } = inject("server");
  const relay = await openRelay(admin);
  const failures: unknown[] = [];
  const reads = openReadConnections({
    config: {
      ...clientConfig(admin),
      host: "127.0.0.1",
      port: relay.port,
      query_timeout: 1_500,
    },
    count: 1,
    prepare: async () => {},
    note: (failure) => void failures.push(failure),
  });
  onTestFinished(() => reads.close());
  const one = sql<{ one: number }>`select 1 as "one"`;
  expect(await reads.rows(one)).toEqual([{ one: 1 }]);
  // While it responds it is not given up, however long a statement takes next to others.
  await reads.rows(sql`select pg_sleep(${0.3}::float8)`);
  relay.fallSilent();
  await expect(Promise.all([reads.rows(one), reads.rows(one)])).rejects.toThrow("unavailable");
  expect([relay.connections(), failures.length, reads.inFlight()]).toEqual([1, 2, 0]);
  expect(await reads.rows(one)).toEqual([{ one: 1 }]);
  expect(relay.connections()).toBe(2);
});
