// The process of one command: its signals, its output, and what nothing else catches.
import { endAtSignals } from "../runtime/shutdown.ts";
import { report, run } from "./run.ts";

endAtSignals();
process.stdout.on("error", (error: { code?: string }) => {
  // A reader of the output may close it early, as `head` does.
  if (error.code !== "EPIPE") {
    void report(error).then((status) => {
      process.exitCode = status;
    });
  }
});
process.stderr.on("error", () => {});
process.on("uncaughtException", (error) => void report(error).then(process.exit));

const status = await run(process.argv.slice(2));
if (status !== 0) process.exitCode = status;
