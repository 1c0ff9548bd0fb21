// `npm run bench -- [part] [options]`: each part measures one side of the project.
import process from "node:process";

/** A part of the bench: takes its own options and returns the exit code. */
type Part = () => Promise<{ readonly runBench: (args: readonly string[]) => Promise<number> }>;

const parts: Readonly<Record<string, Part>> = {
  engines: () => import("./engines/main.ts"),
  events: () => import("./events/main.ts"),
  fees: () => import("./fees/main.ts"),
  peers: () => import("./against-peers/main.ts"),
  scale: () => import("./scale/main.ts"),
  service: () => import("./service/main.ts"),
  statements: () => import("./statements/main.ts"),
  webhooks: () => import("./webhooks/main.ts"),
};

/** The part that runs where none is named. */
const usual = "service";

const args = process.argv.slice(2);
const isNamed = args[0] !== undefined && !args[0].startsWith("-");
const name = isNamed ? String(args.shift()) : usual;
const part = Object.hasOwn(parts, name) ? parts[name] : undefined;
if (part === undefined) {
  process.stderr.write(`There is no part ${name}; there are ${Object.keys(parts).join(", ")}.\n`);
  process.exit(2);
}
const { runBench } = await part();
process.exitCode = await runBench(args);
