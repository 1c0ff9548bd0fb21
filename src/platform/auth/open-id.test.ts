// A provider that hangs: nobody waits for it longer than its time limit, whatever it sends meanwhile.
import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openProvider } from "./open-id.ts";

type Behaviour = (socket: Socket) => void;

let server: Server;
let respond: (path: string, socket: Socket) => void;
const sockets = new Set<Socket>();
beforeAll(async () => {
  server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.once("data", (head) => respond(String(head).split(" ")[1] ?? "", socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

let now = 0;
const issuer = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const provider = () =>
  openProvider(
    { issuer: issuer(), clientId: "c", clientSecret: "s".repeat(32), firmOid: "1002" },
    () => new Date(now),
    1,
  );
const signIn = {
  state: "state",
  nonce: "nonce",
  verifier: "v".repeat(43),
  link: null,
  redirectUri: "http://127.0.0.1/console/oidc",
  endsAt: 4_000_000_000_000,
};

const drip = (socket: Socket, begin: string, bytes: string) => {
  socket.write(begin);
  const timer = setInterval(() => socket.write(bytes), 20);
  socket.on("close", () => clearInterval(timer));
};
const ok = "HTTP/1.1 200 OK\r\n";
const json = `${ok}Content-Type: application/json\r\nContent-Length: 99999\r\n\r\n`;
const upgrade = "HTTP/1.1 101 S\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n";
const behaviours: readonly [string, Behaviour][] = [
  ["says nothing", () => {}],
  ["changes the protocol", (socket) => socket.write(upgrade)],
  ["drips its head", (socket) => drip(socket, ok, "x: y\r\n")],
  ["hangs after its head", (socket) => socket.write(json)],
  ["drips its body", (socket) => drip(socket, json, " ")],
];

async function failsInTime(work: () => Promise<unknown>): Promise<void> {
  const begun = performance.now();
  await expect(work()).rejects.toThrow();
  expect(performance.now() - begun).toBeLessThan(20_000);
}

test.each(behaviours)(
  "is not waited for where it %s when it is asked for its addresses",
  async (_, behave) => {
    respond = (_, socket) => behave(socket);
    await failsInTime(() => provider().addressFor(signIn));
  },
);

test.each(behaviours)("is not waited for where it %s when a person returns", async (_, behave) => {
  const known = {
    issuer: issuer(),
    authorization_endpoint: `${issuer()}/authorize`,
    token_endpoint: `${issuer()}/token`,
    jwks_uri: `${issuer()}/keys`,
  };
  respond = (path, socket) => {
    if (!path.startsWith("/.well-known/")) return behave(socket);
    const body = JSON.stringify(known);
    const head = `${ok}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
    socket.end(`${head}Connection: close\r\n\r\n${body}`);
  };
  const returned = new URL("http://127.0.0.1/console/oidc?code=c&state=state");
  const open = provider();
  expect(await open.addressFor(signIn)).toContain("/authorize?");
  await failsInTime(() => open.claimsOf(returned, signIn, new Date(0)));
});

test("a provider that fails is asked once by all who come at once, and again after five seconds", async () => {
  let asked = 0;
  respond = (_, socket) => {
    asked += 1;
    socket.end(`HTTP/1.1 500 E\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
  };
  const open = provider();
  const failures = async (count: number) => {
    const results = await Promise.allSettled(
      Array.from({ length: count }, () => open.addressFor(signIn)),
    );
    expect(results.map(({ status }) => status)).toEqual(results.map(() => "rejected"));
  };
  await failures(20);
  now += 4_999;
  await failures(20);
  expect(asked).toBe(1);
  now += 1;
  await failures(20);
  expect(asked).toBe(2);
});
