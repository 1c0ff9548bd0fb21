// Rows of statements: calculated from books that are read already, and drawn.
import { drawBill } from "../../src/brokerage/documents/bills/draw-bill.ts";
import { statementAsPdf } from "../../src/brokerage/documents/statements/statement-as-pdf.ts";
import { calculateStatement } from "../../src/brokerage/documents/statements/statement-facts.ts";
import { billedFee } from "../../test/statements/billed-fee.ts";
import { sampleSources } from "../../test/statements/sample-statement.ts";
import type { BenchRow, Size, Work } from "./row.ts";

/** Statements of four pages. */
export const statementRows: readonly BenchRow[] = [
  {
    name: "statements, 4 pages each",
    measured: "books of 20 holdings and 28 transactions a month in, PDF out; warm",
    target: "180 ms a statement, so that two cores draw 10,000 in 30 minutes",
    prepare,
  },
  {
    name: "bills, a page each",
    measured: "the fee of a household of three accounts in, PDF out; warm",
    target: "60 ms a bill",
    prepare: prepareBills,
  },
];

const counts: Readonly<Record<Size, number>> = { full: 50, quick: 1 };

async function prepare(size: Size): Promise<Work> {
  const sources = sampleSources(20, 28);
  const at = new Date("2026-04-01T12:00:00Z");
  const drawn = async () => {
    const bytes = await statementAsPdf(calculateStatement(sources).statement, at);
    return {
      bytes: bytes.length,
      pages: bytes.toString("latin1").match(/\/Type \/Page\n/g)?.length,
    };
  };
  await drawn();
  const count = counts[size];
  return {
    count,
    of: "statement",
    run: async () => {
      let bytes = 0;
      let pages = 0;
      for (let n = 0; n < count; n += 1) {
        const each = await drawn();
        bytes += each.bytes;
        pages += each.pages ?? 0;
      }
      return { counts: { pages, bytes } };
    },
  };
}

async function prepareBills(size: Size): Promise<Work> {
  const at = new Date("2026-04-02T12:00:00Z");
  await drawBill(billedFee, at);
  const count = counts[size];
  return {
    count,
    of: "bill",
    run: async () => {
      let bytes = 0;
      for (let n = 0; n < count; n += 1) bytes += (await drawBill(billedFee, at)).length;
      return { counts: { bytes } };
    },
  };
}
