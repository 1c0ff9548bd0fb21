// Loading offers, approvals and documents.
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { useTestService } from "../../../../test/harness.ts";
import { testContext } from "../../../../test/sample-template.ts";
import { loadOrder } from "../../../loading/load-order.ts";
import { loadFolder } from "../../../platform/bulk/apply/load-folder.ts";
import { LoadFault } from "../../../platform/bulk/kinds/load-problem.ts";
import { sql } from "../../../platform/store/db.ts";
import { offerKind } from "./load.ts";

const service = useTestService();

const [header = "", row = ""] = offerKind.example.split("\n");
const columns = header.split(",");

/** The example of the kind as an NDJSON row with some fields changed; its ticker is free. */
function offer(changed: Record<string, unknown> = {}): string {
  const cells =
    row.match(/("([^"]|"")*"|[^,]*)(,|$)/g)?.map((cell) => cell.replace(/,$/, "")) ?? [];
  const entries = columns.map((column, index): [string, unknown] => {
    const cell = cells[index] ?? "";
    const isJson = cell.startsWith('"');
    return [column, isJson ? JSON.parse(cell.slice(1, -1).replaceAll('""', '"')) : cell];
  });
  const example = { ...Object.fromEntries(entries), privatePlacementOfferOid: "850" };
  return `${JSON.stringify({ ...example, ticker: "PRIV.LOAD", ...changed })}\n`;
}

async function problemsOf(files: Record<string, string>) {
  const fault = await service.load(files).then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(fault).toBeInstanceOf(LoadFault);
  return (fault as LoadFault).problems;
}

describe("loading offers", () => {
  test("the same offers twice change nothing", async () => {
    const files = {
      "offers.ndjson": offer({ privatePlacementOfferOid: "851", ticker: "PRIV.TWO" }),
    };
    expect(await service.load(files)).toEqual([
      { file: "offers.ndjson", rows: 1, added: 1, changed: 0 },
    ]);
    expect(await service.load(files)).toEqual([
      { file: "offers.ndjson", rows: 1, added: 0, changed: 0 },
    ]);
    expect(await service.auditOf("offer:851")).toHaveLength(1);
  });

  test("a changed offer is updated with its firms and audited once", async () => {
    const changed = {
      privatePlacementOfferOid: "851",
      ticker: "PRIV.TWO",
      offerStatus: "P",
      participatingFirms: [
        { participatingFirmId: "HARBOR", participatingFirmStatus: "A" },
        { participatingFirmId: "SUMMIT", participatingFirmStatus: "D" },
      ],
    };
    await service.load({ "offers.ndjson": offer(changed) });
    expect(await service.auditOf("offer:851")).toHaveLength(2);
    const { body } = await service.call("adviser", "GET", "/restapi/privateplacementoffers/851");
    expect(body).toMatchObject({
      offerStatus: "P",
      participatingFirms: changed.participatingFirms,
    });
  });

  test.each<[string, Record<string, unknown>, string]>([
    ["a broken reference", { issuingFirmOid: "1999" }, "issuingFirmOid"],
    ["a status of no list", { offerStatus: "Q" }, "offerStatus"],
    ["a parent industry", { industry: "TEC" }, "industry"],
    ["a size of the other measure", { issuerSize: "A2" }, "issuerSize"],
    ["a state that is excluded", { blueSkyedStates: ["PR"] }, "blueSkyedStates"],
    ["a state twice", { blueSkyedStates: ["CA", "CA"] }, "blueSkyedStates"],
    ["a minimum that does not fit", { executionType: "A" }, "offerMinimum"],
    ["no minimum where one is needed", { offerMinimum: null }, "offerMinimum"],
    ["a minimum without need", { executionType: "B" }, "offerMinimum"],
    ["amounts out of order", { maximumInvestmentAmount: "1.00" }, "minimumInvestmentAmount"],
    ["a discount of the whole price", { priceDiscountAmount: "12.5" }, "priceDiscountAmount"],
    ["publication without a day", { publishedDate: null }, "publishedDate"],
    [
      "other days for the cash",
      { daysFromClosingCashIsRequired: "5" },
      "daysFromClosingCashIsRequired",
    ],
    [
      "a modification before",
      { modificationTimestamp: "2020-01-01T00:00:00Z" },
      "modificationTimestamp",
    ],
    ["a ticker in other letters", { ticker: "PRIV.rwn" }, "ticker"],
    [
      "an unknown participant",
      { participatingFirms: [{ participatingFirmId: "NOBODY", participatingFirmStatus: "P" }] },
      "participatingFirms",
    ],
    [
      "a participant twice",
      {
        participatingFirms: ["P", "A"].map((participatingFirmStatus) => ({
          participatingFirmId: "SUMMIT",
          participatingFirmStatus,
        })),
      },
      "participatingFirms",
    ],
  ])("%s is refused by its column", async (_title, changed, column) => {
    const problems = await problemsOf({ "offers.ndjson": offer(changed) });
    expect(problems.map((problem) => problem.column?.replace(/\[.*/, ""))).toEqual([column]);
    const stored = await service.db.rows(sql`select from offer where offer_oid = 850`);
    expect(stored).toEqual([]);
  });

  test("rules about today do not apply: an offer may have closed long ago", async () => {
    const past = {
      priceDiscountAmount: "12.49",
      closingDate: "2020-01-31",
      offerStatus: "C",
      daysFromClosingCashIsRequired: "999",
    };
    const files = {
      "offers.ndjson": offer({ ...past, privatePlacementOfferOid: "852", ticker: "PRIV.OLD" }),
    };
    expect(await service.load(files)).toMatchObject([{ added: 1 }]);
  });
});

const documentHeader = "issuingFirmOid,ticker,id,version,name,title,required,signable,file";

/** Loads one row of documents next to files in the folder `documents`. */
async function loadDocument(cells: string, files: Record<string, string>): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), "bursar-test-documents-"));
  try {
    await mkdir(join(folder, "documents"));
    await writeFile(join(folder, "offer-documents.csv"), `${documentHeader}\n${cells}\n`);
    await writeFile(join(folder, "outside.md"), "outside");
    await symlink(join(folder, "outside.md"), join(folder, "documents", "link.txt"));
    for (const [name, content] of Object.entries(files)) {
      await writeFile(join(folder, "documents", name), content);
    }
    return await loadFolder(testContext(service.db), loadOrder, folder);
  } catch (error) {
    if (!(error instanceof LoadFault)) throw error;
    return error.problems.map(({ line, column, reason }) => ({ line, column, reason }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const notice = (version: string, file: string) =>
  `1004,PRIV.RWN,rwn-notice,${version},notice.txt,Notice,false,false,${file}`;

describe("loading documents", () => {
  test("bytes are stored as they are, with their SHA-256", async () => {
    const report = await loadDocument(notice("1.0", "a.txt"), { "a.txt": "\ufefffirst\r\n" });
    expect(report).toMatchObject([{ added: 1, changed: 0 }]);
    const stored = await service.db.rows(sql`
      select encode(content, 'escape') as content, content_sha256 = sha256(content) as "isWhole"
      from offer_document where document_id = 'rwn-notice'`);
    expect(stored).toEqual([{ content: "\\357\\273\\277first\r\n", isWhole: true }]);
  });

  test("the same bytes again change nothing, different bytes are refused", async () => {
    const cells = notice("1.0", "a.txt");
    const same = await loadDocument(cells, { "a.txt": "\ufefffirst\r\n" });
    expect(same).toMatchObject([{ added: 0, changed: 0 }]);
    expect(await loadDocument(cells, { "a.txt": "second" })).toEqual([
      {
        line: 2,
        column: "file",
        reason: "The bytes of a stored version never change; give the document a new version.",
      },
    ]);
  });

  test("a new version is shown in place of the previous one", async () => {
    await loadDocument(notice("1.1", "b.txt"), { "b.txt": "second" });
    const { body } = await service.call(
      "adviser",
      "GET",
      "/restapi/privateplacementoffers/801/documents",
      undefined,
      { "X-Associated-Member-Id": "ada.whitfield" },
    );
    const shown = body.filter(({ id }: { id: string }) => id === "rwn-notice");
    expect(shown).toMatchObject([{ version: "1.1" }]);
  });

  test("the audit log of the issuer holds the hash, not the bytes", async () => {
    const entries = await service.auditOf("firm:1004");
    const text = JSON.stringify(entries.at(-1));
    expect(text).toContain("rwn-notice");
    expect(text).not.toContain("second");
  });

  test.each(["../outside.md", "link.txt", "missing.txt", "/etc/hostname", "."])(
    "no path or link leads out of the folder: %s",
    async (file) => {
      expect(await loadDocument(notice("9.0", file), {})).toMatchObject([{ column: "file" }]);
    },
  );

  test.each(["1", "1.01", "01.1", "1.2.3", "a.b", "1.9999999999"])(
    "the version %s is refused",
    async (version) => {
      const problems = await loadDocument(notice(version, "a.txt"), { "a.txt": "x" });
      expect(problems).toMatchObject([{ column: "version" }]);
    },
  );
});
