// Checks that every subject of the bench can be measured: a tiny firm, one short round, no figures.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Row } from "./pair.ts";

const root = join(import.meta.dirname, "..", "..");
const main = join(root, "bench", "main.ts");
// A dozen processes start; with a compile cache each starts in half the time.
const compileCache = join(root, "node_modules", ".cache", "compiled");

test("every subject is measured without an unexpected response", { timeout: 600_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), "bursar-bench-test-"));
  try {
    const json = join(folder, "rows.json");
    const markdown = join(folder, "rows.md");
    const words = ["service", "--tiny", "--full", "--json", json, "--markdown", markdown];
    const child = spawn(process.execPath, [main, ...words], {
      env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
    }
    const [status] = await once(child, "close");
    expect(status, output).toBe(0);
    const { rows } = JSON.parse(await readFile(json, "utf8")) as { rows: Row[] };
    expect(rows.filter(({ errors }) => errors > 0)).toEqual([]);
    expect(rows.map(({ subject, against }) => `${subject} / ${against}`)).toMatchInlineSnapshot(`
      [
        "first start / ",
        "later start / ",
        "load of 1,002 daily rows / copy",
        "one account, bearer / read",
        "one account, signed / read",
        "year of unit values, account / read",
        "year of unit values, folio / read",
        "ten years of unit values / read",
        "reported tax lots, 200 lots / read",
        "offers visible, 200 offers / read",
        "corporate actions / read",
        "transfers / read",
        "model / read",
        "express instructions / read",
        "304 of a year of unit values / whole response",
        "304 of a tax year, 200 lots / whole response",
        "401 unknown token / accepted",
        "429 after failed credentials / accepted",
        "403 another firm's account / accepted",
        "429 over the rate / accepted",
        "400 two problems / accepted",
        "update account / insert",
        "update account / audited",
        "create restriction / insert",
        "create restriction / audited",
        "create offer / insert",
        "create offer / audited",
        "sign agreement, 20 KB image / insert",
        "sign agreement, 20 KB image / audited",
        "sign agreement, 20 KB drawing / insert",
        "sign agreement, 20 KB drawing / audited",
        "20 callers on one account / 1 caller",
        "first page of 100,000 transactions / read",
        "1,000th page of 100,000 transactions / read",
        "balances of an account with 100,000 transactions / read",
        "security by ticker, of 50,000 / read",
        "securities by name, of 50,000 / read",
        "year of closes of a security / read",
        "first page of a day of all accounts / ",
        "CSV of transactions / ",
        "another firm's change beside a flood / alone",
        "/health/ready beside a compute / ",
        "reads beside a compute / ",
        "0 minutes of mixed load at half the highest rate / ",
        "sizes: one account, bearer / small firm",
        "sizes: one account, signed / small firm",
        "sizes: year of unit values, account / small firm",
        "sizes: year of unit values, folio / small firm",
        "sizes: ten years of unit values / small firm",
        "sizes: reported tax lots, 200 lots / small firm",
        "sizes: offers visible, 200 offers / small firm",
        "sizes: corporate actions / small firm",
        "sizes: transfers / small firm",
        "sizes: model / small firm",
        "sizes: express instructions / small firm",
      ]
    `);
    expect((await readFile(markdown, "utf8")).split("\n").length).toBe(rows.length + 3);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
