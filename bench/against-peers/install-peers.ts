// Installs the peers' package next to its lock file, and makes each peer ready to run.
import { execFileSync, type StdioOptions } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";

/** A peer: its name in the table, and the script that starts it. */
export interface Peer {
  readonly name: string;
  /** Below `bench/peers`. */
  readonly script: string;
}

const folder = join(import.meta.dirname, "..", "peers");

const drizzle: Peer = { name: "Fastify + Drizzle", script: "fastify-drizzle/server.ts" };
const nest: Peer = { name: "NestJS + Prisma", script: "dist/nest-prisma/server.js" };

/** Installs what is missing; returns the peers that can run, and a line for each that cannot. */
export function installPeers(): { readonly peers: Peer[]; readonly missing: string[] } {
  if (!existsSync(join(folder, "node_modules", "fastify"))) {
    run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"]);
  }
  try {
    makePrisma();
    return { peers: [drizzle, nest], missing: [] };
  } catch (error) {
    const [reason] = String(error instanceof Error ? error.message : error).split("\n");
    return { peers: [drizzle], missing: [`${nest.name} cannot be made ready: ${reason}`] };
  }
}

/** Generates Prisma's client and compiles its peer, whose decorators Node.js does not take. */
function makePrisma(): void {
  // The client goes through pg and generating needs no engine, but without a path Prisma's command
  // would download one.
  const environment = { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath };
  run("npx", ["prisma", "generate"], environment);
  run("npx", ["tsc"]);
}

function run(command: string, words: readonly string[], more: NodeJS.ProcessEnv = {}): void {
  const stdio: StdioOptions = ["ignore", "pipe", "pipe"];
  execFileSync(command, [...words], { cwd: folder, stdio, env: { ...process.env, ...more } });
}
