// The process of a flood: what unknown callers and one key send to a port of this machine until the process is
// stopped, or after a minute. It runs at the lowest priority, since the load comes from other machines.

import { Agent, request } from "node:http";
import { connect, type Socket } from "node:net";
import os from "node:os";
import process from "node:process";
import { setTimeout as delay } from "node:timers/promises";

/** The requests of a flood, and their address. */
export interface Flood {
  readonly port: number;
  /** Connections that say nothing. */
  readonly silent: number;
  /** Large bodies at once; every other one has no credential, the others a forged signature. */
  readonly bodies: number;
  /** Connections of one key, each of which sends its requests one after the other. */
  readonly ofKey: number;
  readonly token: string;
  readonly apiKey: string;
}

/** The requests that were sent. */
export interface Flooded {
  readonly silent: number;
  readonly bodies: number;
  readonly ofKey: number;
  readonly refused: number;
}

const longestMs = 60_000;
/** A connection that was closed is opened again after a second, more or less: callers are not in step. */
const pauseMs = () => 500 + 1_000 * Math.random();
/** A connection of the key sends its next request no earlier: 3,200 a second of 64 connections. */
const ofKeyMs = 20;
const path = "/restapi/accounts/RA00000001";
const body = Buffer.alloc(4 * 1_048_576, " ");
const sent = { silent: 0, bodies: 0, ofKey: 0, refused: 0 };
const open = new Set<Socket>();
let isOver = false;

/** Opens a connection from one of many addresses of this machine. */
function openFrom(port: number, place: number): Socket {
  const localAddress = `127.128.0.${1 + (place % 60)}`;
  const socket = connect({ port, host: "127.0.0.1", localAddress });
  open.add(socket);
  socket.once("close", () => open.delete(socket));
  return socket.on("error", () => {}).resume();
}

async function keepSilent(port: number, place: number): Promise<void> {
  while (!isOver) {
    const socket = openFrom(port, place);
    sent.silent += 1;
    await new Promise((resolve) => socket.once("close", resolve));
    await delay(pauseMs());
  }
}

async function sendBodies({ port, apiKey }: Flood, place: number): Promise<void> {
  while (!isOver) {
    const socket = openFrom(port, place);
    const signed =
      `Authorization: FOLIOWS FOLIOWS_API_KEY=${apiKey}, FOLIOWS_SIGNATURE=forged, ` +
      `FOLIOWS_TIMESTAMP=${new Date().toISOString()}\r\n`;
    socket.write(
      `POST ${path}/customeragreement HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n` +
        `${place % 2 === 0 ? "" : signed}Content-Type: application/json\r\n` +
        `Content-Length: ${body.length}\r\nConnection: close\r\n\r\n`,
    );
    socket.write(body);
    sent.bodies += 1;
    await new Promise((resolve) => socket.once("close", resolve));
    await delay(pauseMs());
  }
}

async function floodByKey({ port, token }: Flood): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = { authorization: `Bearer ${token}` };
  while (!isOver) {
    const pause = delay(ofKeyMs);
    const status = await new Promise<number>((resolve) => {
      const asked = request({ host: "127.0.0.1", port, path, headers, agent }, (response) => {
        response.resume().once("end", () => resolve(response.statusCode ?? 0));
      });
      asked.once("error", () => resolve(0)).end();
    });
    sent.ofKey += 1;
    if (status === 429) sent.refused += 1;
    await pause;
  }
  agent.destroy();
}

process.once("message", (flood: Flood) => {
  os.setPriority(os.constants.priority.PRIORITY_LOW);
  const times = (count: number) => Array.from({ length: count }, (_, place) => place);
  for (const place of times(flood.silent)) void keepSilent(flood.port, place);
  for (const place of times(flood.bodies)) void sendBodies(flood, place);
  for (const _ of times(flood.ofKey)) void floodByKey(flood);
  const end = () => {
    isOver = true;
    for (const socket of open) socket.destroy();
    process.send?.(sent satisfies Flooded);
    process.disconnect?.();
  };
  process.once("message", end);
  setTimeout(end, longestMs).unref();
});
process.on("disconnect", () => process.exit(0));
