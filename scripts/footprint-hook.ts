// Loaded into a `serve` by scripts/footprint.ts: on SIGUSR2 it writes which functions have run since the
// last signal to the file that FOOTPRINT names.
import { renameSync, writeFileSync } from "node:fs";
import { Session } from "node:inspector/promises";

const file = process.env.FOOTPRINT;
if (file !== undefined) {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  process.on("SIGUSR2", async () => {
    const { result } = await session.post("Profiler.takePreciseCoverage");
    const ran = result.flatMap(({ url, functions }) =>
      functions
        .filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0)
        .map(({ functionName, ranges }) => `${url} ${functionName} ${ranges[0]?.startOffset}`),
    );
    writeFileSync(`${file}.new`, JSON.stringify(ran));
    renameSync(`${file}.new`, file);
  });
}
