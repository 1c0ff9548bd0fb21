// A code list honours its days and refuses a malformed file. (interface 2)

import type { Day } from "@bursar/values/dates";
import { decodeDay } from "@bursar/values/dates";
import { expect, test } from "vitest";
import {
  amountCell,
  countCell,
  decodeCodeList,
  oneOf,
  optional,
  textCell,
  yesOrNo,
} from "./code-list.ts";
import { brokenRange, unknownParent } from "./codes.ts";

const head = "code,name,description,validFrom,validTo";

function day(text: string): Day {
  const decoded = decodeDay(text);
  if (decoded === undefined) throw new Error(`${text} is no day`);
  return decoded;
}

function dated() {
  return decodeCodeList(
    "rule",
    [
      `${head},maximum`,
      "D,RULE_504,old law,,2017-01-19,1000000",
      "D,RULE_504,newer law,2017-01-20,2021-03-14,5000000",
      "D,RULE_504,newest law,2021-03-15,,10000000",
      "G,RULE_505,repealed,,2017-05-21,5000000",
    ].join("\n"),
    { takesNames: true, columns: { maximum: amountCell } },
  );
}

test.each([
  ["2017-01-19", "1000000"],
  ["2017-01-20", "5000000"],
  ["2021-03-14", "5000000"],
  ["2021-03-15", "10000000"],
])("on %s the row in force says %s, both its days included", (on, maximum) => {
  expect(dated().find("D", day(on))?.maximum).toBe(maximum);
  expect(dated().find("RULE_504", day(on))?.maximum).toBe(maximum);
});

test("a code is unknown after its last row has ended", () => {
  const list = dated();
  expect(list.has("G", day("2017-05-21"))).toBe(true);
  expect(list.has("G", day("2017-05-22"))).toBe(false);
  expect(list.codeOf("RULE_505", day("2017-05-22"))).toBeUndefined();
});

test("the row that was last in force is found after its end, until the next one begins", () => {
  const list = decodeCodeList(
    "rule",
    `${head}\nG,RULE_505,first,1982-04-15,2017-05-21\nG,RULE_505,second,2030-01-01,`,
    { takesNames: true },
  );
  const on = (text: string) => list.lastInForce("G", day(text))?.description;
  expect(["2017-05-21", "2017-05-22", "2029-12-31", "2030-01-01"].map(on)).toEqual([
    "first",
    "first",
    "first",
    "second",
  ]);
  expect(on("1982-04-14")).toBeUndefined();
  expect(list.lastInForce("RULE_505", day("2020-01-01"))?.description).toBe("first");
});

test("without a day the latest row applies", () => {
  expect(dated().find("D")?.maximum).toBe("10000000");
  expect(dated().has("G")).toBe(true);
});

test("a byte order mark and CRLF do no harm", () => {
  const list = decodeCodeList("mark", `\uFEFF${head}\r\nA,All,,,\r\n`);
  expect(list.rows.map((row) => row.name)).toEqual(["All"]);
});

const columns = {
  kind: oneOf("person", "firm"),
  open: yesOrNo,
  most: optional(countCell),
  size: optional(amountCell),
};
const good = "A,ALL,,,,person,yes,,";

test.each([
  ["a wrong header", ["code,name"], "row 1: the columns must be code,name"],
  ["too few cells", ["A,ALL"], "row 2: 9 cells are expected"],
  ["no code", [",ALL,,,,person,yes,,"], "row 2: the code is missing"],
  ["no name", ["A,,,,,person,yes,,"], "row 2: the name is missing"],
  ["a double", [good, "A,ALSO,,,,person,yes,,"], "row 3: A is in force twice"],
  [
    "periods that overlap by a day",
    ["A,ALL,,,2020-01-01,person,yes,,", "A,ALL,,2020-01-01,,person,yes,,"],
    "row 3: A is in force twice",
  ],
  [
    "reversed days",
    ["A,ALL,,2020-01-02,2020-01-01,person,yes,,"],
    "row 2: validFrom is after validTo",
  ],
  ["a day that does not exist", ["A,ALL,,2023-02-29,,person,yes,,"], "row 2: 2023-02-29 is not"],
  ["a date-time", ["A,ALL,,2023-02-28T00:00,,person,yes,,"], "row 2: 2023-02-28T00:00 is not"],
  ["a word not listed", ["A,ALL,,,,dog,yes,,"], 'row 2: "dog" is none of person, firm'],
  ["neither yes nor no", ["A,ALL,,,,person,,,"], 'row 2: "" is none of yes, no'],
  ["a bad count", ["A,ALL,,,,person,yes,0,"], 'row 2: "0" is not a count'],
  ["a bad amount", ["A,ALL,,,,person,yes,,1e6"], 'row 2: "1e6" is not an amount'],
  ["a negative amount", ["A,ALL,,,,person,yes,,-1"], 'row 2: "-1" is not an amount'],
  ["a name of two codes", [good, "B,ALL,,,,person,yes,,"], "row 2: the name ALL also stands"],
  ["a name that is a code", [good, "B,A,,,,person,yes,,"], "row 3: the name A also stands"],
  ["what the list forbids", [good, "Z,ZOO,,,,person,yes,,"], "row 3: no zoos"],
])("a file with %s is refused with its name and row", (_, rows, message) => {
  const header = rows[0] === "code,name" ? [] : [`${head},kind,open,most,size`];
  const read = () =>
    decodeCodeList("bad", [...header, ...rows].join("\n"), {
      takesNames: true,
      columns,
      fault: (row) => (row.name === "ZOO" ? "no zoos" : undefined),
    });
  expect(read).toThrow(`bad.csv, ${message}`);
});

test.each([
  ["an unknown parent", "HFU,HEDGE,,,,XXX,revenue", "row 2: the parent XXX is unknown"],
  [
    "a third tier",
    "B,B,,,,,revenue\nP,P,,,,B,revenue\nH,H,,,,P,revenue",
    "row 4: the parent P has",
  ],
])("an industry with %s is refused", (_, rows, message) => {
  const options = {
    columns: { parent: optional(textCell), sizeMeasure: oneOf("revenue", "net-asset-value") },
    fault: unknownParent,
  };
  const read = () => decodeCodeList("industry", `${head},parent,sizeMeasure\n${rows}`, options);
  expect(read).toThrow(`industry.csv, ${message}`);
});

test.each([
  ["reversed bounds", "1,a,,,,100,9", "row 2: from is not below to"],
  ["a gap", "1,a,,,,0,10\n2,b,,,,11,", "row 2: the next range does not start"],
  ["an open range before its end", "1,a,,,,0,\n2,b,,,,11,", "row 2: the next range does not start"],
  ["no open end", "1,a,,,,0,10", "row 2: the next range does not start"],
])("ranges with %s are refused", (_, rows, message) => {
  const options = { columns: { from: amountCell, to: optional(amountCell) }, fault: brokenRange };
  const read = () => decodeCodeList("range", `${head},from,to\n${rows}`, options);
  expect(read).toThrow(`range.csv, ${message}`);
});
