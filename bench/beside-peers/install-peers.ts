// Installs the peers' package beside its lock file, and makes each peer ready to run.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

/** A peer: its name in the table, and the script that starts it. */
export interface Peer {
  readonly name: string;
  /** Below `bench/peers`. */
  readonly script: string;
}

const folder = join(import.meta.dirname, "..", "peers");

/** Installs what is missing; returns the peers that can run, and a line for each that cannot. */
export function installPeers(): { readonly peers: Peer[]; readonly missing: string[] } {
  if (!existsSync(join(folder, "node_modules", "fastify")))
    run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"]);
  return {
    peers: [{ name: "Fastify + Drizzle", script: "fastify-drizzle/server.ts" }],
    missing: [],
  };
}

function run(command: string, words: readonly string[]): void {
  execFileSync(command, [...words], { cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
}
