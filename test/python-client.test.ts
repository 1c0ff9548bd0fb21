// The client for Python against the service, over sockets; its own tests say what they compare.
import { execFile, spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { bearer, openBursar } from "@bursar/client";
import { describe, expect, test } from "vitest";
import { useTestService } from "./harness.ts";
import { publishEvents } from "./published-events.ts";
import { addressOf } from "./raw-http.ts";
import { root } from "./source-files.ts";

const run = promisify(execFile);
const folder = join(root, "clients", "python");
/** Debian's python3 where there is one: it starts fastest. */
const python = ["/usr/bin/python3", "python3"].find(
  (program) => spawnSync(program, ["--version"]).status === 0,
);

describe.skipIf(python === undefined)("bursar.py, where python3 is installed", () => {
  const service = useTestService({ publicUrls: [] });

  const environment = async () => ({
    BURSAR_URL: `http://127.0.0.1:${await addressOf(service.app)}`,
    TOKEN: service.keys.adviser.token,
    PYTHONDONTWRITEBYTECODE: "1",
    PYTHONIOENCODING: "utf-8",
  });

  test("gives the first responses that its README promises, in ten lines", async () => {
    const readme = await readFile(join(folder, "README.md"), "utf8");
    const [, lines = ""] = /```python\n([^`]*)```/.exec(readme) ?? [];
    const counted = lines.split("\n").filter((line) => !/^$|^(from|import) /.test(line));
    expect(counted.length).toBeLessThanOrEqual(10);
    const env = { ...(await environment()), PYTHONPATH: folder };
    const { stdout } = await run(python ?? "", ["-c", lines], { env });
    const [, ...promised] = /It prints `([^`]*)` and `([^`]*)`/.exec(readme) ?? [];
    expect(stdout.trim().split("\n")).toEqual(promised);
  });

  test("passes its own tests, none left out", async () => {
    const env = await environment();
    const bursar = openBursar({ url: env.BURSAR_URL, credential: bearer(env.TOKEN) });
    await publishEvents(service);
    const query = { after: "now" };
    const { position } = await bursar.get("/restapi/events", { params: { query } });
    const made: string[] = [];
    for (const accountName of ["First", "Second"]) {
      const path = { accountnumber: "RA00000003" };
      const init = { params: { path }, body: { accountName } };
      made.push((await bursar.put("/restapi/accounts/{accountnumber}", init)).requestId);
    }
    await publishEvents(service);
    const { apiKey, sharedSecret } = service.keys.adviser;
    const { stderr } = await run(python ?? "", ["-W", "error", "-m", "unittest", "test_bursar"], {
      cwd: folder,
      env: {
        ...env,
        API_KEY: apiKey,
        SHARED_SECRET: sharedSecret,
        NOW: service.now().toISOString().replace("Z", "+00:00"),
        POSITION: position,
        EVENTS: made.join(","),
      },
    });
    expect(stderr).toMatch(/^Ran \d+ tests in .*\n\nOK\n$/m);
    const entries = await service.auditOf("RA00000001");
    const renamed = entries.filter(({ operation }) => operation === "updateAccount");
    expect(renamed).toHaveLength(1);
    expect(JSON.stringify(renamed[0]?.caller)).toContain("harbor.lin");
  });
});
