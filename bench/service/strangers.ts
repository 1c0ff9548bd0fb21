// The process of the strangers: it floods a port with connections that show no credential, until it is
// told to end, and returns how many it has opened.
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import process from "node:process";
import { setTimeout as delay } from "node:timers/promises";

/** What strangers do: connect and say nothing, or send a large body each. */
export interface Flood {
  readonly port: number;
  readonly kind: "silent" | "bodies";
  readonly connections: number;
}

/** What a flood has done. */
export interface Flooded {
  readonly opened: number;
}

/** A connection that was closed is opened again after this time. */
const pauseMs = 1_000;
const body = Buffer.alloc(4 * 1_048_576, 0x20);
const head =
  "POST /restapi/accounts/RA00000001/customeragreement HTTP/1.1\r\nHost: 127.0.0.1\r\n" +
  `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;

const open = new Set<Socket>();
let opened = 0;
let isOver = false;

/** Keeps one connection open for as long as the flood lasts; loopback has an address for each. */
async function keep({ port, kind }: Flood, place: number): Promise<void> {
  const localAddress = `127.128.${Math.floor(place / 250)}.${(place % 250) + 1}`;
  while (!isOver) {
    const socket = connect({ port, host: "127.0.0.1", localAddress });
    open.add(socket);
    opened += 1;
    const closed = new Promise((resolve) => socket.once("close", resolve));
    socket.on("error", () => {}).resume();
    if (kind === "bodies") {
      socket.write(head);
      // The answer ends nothing: a stranger sends all of it, and then again.
      socket.write(body, () => void socket.destroy());
    }
    await closed;
    open.delete(socket);
    if (kind === "silent" && !isOver) await delay(pauseMs);
  }
}

process.once("message", async (flood: Flood) => {
  const kept = Array.from({ length: flood.connections }, (_, place) => keep(flood, place));
  await once(process, "message");
  isOver = true;
  for (const socket of open) socket.destroy();
  await Promise.all(kept);
  process.send?.({ opened } satisfies Flooded);
});
process.on("disconnect", () => process.exit(0));
