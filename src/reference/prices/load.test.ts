// The closing prices that may be loaded, and how prices are then read.

import type { Id } from "@bursar/values/ids";
import { beforeAll, expect, test } from "vitest";
import { useTestService } from "../../../test/harness.ts";
import type { LoadReport } from "../../platform/bulk/apply/load-folder.ts";
import { selectCloses, selectValuationDays } from "./queries.ts";

const service = useTestService();
beforeAll(async () => {
  await service.admin("delete from security_price");
});

const file = (...rows: string[]) => ({
  "prices.csv": ["securityId,date,close", ...rows, ""].join("\n"),
});

test.each([
  ["a price below 0", "601,2025-01-02,-1", "close"],
  ["a seventh place", "601,2025-01-02,1.0000001", "close"],
  ["a day that does not exist", "601,2025-02-29,1", "date"],
  ["a day before 1900", "601,1899-12-31,1", "date"],
  ["a day after today", "601,2026-03-03,1", "date"],
  ["an absent security", "699,2025-01-02,1", "securityId"],
])("%s is refused by its column", async (_, row, column) => {
  await expect(service.load(file(row))).rejects.toMatchObject({
    problems: [{ file: "prices.csv", line: 2, column }],
  });
});

test("two closes of one day are refused", async () => {
  const row = "601,2025-01-02,100";
  await expect(service.load(file(row, row))).rejects.toMatchObject({
    problems: [{ file: "prices.csv", line: 3 }],
  });
});

test("closes are read by security in units of 0.000001, and their days once", async () => {
  await service.load(
    file("602,2025-01-03,7", "601,2025-01-03,999999999999999.123456", "601,2025-01-02,0"),
  );
  // A later load corrects a close and leaves the others.
  await service.load(file("602,2025-01-03,7.5"));
  const ids = ["601", "602", "603"] as Id[];
  expect(await selectCloses(service.db, ids)).toEqual(
    new Map([
      [
        "601",
        [
          { on: "2025-01-02", close: 0n },
          { on: "2025-01-03", close: 999_999_999_999_999_123_456n },
        ],
      ],
      ["602", [{ on: "2025-01-03", close: 7_500_000n }]],
    ]),
  );
  expect(await selectValuationDays(service.db)).toEqual(["2025-01-02", "2025-01-03"]);
});

test("valuation days are the business days among them, and loaded exchange days take precedence", async () => {
  const closes = [
    "601,2025-01-04,100", // a Saturday
    "601,2025-01-09,100", // a special closing
    "601,2025-01-20,100", // Martin Luther King's day
    "601,2025-01-21,100",
    "601,2025-01-22,100",
  ];
  await service.load(file(...closes));
  const ordinary = ["2025-01-02", "2025-01-03"];
  expect(await selectValuationDays(service.db)).toEqual([...ordinary, "2025-01-21", "2025-01-22"]);
  const days = "date,status,reason\n2025-01-04,open,Test of systems\n2025-01-21,closed,\n";
  await service.load({ "exchange-days.csv": days });
  expect(await selectValuationDays(service.db)).toEqual([...ordinary, "2025-01-04", "2025-01-22"]);
});

test.each([
  ["another status", "2025-01-04,half", "status"],
  ["a day before 1900", "1899-12-31,open", "date"],
])("an exchange day with %s is refused by its column", async (_, row, column) => {
  await expect(
    service.load({ "exchange-days.csv": `date,status\n${row}\n` }),
  ).rejects.toMatchObject({
    problems: [{ file: "exchange-days.csv", line: 2, column }],
  });
});

/** The notes of a load on closes, without those on returns. */
function ofCloses([report]: LoadReport): string[] {
  return (report?.notices ?? []).filter((notice) => !notice.startsWith("Folio"));
}

test("a close ten times the last, or a tenth, is reported, and a close on a day without trading", async () => {
  const noticesOf = async (...rows: string[]) => ofCloses(await service.load(file(...rows)));
  expect(await noticesOf("603,2024-03-04,100", "603,2024-03-05,999.99")).toEqual([]);
  expect(await noticesOf("603,2024-03-06,9999.9", "603,2024-03-07,999.990001")).toEqual([
    "Security 603 on 2024-03-06: the close 9999.9 follows one of 999.99.",
  ]);
  expect(await noticesOf("603,2024-03-07,999.99", "603,2024-03-09,999")).toEqual([
    "Security 603 on 2024-03-07: the close 999.99 follows one of 9999.9.",
    "2024-03-09 is no business day in New York: its closes make no valuation.",
  ]);
  // Neither the first close of a security nor one after 0 has anything to be compared with.
  expect(await noticesOf("604,2024-03-04,0", "604,2024-03-05,5", "604,2024-03-06,0")).toEqual([
    "Security 604 on 2024-03-06: the close 0 follows one of 5.",
  ]);
});

test("a close that a split of the same load, or a stored one, explains is not reported", async () => {
  const split = {
    "transactions.csv": [
      "accountNumber,transactionId,transactionType,entryOrder,tradeDate,securityId,ratioNew,ratioOld",
      "RA00000001,99001,SPL,1,2024-03-11,605,10,1",
      "RA00000002,99001,SPL,1,2024-03-11,605,10,1",
      "RA00000001,99002,SPL,1,2024-03-13,605,1,20",
      "",
    ].join("\n"),
  };
  const closes = ["605,2024-03-08,500", "605,2024-03-11,50", "605,2024-03-12,4.9"];
  const report = await service.load({ ...file(...closes), ...split });
  const sentence = "Security 605 on 2024-03-12: the close 4.9 follows one of 50.";
  const notices = report.flatMap((each) => each.notices ?? []);
  expect(notices.filter((notice) => notice.startsWith("Security"))).toEqual([sentence]);
  // A split by 1:20 makes 98 of 4.9, and not 1,000.
  const later = await service.load(file("605,2024-03-13,98", "605,2024-03-14,1000"));
  expect(ofCloses(later)).toEqual([
    "Security 605 on 2024-03-14: the close 1000 follows one of 98.",
  ]);
  expect(ofCloses(await service.load(file("605,2024-03-13,980")))).toEqual([
    "Security 605 on 2024-03-13: the close 980 follows one of 4.9.",
  ]);
});

test("only the first twenty odd closes are listed", async () => {
  const days = Array.from(
    { length: 24 },
    (_, at) => `2022-${String(1 + (at % 12)).padStart(2, "0")}-${at < 12 ? 10 : 20}`,
  );
  const rows = days.toSorted().map((day, at) => `606,${day},${at % 2 === 0 ? 1 : 10}`);
  const [report] = await service.load(file(...rows));
  const odd = ofCloses(report ? [report] : []).filter((each) => !each.includes("business day"));
  expect(odd).toHaveLength(21);
  expect(odd.at(-1)).toBe("And 3 more like the last.");
});
