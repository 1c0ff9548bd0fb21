// The functions that the service's own time went into, from the profile that Node.js writes when it ends.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** The options by which Node.js profiles a service and writes what it has seen into a folder. */
export function flagsOfProfile(folder: string | undefined): readonly string[] {
  return folder === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${folder}`];
}

interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: {
      readonly functionName: string;
      readonly url: string;
      readonly lineNumber: number;
    };
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** How many places are named. */
const most = 25;

/** The places in which the service spent most of its time, by their share of it, as lines of text; of
 * several services in the folder, that which ended last. */
export function profileLines(folder: string): string[] {
  const files = readdirSync(folder).filter((name) => name.endsWith(".cpuprofile"));
  const ages = files.map((name) => ({ name, at: statSync(join(folder, name)).mtimeMs }));
  const last = ages.toSorted((a, b) => b.at - a.at)[0];
  if (last === undefined) return [`no profile in ${folder}`];
  const shares = sharesOf(JSON.parse(readFileSync(join(folder, last.name), "utf8")) as CpuProfile);
  return [
    `${last.name}: of the service's time`,
    ...shares
      .slice(0, most)
      .map(([place, share]) => `${(100 * share).toFixed(1).padStart(5)} % ${place}`),
  ];
}

function sharesOf({ nodes, samples, timeDeltas }: CpuProfile): [string, number][] {
  const places = new Map(nodes.map(({ id, callFrame }) => [id, placeOf(callFrame)]));
  const spent = new Map<string, number>();
  let all = 0;
  for (const [at, id] of samples.entries()) {
    const place = places.get(id) ?? "";
    if (place === "(idle)") continue;
    const micros = timeDeltas[at] ?? 0;
    spent.set(place, (spent.get(place) ?? 0) + micros);
    all += micros;
  }
  const shares = [...spent].map(([place, micros]): [string, number] => [place, micros / all]);
  return shares.toSorted((a, b) => b[1] - a[1]);
}

function placeOf({
  functionName,
  url,
  lineNumber,
}: CpuProfile["nodes"][number]["callFrame"]): string {
  const file = url.replace(/^.*\/(?=(?:src|node_modules)\/)/, "");
  return file === "" ? functionName : `${functionName || "(anonymous)"} ${file}:${lineNumber + 1}`;
}
