// Sending over real sockets: what is read of a response, what is not followed, and where it goes.
import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, createServer as createReceiver, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { post, type SendOptions, sender } from "./send-message.ts";

const message = { headers: { "content-type": "application/json", "webhook-id": "1" }, body: "{}" };
const never = new AbortController().signal;

let server: Server;
let respond: RequestListener;
const received: string[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    received.push(`${request.method} ${request.headers.host} ${request.url}`);
    respond(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const port = () => (server.address() as AddressInfo).port;

/** Sends to the receiver of this test. */
function send(listener: RequestListener, options: Partial<SendOptions> = {}, signal = never) {
  respond = listener;
  const url = `http://localhost:${port()}/hook?a=b`;
  return sender({ isSandbox: async () => true, ...options })(url, message, signal);
}

test("posts the body with its headers, and returns the status", async () => {
  let body = "";
  const outcome = await send((request, response) => {
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => response.writeHead(202).end("thanks"));
  });
  expect(outcome).toEqual({ status: 202 });
  expect(body).toBe("{}");
  expect(received.at(-1)).toBe(`POST localhost:${port()} /hook?a=b`);
});

test("follows no redirect", async () => {
  const before = received.length;
  const outcome = await send((_, response) => {
    response.writeHead(307, { location: `http://localhost:${port()}/elsewhere` }).end();
  });
  expect(outcome).toEqual({ status: 307 });
  expect(received).toHaveLength(before + 1);
});

test("reads 64 KiB of a response, and no more of one that does not end", async () => {
  let written = 0;
  const outcome = await send((_, response) => {
    response.writeHead(200);
    const write = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536))) written += 65_536;
    };
    response.on("drain", write);
    write();
  });
  expect(outcome).toEqual({ status: 200 });
  // The bytes that fit in the buffers of both ends.
  expect(written).toBeLessThan(64 * 1024 * 1024);
});

test("waits no longer than its time: for a response, and for its rest", async () => {
  expect(await send(() => {}, { timeLimitMs: 50 })).toEqual({ fault: "time" });
  const begun = await send((_, response) => response.writeHead(200).write("a"), {
    timeLimitMs: 1_000,
  });
  expect(begun).toEqual({ status: 200 });
  const resolve = () => new Promise<never>(() => {});
  const slow = sender({ isSandbox: async () => false, timeLimitMs: 50, resolve });
  expect(await slow("https://hooks.example.com/", message, never)).toEqual({ fault: "time" });
});

describe("a receiver's bytes", () => {
  /** Sends to a receiver that has a socket of its own, and returns how long that took. */
  async function sendTo(receive: (socket: Socket) => void, body = "{}") {
    const sockets = new Set<Socket>();
    const receiver = createReceiver((socket) => {
      sockets.add(socket);
      socket.on("error", () => {});
      receive(socket);
    });
    receiver.listen(0, "127.0.0.1");
    await once(receiver, "listening");
    const { port } = receiver.address() as AddressInfo;
    const begun = performance.now();
    const sends = sender({ isSandbox: async () => true, timeLimitMs: 1_500 });
    const outcome = await sends(`http://127.0.0.1:${port}/`, { ...message, body }, never);
    const ms = performance.now() - begun;
    for (const socket of sockets) socket.destroy();
    receiver.close();
    return { outcome, ms };
  }
  const head = (first: string) => `HTTP/1.1 ${first}\r\n`;
  const drip = (socket: Socket, begin: string, bytes: string) => {
    socket.write(begin);
    const timer = setInterval(() => socket.write(bytes), 20);
    socket.on("close", () => clearInterval(timer));
  };
  const upgrade = "Connection: upgrade\r\nUpgrade: websocket\r\n\r\n";

  // Side by side, since most of them last as long as their time limit.
  test.concurrent.each<[string, (socket: Socket) => void, object]>([
    [
      "changes the protocol",
      (socket) => socket.write(head("101 Switching") + upgrade),
      { status: 101 },
    ],
    [
      "changes it without saying to which",
      (socket) => socket.write(`${head("101 S")}\r\n`),
      { status: 101 },
    ],
    [
      "changes it and drips",
      (socket) => drip(socket, head("101 Switching") + upgrade, "a"),
      { status: 101 },
    ],
    ["drips its response", (socket) => drip(socket, "", `${head("102 P")}\r\n`), { fault: "time" }],
    ["drips its head", (socket) => drip(socket, head("200 OK"), "x: y\r\n"), { fault: "time" }],
    [
      "says nothing after its head",
      (socket) => socket.write(`${head("200 OK")}Content-Length: 9\r\n\r\n`),
      { status: 200 },
    ],
    [
      "drips its body",
      (socket) => drip(socket, `${head("200 OK")}Content-Length: 999999\r\n\r\n`, "a"),
      { status: 200 },
    ],
    ["never reads", (socket) => socket.pause(), { fault: "time" }],
    ["closes at once", (socket) => socket.end(), { fault: "connection" }],
  ])("that %s ends within the time limit", async (what, receive, expected) => {
    const { outcome, ms } = await sendTo(
      receive,
      what === "never reads" ? "x".repeat(8_000_000) : "{}",
    );
    expect(outcome).toEqual(expected);
    expect(ms).toBeLessThan(30_000);
  });
});

test("is broken off at the end", async () => {
  const stopping = new AbortController();
  const sent = send(() => stopping.abort(), {}, stopping.signal);
  expect(await sent).toEqual({ fault: "connection" });
});

test("is broken off while the store is asked, which may be gone", async () => {
  const stopping = new AbortController();
  const isSandbox = () => new Promise<never>(() => {});
  const sent = send((_, response) => response.end(), { isSandbox }, stopping.signal);
  stopping.abort();
  expect(await sent).toEqual({ fault: "connection" });
  const late = await send((_, response) => response.end(), { isSandbox, timeLimitMs: 50 });
  expect(late).toEqual({ fault: "time" });
});

test("asks no proxy that the environment names", async () => {
  const names = ["HTTP_PROXY", "http_proxy", "ALL_PROXY"];
  const before = names.map((name) => process.env[name]);
  for (const name of names) process.env[name] = "http://127.0.0.1:1";
  try {
    const outcome = await send((_, response) => response.end());
    expect(outcome).toEqual({ status: 200 });
  } finally {
    for (const [index, name] of names.entries()) {
      const value = before[index];
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
});

test("reaches nothing where the name resolves to an address that may not be used", async () => {
  const before = received.length;
  const looked: string[] = [];
  const resolve = async (host: string) => {
    looked.push(host);
    return looked.length === 1 ? ["10.0.0.1"] : ["127.0.0.1"];
  };
  const sends = sender({ isSandbox: async () => true, resolve });
  const url = `https://hooks.example.com:8443/`;
  expect(await sends(url, message, never)).toEqual({ fault: "address" });
  expect(await sends(url, message, never)).toEqual({ fault: "address" });
  expect(looked).toEqual(["hooks.example.com", "hooks.example.com"]);
  expect(
    await sender({ isSandbox: async () => false })(`http://localhost:${port()}/`, message, never),
  ).toEqual({
    fault: "address",
  });
  expect(received).toHaveLength(before);
});

test("connects to the address that was judged, whatever the name resolves to", async () => {
  respond = (_, response) => response.end();
  const url = new URL(`http://hooks.example.com:${port()}/`);
  expect(await post({ url, addresses: ["127.0.0.1"], message, signal: never })).toBe(200);
  expect(received.at(-1)).toBe(`POST hooks.example.com:${port()} /`);
});

test("reports that nothing listens", async () => {
  const closed = createServer();
  closed.listen(0, "127.0.0.1");
  await once(closed, "listening");
  const { port } = closed.address() as AddressInfo;
  closed.close();
  await once(closed, "close");
  const sends = sender({ isSandbox: async () => true });
  expect(await sends(`http://127.0.0.1:${port}/`, message, never)).toEqual({ fault: "connection" });
});
