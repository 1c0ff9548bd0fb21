// HAProxy as install/haproxy.cfg sets it up, in front of one service.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { root } from "../source-files.ts";

/** The program, as Debian's package installs it. */
export const haproxy = "/usr/sbin/haproxy";

/** Why there is no proxy on this machine; undefined where there is one. */
export function lackOfProxy(): string | undefined {
  return existsSync(haproxy) ? undefined : "HAProxy is not installed: apt-get install haproxy";
}

/** The configuration that is installed. */
const configuration = join(root, "install", "haproxy.cfg");

/** A running proxy. */
export interface EdgeProxy {
  readonly port: number;
  readonly metricsPort: number;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts a proxy in front of the services at these ports, and waits until it has found the first one
 * ready. */
export async function startProxy(services: readonly number[]): Promise<EdgeProxy> {
  const port = await freePort();
  const metricsPort = await freePort();
  const [first, second = await freePort()] = services;
  const child = spawn(haproxy, ["-db", "-q", "-f", configuration], {
    env: {
      EDGE_UNPRIVILEGED: "yes",
      EDGE_BIND: `127.0.0.1:${port}`,
      EDGE_METRICS: `127.0.0.1:${metricsPort}`,
      EDGE_SERVE1: `127.0.0.1:${first}`,
      EDGE_SERVE2: `127.0.0.1:${second}`,
    },
    stdio: "ignore",
  });
  const atExit = () => child.kill("SIGKILL");
  process.once("exit", atExit);
  child.once("exit", () => process.off("exit", atExit));
  await untilReady(child, port);
  return {
    port,
    metricsPort,
    pid: child.pid ?? 0,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}

async function untilReady(child: ChildProcess, port: number): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`HAProxy ended with ${child.exitCode}`);
    const response = await fetch(`http://127.0.0.1:${port}/health/live`).catch(() => undefined);
    if (response?.ok) return;
    await delay(100);
  }
  throw new Error("HAProxy has found no service ready");
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
