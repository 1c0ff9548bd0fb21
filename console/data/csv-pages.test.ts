// A file of several pages has every row once, under one header.
import { expect, test } from "vitest";
import { type CsvPage, joinedCsv } from "./csv-pages.ts";

test("pages are read until the last, and the header stands once", async () => {
  const pages: Readonly<Record<string, CsvPage>> = {
    "": { text: "account,fee\r\nA,1\r\nB,2\r\n", next: "B-1" },
    "B-1": { text: "account,fee\r\nC,3\r\n", next: "C-1" },
    "C-1": { text: 'account,fee\r\nD,"4\n5"\r\n', next: undefined },
  };
  const asked: string[] = [];
  const file = await joinedCsv(async (after) => {
    asked.push(after);
    return pages[after] as CsvPage;
  });
  expect(file).toBe('account,fee\r\nA,1\r\nB,2\r\nC,3\r\nD,"4\n5"\r\n');
  expect(asked).toEqual(["", "B-1", "C-1"]);
});
