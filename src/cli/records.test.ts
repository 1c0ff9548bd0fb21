// An export of records is checked by its own verifier, which finds each byte that was altered.
import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestService, type TestService } from "../../test/harness.ts";
import { testVault } from "../../test/sample-template.ts";
import { writeRecords } from "./records.ts";

let service: TestService;
let folder: string;
let out: string;
beforeAll(async () => {
  service = await openTestService();
  folder = await mkdtemp(join(tmpdir(), "bursar-records-"));
  out = join(folder, "account");
  const body = {
    documentData: Buffer.from("%PDF-1.7 \\ 'quoted' text").toString("base64"),
    documentType: "W9",
    reference: "a \\ back\\slash and 'quotes' of Núñez",
  };
  await service.call("adviser", "POST", "/restapi/accounts/RA00000001/uploads", body);
  await writeRecords(service.db, testVault, out, { subject: "RA00000001" });
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

const verify = (of = out, ...words: string[]) => {
  const { status, stdout, stderr } = spawnSync("sh", [join(of, "verify.sh"), ...words], {
    encoding: "utf8",
  });
  return { status, output: stdout + stderr };
};

/** Alters a file, verifies, and brings the file back. */
async function verifyAltered(path: string, alter: (bytes: Buffer) => Buffer | string) {
  const file = join(out, path);
  const bytes = await readFile(file);
  await writeFile(file, alter(bytes));
  const result = verify();
  await writeFile(file, bytes);
  return result;
}

const flipped = (bytes: Buffer) => {
  const other = Buffer.from(bytes);
  const at = Math.floor(other.length / 2);
  other[at] = (other[at] ?? 0) ^ 1;
  return other;
};

test("an export has entries, states and documents, and its verifier accepts it", async () => {
  const read = async (name: string) =>
    (await readFile(join(out, "subjects/RA00000001", name), "utf8")).trim().split("\n");
  const entries = await read("entries.ndjson");
  const stored = await service.auditOf("RA00000001");
  expect(entries.map((line) => JSON.parse(line).operation)).toEqual(
    stored.map(({ operation }) => operation),
  );
  const states = (await read("states.ndjson")).map((line) => JSON.parse(line));
  expect(states).toHaveLength(entries.length);
  expect(states.at(-1).state.account.accountNumber).toBe("RA00000001");
  const documents = (await read("documents.ndjson")).map((line) => JSON.parse(line));
  expect(documents.map(({ documentOid }) => documentOid).slice(0, 3)).toEqual([
    "4701",
    "4703",
    "4704",
  ]);
  expect(verify()).toEqual({
    status: 0,
    output: `Verified: ${entries.length} entries, ${documents.length} documents.\n`,
  });
  expect(verify(out, "key.pem").status).toBe(0);
});

describe("the verifier finds", () => {
  test.each([
    ["subjects/RA00000001/entries.ndjson"],
    ["subjects/RA00000001/chain.txt"],
    ["subjects/RA00000001/states.ndjson"],
    ["subjects/RA00000001/documents/4703.pdf"],
    ["summary.json"],
    ["index.txt"],
    ["index.sig"],
  ])("a byte of %s that was altered", async (path) => {
    const { status, output } = await verifyAltered(path, flipped);
    expect([status, output]).toEqual([1, expect.stringContaining("NOT VERIFIED")]);
  });

  test("each document and each entry that was altered, and names them all at once", async () => {
    const folderOf = "subjects/RA00000001";
    const entries = join(out, folderOf, "entries.ndjson");
    const document = join(out, folderOf, "documents/4703.pdf");
    const text = await readFile(entries, "utf8");
    const bytes = await readFile(document);
    await writeFile(entries, text.replace('"sequence":"2"', '"sequence":"3"'));
    await writeFile(document, flipped(bytes));
    const { status, output } = verify();
    await writeFile(entries, text);
    await writeFile(document, bytes);
    const told = output.split("\n").filter((line) => line.startsWith("NOT VERIFIED"));
    expect([status, told]).toEqual([
      1,
      [
        "NOT VERIFIED: files that are not as they were exported; each is named above",
        `NOT VERIFIED: ${folderOf}/entries.ndjson: line 2 is altered or not in its place`,
        `NOT VERIFIED: ${folderOf}/documents/4703.pdf: not as it was stored`,
      ],
    ]);
  });

  test("an entry that is gone, also where the index was made anew", async () => {
    const withoutIndex = (await readFile(join(out, "verify.sh"), "utf8"))
      .replace(/^openssl[\s\S]*?signature of index.txt"$/m, "")
      .replace(/^sha256sum --quiet .*$/m, "");
    await writeFile(join(out, "chain-only.sh"), withoutIndex);
    const chainOnly = () => spawnSync("sh", [join(out, "chain-only.sh")], { encoding: "utf8" });
    expect(chainOnly().status).toBe(0);
    const file = join(out, "subjects/RA00000001/entries.ndjson");
    const text = await readFile(file, "utf8");
    const lines = text.trim().split("\n");
    for (const other of [lines.slice(1), lines.slice(0, -1), lines.toReversed()]) {
      await writeFile(file, `${other.join("\n")}\n`);
      const { status, stderr } = chainOnly();
      expect([status, stderr]).toEqual([1, expect.stringContaining("NOT VERIFIED")]);
    }
    await writeFile(file, text);
    await rm(join(out, "chain-only.sh"));
    expect(verify().status).toBe(0);
  });

  test("a signature by another store", async () => {
    const { generateKeyPairSync } = await import("node:crypto");
    const { publicKey } = generateKeyPairSync("ed25519");
    const other = join(folder, "other.pem");
    await writeFile(other, publicKey.export({ format: "pem", type: "spki" }));
    expect(verify(out, other)).toEqual({
      status: 1,
      output: "NOT VERIFIED: the signature of index.txt\n",
    });
  });
});

test("a firm's export has its accounts and members, and no other's", async () => {
  const of = join(folder, "firm");
  const summary = await writeRecords(service.db, testVault, of, { firm: "1003" });
  const subjects = (await readFile(join(of, "subjects.txt"), "utf8")).trim().split("\n");
  expect(subjects).toContain("subjects/firm%3A1003");
  expect(subjects).toContain("subjects/RB00000001");
  expect(subjects).not.toContain("subjects/RA00000001");
  expect(summary).toMatchObject({ subjects: subjects.length, faults: [], alteredDocuments: [] });
  expect(verify(of).status).toBe(0);
});

test("days bound an export, and one without an entry is refused", async () => {
  const of = join(folder, "none");
  const days = { from: "2020-01-01" as never, to: "2020-12-31" as never };
  await expect(
    writeRecords(service.db, testVault, of, { subject: "RA00000001", ...days }),
  ).rejects.toThrow(/no entry/);
});

test("a document that was altered in the store is named in the summary, and by the verifier", async () => {
  const alter =
    "update document_content set content = set_byte(content, 9, 255 - get_byte(content, 9))";
  const { rowCount } = await service.admin(`${alter} where document_oid = 4703`);
  expect(rowCount).toBe(1);
  const of = join(folder, "altered");
  const summary = await writeRecords(service.db, testVault, of, { subject: "RA00000001" });
  expect(summary.alteredDocuments).toEqual(["4703"]);
  expect(verify(of)).toMatchObject({ status: 1, output: expect.stringContaining("4703.pdf") });
  await service.admin(`${alter} where document_oid = 4703`);
});

test("a chain that was broken in the store is named in the summary", async () => {
  await service.admin(
    "update audit_entry set address = '192.0.2.1' where subject = 'RA00000002' and sequence = 1",
  );
  const of = join(folder, "broken");
  const summary = await writeRecords(service.db, testVault, of, { subject: "RA00000002" });
  expect(summary.faults).toMatchObject([{ subject: "RA00000002", sequence: "1" }]);
  const kept = JSON.parse(await readFile(join(of, "summary.json"), "utf8"));
  expect(kept.faults).toHaveLength(1);
  await service.admin(
    "update audit_entry set address = 'local' where subject = 'RA00000002' and sequence = 1",
  );
});
