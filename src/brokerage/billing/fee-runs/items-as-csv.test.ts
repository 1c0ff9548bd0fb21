// Of which runs a custodian's file is made, and which items it has.
import { expect, test } from "vitest";
import { isForCustodian, itemsForCustodian } from "./items-as-csv.ts";
import { feeRunLifeCycle } from "./life-cycle.ts";
import type { FeeItem } from "./schema.ts";

test("a custodian takes the fees of runs that are approved, and no folio fees", () => {
  const isFit = (kind: "A" | "P" | "B") =>
    feeRunLifeCycle.states.filter((status) => isForCustodian({ status, kind }));
  expect(isFit("A")).toEqual(["APPROVED", "POSTING", "POSTED"]);
  expect(isFit("B")).toEqual(["APPROVED", "POSTING", "POSTED"]);
  expect(isFit("P")).toEqual([]);
});

test("what is excluded, written off, refunded or invoiced is left out", () => {
  const item = (accountNumber: string, state: string, collect = "debit") =>
    ({
      accountNumber,
      payerAccountNumber: null,
      state,
      collect,
      adjusted: null,
      computed: "1.00",
      from: "2025-10-01",
      to: "2025-12-31",
    }) as unknown as FeeItem;
  const items = [
    item("RA00000001", "OPEN"),
    item("RA00000002", "EXCLUDED"),
    item("RA00000003", "WRITTENOFF"),
    item("RA00000004", "REFUNDED"),
    item("RA00000005", "OPEN", "invoice"),
    item("RA00000006", "POSTED"),
  ];
  const lines = itemsForCustodian(items).trimEnd().split("\r\n");
  expect(lines.slice(1).map((line) => line.slice(0, 10))).toEqual(["RA00000001", "RA00000006"]);
});
