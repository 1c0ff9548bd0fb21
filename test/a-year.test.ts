// The year of docs/a-year.md on the real process, command by command as it is written there, after a first
// start: whoever follows the page has the same firm.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { runHere } from "./command-here.ts";
import { decodeCurl, type Step, sessionOf } from "./console-session.ts";
import { makeDataFolder, type ServiceProcess, startService } from "./service-process.ts";
import { root } from "./source-files.ts";

// Processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let service: ServiceProcess;
beforeAll(async () => {
  folder = await makeDataFolder();
  service = await startService(folder.dataDir);
});
afterAll(async () => {
  service?.signal("SIGTERM");
  await service?.ended;
  await folder?.remove();
});

const documented = "http://127.0.0.1:8080";
const variables: Record<string, string> = {};
/** The id that the last response has drawn. */
let drawn = "";

/** The output of the command, reduced to the parts that the page shows. */
async function outputOf({ command, expected }: Step): Promise<string> {
  const [, name = "", expression] = /^(\w+)=(?:\$\(npx node -p '(.*)'\)|\w)/.exec(command) ?? [];
  if (name !== "") {
    variables[name] =
      expression === undefined
        ? drawn
        : evaluated(expression.replace("./.bursar/", `${folder.dataDir}/`));
    return "";
  }
  const words = /^npx bursar (.*)$/.exec(command)?.[1]?.split(" ");
  if (words !== undefined) {
    const own = words.map((word) =>
      word.replace("a-year.ndjson", join(folder.dataDir, "..", word)),
    );
    const { status, stdout, stderr } = await runHere(own, { DATA_DIR: folder.dataDir });
    expect(status, `${command}: ${stdout}${stderr}`).toBe(0);
    return "";
  }
  const { method, url, headers, body } = decodeCurl(command, variables);
  const response = await fetch(url.replace(documented, service.address), {
    method,
    headers: headers.map(([key, value]) => [key, value] as [string, string]),
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  const location = response.headers.get("location")?.replace(service.address, documented);
  drawn = location?.split("/").at(-1) ?? /"notifid":"([^"]*)"/.exec(text)?.[1] ?? "";
  const lines = [
    `HTTP/1.1 ${response.status} ${response.statusText}`,
    ...(expected.includes("Location:") ? [`Location: ${location}`] : []),
    // A refusal is shown whole, so that a failure explains itself.
    ...(response.ok && expected.split("\n").length === 1 ? [] : [text.trim()]),
  ];
  return lines.filter((line) => line !== "").join("\n");
}

function evaluated(expression: string): string {
  return execFileSync(process.execPath, ["-p", expression], { encoding: "utf8" }).trim();
}

/** The expected output as a pattern: `…` stands for anything. */
function patternOf(expected: string): RegExp {
  return new RegExp(`^${expected.split("…").map(RegExp.escape).join(".*")}$`, "s");
}

test("every command of the page does what the page shows", async () => {
  for (const step of sessionOf(readFileSync(join(root, "docs", "a-year.md"), "utf8"))) {
    expect(await outputOf(step), step.command).toMatch(patternOf(step.expected));
  }
});
