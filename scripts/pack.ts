// `npm run pack`: the tarballs of the service, its packages and its client, in `dist/`, as a registry would have them.
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "../packages/build.ts";
import { buildService } from "./build-service.ts";

const packages = ["client", "custodian-files", "performance", "tax-lots", "values"];

/** Builds and packs everything; the tarballs are in the folder, what they are made of in `built/` within it. */
export async function packAll(to: string): Promise<void> {
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { recursive: true });
  const built = (name: string) => join(to, "built", name);
  for (const name of packages) build(name, built(name));
  await buildService(built("bursar"));
  for (const name of [...packages, "bursar"]) {
    execFileSync("npm", ["pack", "--silent", built(name)], { cwd: to, stdio: "inherit" });
  }
}

if (import.meta.main) await packAll(resolve(process.argv[2] ?? "dist"));
