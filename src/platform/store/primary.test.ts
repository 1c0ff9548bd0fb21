// A client connects to where the primary is, and TLS checks that server's own name. What happens
// when a primary dies is in test/fail-over.test.ts, over real servers.
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { expect, test } from "vitest";
import { clientAt, openPrimary, primaryNow } from "./primary.ts";

test("a single server is used without asking whether it is the primary", async () => {
  const settings = {
    ...{ host: "/nowhere", port: 5432 },
    ...{ user: "a", password: undefined, database: "b" },
  };
  const primary = await openPrimary(settings);
  expect(primary.place()).toEqual({ host: "/nowhere", port: 5432 });
  expect([primary.servers(), primary.moves()]).toEqual([[], 0]);
  expect(await primaryNow(settings)).toBe(settings);
});

test("where TLS is used, the name that is checked is that of the server connected to", async () => {
  const names: string[] = [];
  const server = createServer((socket) => nameIn(socket, names));
  server.listen(0);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const primary = { ...(await openPrimary(anywhere)), place: () => ({ host: "localhost", port }) };
  const Client = clientAt(primary);
  const client = new Client({ ...anywhere, ssl: true });
  client.on("error", () => {});
  await expect(client.connect()).rejects.toThrow();
  server.close();
  expect(names).toEqual(["localhost"]);
});

const anywhere = {
  ...{ host: "primary.invalid", port: 1 },
  ...{ user: "a", password: "b", database: "c" },
};

/** Accepts TLS as PostgreSQL does, notes which server is asked for, and hangs up. */
function nameIn(socket: Socket, names: string[]): void {
  socket.once("data", () => {
    socket.write("S");
    const secure = new TLSSocket(socket, {
      isServer: true,
      SNICallback: (name, answer) => {
        names.push(name);
        answer(new Error("no certificate"));
      },
    });
    secure.on("error", () => socket.destroy());
  });
  socket.on("error", () => {});
}
