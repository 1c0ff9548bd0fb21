// Checks of an installation that need no container engine and no running systemd: the files by which the service is
// installed name things that exist, and cost what docs/install.md says.
import { execFile, execFileSync, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { configurationTable } from "../src/config/config.ts";
import { requestErrors } from "../src/platform/refusals/errors.ts";
import { haproxy, lackOfProxy } from "./faults/edge-proxy.ts";
import { root } from "./source-files.ts";

const read = (path: string) => readFileSync(join(root, path), "utf8");
const containerfile = read("Containerfile");
const compose = read("compose.yaml");
const unit = read("install/bursar.service");
const templateUnit = read("install/bursar@.service");
const proxy = read("install/haproxy.cfg");
const page = read("docs/install.md");

const variables = new Set(
  [...configurationTable().matchAll(/^\| `(\w+)`(?: or `(\w+)`)? /gm)].flatMap(
    ([, name = "", file = ""]) => [name, file],
  ),
);
const isThere = (path: string) => existsSync(join(root, path));

describe("the image", () => {
  test("is built from files that exist and are not ignored", () => {
    const copied = [...containerfile.matchAll(/^COPY (?!--from)(.+)$/gm)].flatMap(
      ([, words = ""]) => words.split(" ").slice(0, -1),
    );
    expect(copied).toContain("package-lock.json");
    expect(copied.filter((path) => !isThere(path))).toEqual([]);
    const inside = [...containerfile.matchAll(/\/app\/((?:bin|src)\/[\w./-]+)/g)].map(
      ([, path = ""]) => path,
    );
    expect(inside).toContain("bin/bursar.js");
    expect(inside.filter((path) => !isThere(path))).toEqual([]);
    const ignored = new Set(read(".containerignore").split("\n"));
    const sources = ["bin", "client", "console", "migrations", "samples", "scripts", "src"];
    const needed = [...sources, ...copied, ...inside];
    expect(needed.filter((path) => ignored.has(path))).toEqual([]);
    // Every workspace has its manifest there: npm refuses a lock file that names another set.
    const { workspaces } = JSON.parse(read("package.json")) as { workspaces: string[] };
    expect(copied).toEqual(expect.arrayContaining(workspaces.map((of) => `${of}/package.json`)));
  });

  test("runs without rights, and is well when the service is ready", async () => {
    expect(containerfile).toMatch(/^USER 10001$/m);
    const [, list = ""] = /HEALTHCHECK[^[]*CMD (\[.*\])$/m.exec(containerfile) ?? [];
    const [program = "", ...words] = JSON.parse(list) as string[];
    expect(program).toMatch(/^\/app\/node_modules\/\.bin\/node$/);
    const asked: (string | undefined)[] = [];
    let status = 200;
    const server = createServer(({ url }, response) => {
      asked.push(url);
      response.writeHead(status).end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const check = (to: number) =>
      promisify(execFile)(process.execPath, words, { env: { HEALTH_PORT: String(to) } }).then(
        () => "well",
        () => "not well",
      );
    expect(await check(port)).toBe("well");
    status = 503;
    expect(await check(port)).toBe("not well");
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    expect(await check(port)).toBe("not well");
    expect(asked).toEqual(["/health/ready", "/health/ready"]);
  });
});

test("every variable that the files set is one of the service", () => {
  const ofImage = /^ENV (.+)$/m.exec(containerfile)?.[1] ?? "";
  const ofUnits = [unit, templateUnit].flatMap((each) =>
    [...each.matchAll(/^Environment=(.+)$/gm)].map(([, words = ""]) => words),
  );
  const assigned = `${ofImage} ${ofUnits.join(" ")}`
    .split(" ")
    .map((each) => each.split("=")[0] ?? "");
  const ofCompose = [...compose.matchAll(/^ {4,6}([A-Z_]+): /gm)].map(([, name = ""]) => name);
  const ofPage = [...page.matchAll(/^\| (`[A-Z].*?`) \|/gm)].flatMap(([, names = ""]) =>
    [...names.matchAll(/`(\w+)/g)].map(([, name = ""]) => name),
  );
  // Of PostgreSQL's image and its script, of every process, and of the proxy.
  const others = new Set(["POSTGRES_PASSWORD", "OWNER_PASSWORD", "SERVICE_PASSWORD", "TMPDIR"]);
  for (const [name] of proxy.matchAll(/\bEDGE_\w+/g)) others.add(name);
  const all = [...assigned, ...ofCompose, ...ofPage];
  expect(all).toEqual(expect.arrayContaining(["DATA_DIR", "DATABASE_URL", "HEALTH_PORT"]));
  expect(all.filter((name) => !variables.has(name) && !others.has(name))).toEqual([]);
});

test("compose takes from .env what the page has one make", () => {
  const wanted = [...compose.matchAll(/\$\{(\w+):\?/g)].map(([, name = ""]) => name);
  const made = /for name in (.+); do/.exec(page)?.[1]?.split(" ");
  expect([...new Set(wanted)].toSorted()).toEqual(made?.toSorted());
});

describe("the unit", () => {
  test("starts programs that exist, and describes itself by a page that does", () => {
    const paths = [...unit.matchAll(/\/opt\/bursar\/([\w./-]+)/g)].map(([, path = ""]) => path);
    expect(paths).toContain("bin/bursar.js");
    expect(paths.filter((path) => !isThere(path))).toEqual([]);
  });

  test("lets itself be stopped for as long as the service takes", () => {
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(30);
    expect(unit).toMatch(/^KillMode=mixed$/m);
  });

  const tool = "/usr/bin/systemd-analyze";
  test.skipIf(!existsSync(tool))(
    "is as exposed as the page says (needs systemd's programs)",
    () => {
      const words = [
        "security",
        "--offline=yes",
        "--no-pager",
        join(root, "install/bursar.service"),
      ];
      const said = execFileSync(tool, words, { encoding: "utf8" });
      const [, exposure] = /Overall exposure level for bursar.service: ([\d.]+)/.exec(said) ?? [];
      expect(page).toContain(`says ${exposure} of 10`);
    },
  );

  test.skipIf(!existsSync(tool))("has only settings that systemd knows", () => {
    const folder = mkdtempSync(join(tmpdir(), "bursar-units-"));
    const here = (text: string) => text.replaceAll("/opt/bursar", root);
    writeFileSync(join(folder, "bursar.service"), here(unit));
    writeFileSync(join(folder, "bursar@.service"), here(templateUnit));
    const units = ["bursar.service", "bursar@8081.service"].map((name) => join(folder, name));
    const { status, stderr } = spawnSync(tool, ["verify", "--man=no", ...units], {
      encoding: "utf8",
    });
    rmSync(folder, { recursive: true });
    expect([status, stderr]).toEqual([0, ""]);
  });
});

describe("the alerts", () => {
  const has = spawnSync("promtool", ["--version"]).status === 0;
  const folder = join(root, "test", "fixtures", "monitoring");
  const samples = readdirSync(folder).filter((name) => name.endsWith(".yml"));
  const alerts = [...read("install/alerts.yml").matchAll(/^ +- alert: (\w+)$/gm)].map(
    ([, name = ""]) => name,
  );

  test.skipIf(!has)("fire on what they are for, and on nothing else (needs promtool)", () => {
    const promtool = (...words: string[]) =>
      execFileSync("promtool", words, { cwd: folder, encoding: "utf8" });
    const rules = join(root, "install", "alerts.yml");
    expect(promtool("check", "rules", rules)).toContain(`SUCCESS: ${alerts.length} rules found`);
    expect(promtool("test", "rules", ...samples)).not.toContain("FAILED");
  });

  test("have each a case in which it fires, and one in which it is silent", () => {
    const cases = samples.map((name) => readFileSync(join(folder, name), "utf8")).join("");
    for (const name of alerts) {
      expect(cases).toMatch(new RegExp(`alertname: ${name}\n +exp_alerts:\n`));
      expect(cases).toContain(`alertname: ${name}, exp_alerts: [] }`);
    }
  });

  test("are those of the page", () => {
    const operations = read("docs/operations.md");
    const named = [...operations.matchAll(/`(Bursar[A-Z]\w+)`/g)].map(([, name = ""]) => name);
    expect(named.toSorted()).toEqual(alerts.toSorted());
  });
});

describe("PostgreSQL under Patroni and HAProxy", () => {
  const patroni = read("install/patroni.yml");
  const haproxy = read("install/haproxy-postgresql.cfg");
  const seconds = (name: string) =>
    Number(new RegExp(`^ +${name}: (\\d+)$`, "m").exec(patroni)?.[1]);

  test("a promotion fits into 40 seconds, by values that Patroni accepts", () => {
    const ttl = seconds("ttl");
    const loopWait = seconds("loop_wait");
    expect(ttl).toBeGreaterThanOrEqual(20);
    expect(loopWait + 2 * seconds("retry_timeout")).toBeLessThanOrEqual(ttl);
    // A crash is waited for, then the next round of the loop promotes; HAProxy needs some seconds more.
    expect(seconds("primary_start_timeout") + 2 * loopWait).toBeLessThan(35);
    expect(ttl + loopWait).toBeLessThan(35);
  });

  test("only a standby that has every acknowledged change is promoted", () => {
    expect(patroni).toMatch(/^ {4}synchronous_mode: true$/m);
    // By etcd3 a leader that hung may take its lock back. (docs/adr/0042-patroni-and-haproxy.md)
    expect(patroni).toMatch(/^etcd:$/m);
    expect(read("docs/high-availability.md")).toMatch(/^ETCD_ENABLE_V2=true$/m);
  });

  test("HAProxy leads to one server alone, and ends the connections to any other", () => {
    expect(haproxy).toMatch(/^ +option httpchk HEAD \/primary$/m);
    expect(haproxy).toMatch(/^ +default-server .* on-marked-down shutdown-sessions$/m);
    expect(haproxy).toMatch(/^ +tcp-request connection reject if \{ nbsrv\(postgresql\) gt 1 \}$/m);
    const servers = [...haproxy.matchAll(/^ +server \w+ ([\d.]+):5432 check port 8008$/gm)];
    expect(servers.map(([, address]) => address)).toEqual(["10.0.0.11", "10.0.0.12"]);
  });
});

describe("the proxy", () => {
  test.skipIf(lackOfProxy() !== undefined)("is configured without a fault (needs HAProxy)", () => {
    const check = (env: Readonly<Record<string, string>>) =>
      execFileSync(haproxy, ["-c", "-f", join(root, "install/haproxy.cfg")], {
        encoding: "utf8",
        env,
      });
    const valid = "Configuration file is valid\n";
    expect(check({})).toBe(valid);
    expect(check({ EDGE_UNPRIVILEGED: "yes", EDGE_SERVICE: "localhost:8080" })).toBe(valid);
  });

  test("stands before the ports of the template unit that the pages start", () => {
    expect(templateUnit).toMatch(/^Environment=PORT=%i$/m);
    const [, started = ""] = /enable --now\s+(bursar@.+?)`/s.exec(read("docs/operations.md")) ?? [];
    const ports = [...started.matchAll(/bursar@(\d+)/g)].map(([, port]) => port);
    const servers = [...proxy.matchAll(/presetenv EDGE_SERVE\d .*:(\d+)$/gm)].map(
      ([, port]) => port,
    );
    expect(servers).toEqual(ports);
    for (const port of ports) expect(read("docs/edge.md")).toContain(`${port}`);
  });

  test("stands before the replicas of compose, alone published, and is trusted", () => {
    expect(compose).toMatch(/^ {2}bursar:\n {4}<<: \*service\n {4}deploy: \{ replicas: \d \}$/m);
    expect(compose).toContain("EDGE_SERVICE: bursar:8080");
    expect(compose.match(/^ {4}ports: /gm)).toHaveLength(1);
    expect(compose).toMatch(/^ {2}edge:\n(?: {4}.+\n)* {4}ports: /m);
    const [, trusted] = /TRUST_PROXY: (\S+)/.exec(compose) ?? [];
    expect(compose).toContain(`subnet: ${trusted} }`);
  });

  test("refuses with sentences of the service", () => {
    const problems = [...proxy.matchAll(/string '(\[.+?\])'/g)].map(([, text = ""]) =>
      JSON.parse(text),
    );
    const known = new Map<string, string>(
      Object.values(requestErrors).map(({ code, sentence }) => [code, sentence]),
    );
    expect(problems.length).toBeGreaterThan(5);
    for (const [{ type, errorCode, message }] of problems) {
      expect(type).toBe("REQUEST");
      if (errorCode !== undefined) expect(message).toBe(known.get(errorCode));
    }
  });
});

test("what a user installs takes no more than the page says", () => {
  const { packages } = JSON.parse(read("package-lock.json"));
  const folders = Object.entries(packages as Record<string, { dev?: boolean; link?: boolean }>)
    .filter(([path, { dev, link }]) => path.includes("node_modules/") && !dev && !link)
    .map(([path]) => join(root, path))
    .filter((path) => existsSync(path));
  const bytes = folders.reduce((sum, folder) => sum + sizeOf(folder), 0);
  const [, limit] = /takes at most (\d+) MB/.exec(page) ?? [];
  expect(bytes).toBeGreaterThan(100_000_000);
  expect(bytes / 1_000_000).toBeLessThan(Number(limit));
});

/** The bytes of a package's own files; packages inside it are counted by themselves. */
function sizeOf(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name);
    if (entry.isFile()) return sum + statSync(path).size;
    return entry.isDirectory() && entry.name !== "node_modules" ? sum + sizeOf(path) : sum;
  }, 0);
}
