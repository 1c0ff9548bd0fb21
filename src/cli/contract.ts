// `bursar contract`: print the OpenAPI 3.1 document; it needs no store.
import { randomBytes } from "node:crypto";
import { isIPv6 } from "node:net";
import { openIds } from "@bursar/values/ids";
import { readConfig } from "../config/config.ts";
import { buildContract } from "../platform/http/contract/openapi.ts";
import type { App } from "../platform/http/frame.ts";
import { openVault } from "../platform/keys/vault.ts";
import { openLog } from "../platform/process/log.ts";
import type { Database } from "../platform/store/db.ts";
import { createServer } from "../server.ts";
import { printDocument } from "./output.ts";

/** Prints the contract of every route, served at `PUBLIC_URL` or at the address listened on. */
export async function printContract(): Promise<void> {
  const { publicUrls, host, port } = readConfig(process.env);
  const app = await openWithoutStore();
  const here = `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
  printDocument(buildContract(app, publicUrls.length > 0 ? publicUrls : [here]));
  await app.close();
}

/** The service without a store: it can describe its operations, and serve none. */
export async function openWithoutStore(): Promise<App> {
  return createServer({
    db: noStore,
    vault: openVault(randomBytes(32)),
    clock: () => new Date(),
    // The additions of a sandbox are described as well.
    daysAhead: async () => 0,
    threadMs: () => 0,
    random: (bytes) => randomBytes(bytes),
    drawId: openIds(randomBytes),
    publicUrls: [],
    trustProxy: [],
    corsOrigins: [],
    bodyLimit: 1,
    signatureBodyLimit: 1,
    bodyMemory: 1,
    largeReads: { connections: 1, waitingOfSubject: 0, waitingOfFirm: 0, timeoutMs: 0 },
    requestTimeoutMs: 1,
    connections: 1,
    rateLimit: 0,
    eventStreams: 1,
    isReady: async () => false,
    logger: openLog("silent"),
  });
}

const refuse = () => Promise.reject(new Error("the contract needs no store"));

const noStore: Database = {
  isDistributed: false,
  roles: { owner: "", writer: "", reader: "" },
  rows: refuse,
  first: refuse,
  transaction: refuse,
  queue: { enter: refuse, waiting: () => 0 },
  get forLoads() {
    return noStore;
  },
  ready: async () => false,
  takesChanges: async () => false,
  usage: () => {
    throw new Error("the contract needs no store");
  },
  close: async () => {},
};
