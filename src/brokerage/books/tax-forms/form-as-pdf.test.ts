// A tax paper as PDF: what stands on its pages, and that nothing but the paper and the clock
// decides its bytes.
import { inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { pdfOf } from "./form-as-pdf.ts";
import { salesOn, totalsOf } from "./sales.ts";
import type { TaxForm } from "./schema.ts";

const at = new Date("2026-03-02T15:00:00Z");

const lot = {
  taxLotId: "1",
  security: { ticker: "ACME", cusip: "99901A109" },
  transCode: "SLE",
  termOfSale: "ST",
  covered: "C",
  lotReliefStrategyIndicator: "F",
  adjustedAcquisitionDate: "2024-01-01T00:00:00.000-05:00",
  closingTransactionDate: "2024-05-02T00:00:00.000-04:00",
  shareQuantity: "10.00000",
  netSaleAmount: "100.00",
  adjustedCostBasis: "110.00",
  disallowedLoss: "4.00",
  reportableGainLoss: "-6.00",
  withholdingState: null,
  federalTaxWithholding: null,
  stateTaxWithholding: null,
} as never;

function paper(
  form: "1099-b" | "8949",
  count: number,
  names = ["Ada Whitfield"],
  change: object = {},
): TaxForm {
  const sales = salesOn(
    form,
    Array.from({ length: count }, () => ({ ...(lot as object), ...change }) as never),
  );
  return {
    accountNumber: "RA00000001",
    taxYear: "2024",
    form,
    notice: "Working copy",
    version: "2",
    corrected: true,
    payer,
    recipient: { names, tin: "XXX-XX-4320", address: ["12 Quay Street", "Buffalo, NY 14202"] },
    sales,
    totals: totalsOf(sales),
    boxes: [],
    supplemental: [],
  };
}

const payer = {
  name: "Bursar Platform",
  state: "NY",
  tin: "00-1234567",
  address: ["1 Exchange Plaza", "New York, NY 10005"],
};

const bytesOf = async (papers: TaxForm[], now = at) =>
  Buffer.concat(await Array.fromAsync(pdfOf(papers, now)));

/** The lines of text on each page. */
function pagesOf(bytes: Buffer): string[][] {
  const pages: string[][] = [];
  for (const [, stream = ""] of bytes.toString("latin1").matchAll(/stream\n(.*?)\nendstream/gs)) {
    const text = inflateSync(Buffer.from(stream, "latin1")).toString("latin1");
    const lines = [...text.matchAll(/\[(.*?)\] TJ/gs)].map(([, shown = ""]) =>
      [...shown.matchAll(/<([0-9a-f]*)>/g)]
        .map(([, hex = ""]) => Buffer.from(hex, "hex").toString("latin1"))
        .join(""),
    );
    pages.push(lines);
  }
  return pages;
}

test.each(["1099-b", "8949"] as const)(
  "a page of %s names everyone and every figure",
  async (form) => {
    const [page = []] = pagesOf(await bytesOf([paper(form, 1)]));
    const title = form === "8949" ? "Form 8949" : "Form 1099-B";
    for (const line of [
      `${title}, tax year 2024`,
      "CORRECTED, version 2",
      "Working copy",
      "Page 1 of 1",
      "Bursar Platform",
      "Ada Whitfield",
      "12 Quay Street",
      "Buffalo, NY 14202",
      "RA00000001",
      "1 Exchange Plaza",
      "New York, NY 10005",
      "Payer's TIN: 00-1234567",
      "Recipient's TIN: XXX-XX-4320",
      "Box A: short-term, basis reported to the IRS",
      "10 sh. ACME",
      "01/01/2024",
      "05/02/2024",
      "100.00",
      "110.00",
      "W",
      "4.00",
      "Total",
    ]) {
      expect(page).toContain(line);
    }
    expect(page.includes("-6.00")).toBe(form === "8949");
  },
);

const huge = {
  security: { ticker: "ABCDEFGHIJKLMNOPQRST", cusip: "W99901A109" },
  termOfSale: "LT",
  shareQuantity: "123456789.12345",
  netSaleAmount: "499999999999.99",
  adjustedCostBasis: "499999999999.99",
  disallowedLoss: "499999999999.99",
  reportableGainLoss: "-499999999999.99",
  withholdingState: "NY",
  federalTaxWithholding: "499999999999.99",
  stateTaxWithholding: "499999999999.99",
};

test.each(["1099-b", "8949"] as const)("no figure of %s is cut, however wide", async (form) => {
  const [page = []] = pagesOf(await bytesOf([paper(form, 2, undefined, huge)]));
  const total = "999,999,999,999.98";
  const columns = form === "8949" ? 3 : 5;
  expect(page.filter((line) => line === total)).toHaveLength(columns);
  expect(page.filter((line) => line === "499,999,999,999.99")).toHaveLength(2 * columns);
  expect(page.includes(`-${total}`)).toBe(form === "8949");
  expect(page).toContain("123456789.12345 sh. ABCDEFGHIJKLMNOPQRST");
  expect(page.filter((line) => line.includes("\x85"))).toEqual([]);
});

test("of a payer without an address the state is shown", async () => {
  const bare = { ...payer, tin: null, address: [] };
  const [page = []] = pagesOf(await bytesOf([{ ...paper("8949", 1), payer: bare }]));
  expect(page).toContain("NY");
  expect(page).toContain("Payer's TIN: not recorded");
});

test("many sales go on over pages, each marked, and papers follow one another", async () => {
  const pages = pagesOf(await bytesOf([paper("8949", 100), paper("8949", 0)]));
  expect(pages).toHaveLength(4); // a heading, 100 sales and a total by 34 lines, and one without
  expect(pages.filter((page) => page.includes("Working copy"))).toHaveLength(4);
  expect(pages.flat().filter((line) => line === "10 sh. ACME")).toHaveLength(100);
  expect(pages[2]).toContain("Page 3 of 3");
  expect(pages[3]).toContain("No sale was reported.");
});

test("the same paper at the same time has the same bytes, at another time another date", async () => {
  const first = await bytesOf([paper("1099-b", 3)]);
  expect((await bytesOf([paper("1099-b", 3)])).equals(first)).toBe(true);
  expect(first.toString("latin1")).toContain("D:20260302150000Z");
  const later = await bytesOf([paper("1099-b", 3)], new Date("2026-03-03T15:00:00Z"));
  expect(later.equals(first)).toBe(false);
});

test("a name keeps what the font has, and a long one is cut", async () => {
  const names = ["Bén Nguyễn", "漢", "x".repeat(200)];
  const [page = []] = pagesOf(await bytesOf([paper("8949", 0, names)]));
  const shown = page.find((line) => line.startsWith("Bén"));
  expect(shown).toMatch(/^Bén Nguyen and \? and x+\x85$/);
});

test("papers that cannot be read end the document with their error", async () => {
  const broken = (async function* () {
    yield paper("8949", 1);
    throw new Error("the store is away");
  })();
  await expect(Array.fromAsync(pdfOf(broken, at))).rejects.toThrow("the store is away");
});
