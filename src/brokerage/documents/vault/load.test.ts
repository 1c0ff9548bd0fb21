// Loading documents of another system: bytes as they are, each fault of each row, and never a change.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { useTestService } from "../../../../test/harness.ts";
import { testContext } from "../../../../test/sample-template.ts";
import { loadOrder } from "../../../loading/load-order.ts";
import { loadFolder } from "../../../platform/bulk/apply/load-folder.ts";
import { LoadFault } from "../../../platform/bulk/kinds/load-problem.ts";
import { findAlteredDocuments } from "../../service/anomalies/reads.ts";

const service = useTestService();

const header =
  "owner,documentOid,reportType,documentType,reportDate,name,isCorrected,createdTS,file";

async function load(rows: readonly string[], files: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(join(tmpdir(), "bursar-test-documents-"));
  try {
    await mkdir(join(folder, "documents"));
    await writeFile(join(folder, "documents.csv"), `${[header, ...rows].join("\n")}\n`);
    for (const [name, content] of Object.entries(files)) {
      await writeFile(join(folder, "documents", name), content);
    }
    return await loadFolder(testContext(service.db), loadOrder, folder);
  } catch (error) {
    if (!(error instanceof LoadFault)) throw error;
    return error.problems.map(({ line, column, reason }) => `${line} ${column}: ${reason}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const row = (fields: Readonly<Record<string, string>> = {}) => {
  const all: Readonly<Record<string, string>> = {
    owner: "RA00000001",
    documentOid: "4801",
    reportType: "M",
    reportDate: "2014-06-30",
    name: "statement.pdf",
    file: "a.pdf",
    ...fields,
  };
  return header
    .split(",")
    .map((name) => all[name] ?? "")
    .join(",");
};
const files = { "a.pdf": "%PDF-1.4 june", "b.txt": "text" };

test("a document is stored with its bytes, and its hash in the owner's chain", async () => {
  expect(await load([row()], files)).toMatchObject([{ added: 1, changed: 0 }]);
  const { rows } = await service.admin(
    `select d.kind, d.created_by as by, d.retain_until::text as until, c.content,
       d.created_at as at
     from document as d join document_content_other as c using (subject, document_oid)
     where document_oid = 4801`,
  );
  expect(rows).toEqual([
    {
      kind: "statement",
      by: "load",
      until: "2021-06-30",
      content: Buffer.from(files["a.pdf"]),
      at: new Date("2014-07-01T03:59:59.999Z"),
    },
  ]);
  expect(await findAlteredDocuments(service.db)).toEqual([]);
});

test("the same document again changes nothing, and another one with its id is refused", async () => {
  expect(await load([row()], files)).toMatchObject([{ added: 0, changed: 0 }]);
  const differs = "2 documentOid: A stored document never changes; this one differs.";
  for (const [changed, bytes] of [
    [row(), { "a.pdf": "%PDF-1.4 other" }],
    [row({ name: "other.pdf" }), files],
    [row({ isCorrected: "true" }), files],
    [row({ reportType: "T" }), files],
  ] as const) {
    expect(await load([changed], bytes)).toEqual([differs]);
  }
  expect(await load([row({ owner: "RA00000002" })], files)).toEqual([
    "2 documentOid: Another document has this id.",
  ]);
});

test.each([
  [{ owner: "RA99999999" }, "owner: Neither the store nor this load has this account or member."],
  [
    { owner: "member:nobody" },
    "owner: Neither the store nor this load has this account or member.",
  ],
  [
    { file: "b.txt" },
    "file: It is no PDF of at most 16 MiB; proof of identity may also be a JPEG or PNG image.",
  ],
  [{ file: "c.pdf" }, "file: The folder documents has no plain file with this name."],
  [{ documentType: "W9" }, "reportType: A row has either a reportType or a documentType."],
  [{ reportType: "" }, "reportType: A row has either a reportType or a documentType."],
])("%j is refused, and nothing is stored", async (fields, problem) => {
  const found = await load([row({ documentOid: "4802", ...fields })], files);
  expect(found).toEqual([`2 ${problem}`]);
  const { rows } = await service.admin("select from document where document_oid = 4802");
  expect(rows).toEqual([]);
});

test("an upload with a name in any letters is read, and saved under that name", async () => {
  const upload = { documentOid: "4899", reportType: "", documentType: "W9", name: "перевод.pdf" };
  expect(await load([row(upload)], files)).toMatchObject([{ added: 1 }]);
  const read = await service.call("adviser", "GET", "/restapi/accounts/RA00000001/uploads/4899");
  expect(read.status).toBe(200);
  expect(read.headers["content-disposition"]).toContain(
    "filename*=UTF-8''%D0%BF%D0%B5%D1%80%D0%B5%D0%B2%D0%BE%D0%B4.pdf",
  );
});
