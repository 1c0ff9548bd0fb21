// HTTP as bytes over a real socket, for requests that a client library would not send.
import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import type { App } from "../src/platform/http/frame.ts";
import { noteResponse } from "./seen-codes.ts";

/** The port of a listening service; it is started when it does not listen yet. */
export async function addressOf(app: App): Promise<number> {
  if (!app.server.listening) await app.listen({ port: 0, host: "127.0.0.1" });
  return (app.server.address() as AddressInfo).port;
}

/** Opens a connection to a port of this machine. */
export async function openSocket(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  return socket;
}

/** Sends bytes and returns all that comes back until the service ends the connection. */
export async function exchange(port: number, sent: string | Buffer): Promise<string> {
  const socket = await openSocket(port);
  const response = readToEnd(socket);
  socket.write(sent);
  return response;
}

/** Everything received until the connection ends, however it ends. */
export function readToEnd(socket: Socket): Promise<string> {
  const parts: Buffer[] = [];
  socket.on("data", (part) => parts.push(Buffer.from(part))).on("error", () => {});
  return new Promise((resolve) => {
    socket.on("close", () => {
      const text = Buffer.concat(parts).toString("utf8");
      noteResponse(text);
      resolve(text);
    });
  });
}
