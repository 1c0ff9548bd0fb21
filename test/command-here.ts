// A command of the service that runs in the process of the tests: in a tenth of the time of a process of its own.
import { vi } from "vitest";
import { run } from "../src/cli/run.ts";
import { type Ended, type Environment, noteReasons } from "./service-process.ts";

/** Runs a command to its end and returns what it printed. What a process adds (signals, early ends of its output, the
 * runtime's version) is tested with processes. */
export async function runHere(words: readonly string[], environment: Environment): Promise<Ended> {
  const said = { stdout: "", stderr: "" };
  const spies = (["stdout", "stderr"] as const).map((name) =>
    vi.spyOn(process[name], "write").mockImplementation((text, ...others) => {
      said[name] += typeof text === "string" ? text : Buffer.from(text).toString();
      const written = others.at(-1);
      if (typeof written === "function") written();
      return true;
    }),
  );
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  try {
    const status = await run(words);
    noteReasons(said.stderr);
    return { status, ...said };
  } finally {
    vi.unstubAllEnvs();
    for (const spy of spies) spy.mockRestore();
  }
}
