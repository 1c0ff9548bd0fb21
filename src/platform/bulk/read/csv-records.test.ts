// Records of CSV text are those that the parser of spreadsheets finds, wherever the text is cut into
// pieces.
import { CsvError, parse } from "csv-parse/sync";
import fc from "fast-check";
import { expect, test } from "vitest";
import { CsvFault, type CsvRecord, csvRecords, csvRecordsIn } from "./csv-records.ts";

interface Read {
  readonly records: readonly CsvRecord[];
  readonly fault?: string;
}

async function* inPieces(text: string, length: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += length) yield text.slice(at, at + length);
}

async function readWhole(text: string, length: number, maxLength = 1_000): Promise<Read> {
  const records: CsvRecord[] = [];
  try {
    for await (const batch of csvRecords(inPieces(text, length), maxLength)) {
      records.push(...batch.records);
    }
    return { records };
  } catch (error) {
    if (!(error instanceof CsvFault)) throw error;
    return { records, fault: error.message };
  }
}

const faults: Readonly<Record<string, string>> = {
  CSV_INVALID_CLOSING_QUOTE: "In a cell in quotes, a quote is not doubled.",
  CSV_QUOTE_NOT_CLOSED: "A cell begins with a quote and never ends with one.",
  INVALID_OPENING_QUOTE: "A quote stands in a cell that does not begin with one.",
};

function readByParser(text: string): Omit<Read, "records"> & { cells: unknown[] } {
  const cells: unknown[] = [];
  try {
    parse(text, {
      on_record: (record) => {
        cells.push(record);
        return record;
      },
      relax_column_count: true,
      skip_empty_lines: true,
      cast: (value, { quoting }) => (value === "" && !quoting ? null : value),
    });
    return { cells };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { cells, fault: faults[error.code] ?? error.code };
  }
}

const pieces = ["a", "ü", ",", '"', '""', '","', '"b"', '"c\nd"', "\n"];

test.each(["\n", "\r\n", "\r"])("any text with lines that end in %j", async (ending) => {
  const texts = fc.array(fc.constantFrom(...pieces), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(texts, fc.integer({ min: 1, max: 5 }), async (parts, length) => {
      const text = ["a,b", ...parts.join("").split("\n"), "c"].join(ending);
      const { records, fault } = await readWhole(text, length);
      const parsed = readByParser(text);
      expect(records.map(({ cells }) => cells)).toEqual(parsed.cells);
      expect(fault).toBe(parsed.fault);
    }),
    { numRuns: 3_000 },
  );
});

test("any text whose lines end in two or three ways, as files do that were put together", async () => {
  const ends = fc.constantFrom("\n", "\r\n", "\r");
  const rows = fc.array(fc.tuple(fc.constantFrom("a,b", '"c",d', "e", '"f\r\ng",h'), ends));
  await fc.assert(
    fc.asyncProperty(rows, fc.integer({ min: 1, max: 5 }), async (parts, length) => {
      const text = parts.flat().join("");
      const cellsOf = (of: string) => of.split(",").map((cell) => cell.replaceAll('"', ""));
      const lineOf = (place: number) => {
        const before = parts.slice(0, place).map(([row]) => row.split("\n").length);
        return before.reduce((sum, count) => sum + count, 1);
      };
      expect(await readWhole(text, length)).toEqual({
        records: parts.map(([row], place) => ({ cells: cellsOf(row), line: lineOf(place) })),
      });
    }),
    { numRuns: 1_000 },
  );
});

test.each([";", "\t", "|", "^"])(
  "a text as a whole may have cells separated by %j",
  (delimiter) => {
    const text = `"a\r\n${delimiter}"${delimiter}b,c\r\n\r\n${delimiter}d\ne`;
    expect(csvRecordsIn(text, { delimiter, firstLine: 2 })).toEqual({
      records: [
        { cells: [`a\r\n${delimiter}`, "b,c"], line: 2 },
        { cells: [null, "d"], line: 5 },
        { cells: ["e"], line: 6 },
      ],
      fault: undefined,
    });
  },
);

test("a record is located by the line on which it begins", async () => {
  const text = 'a,b\n\n"two\nlines","three\n\nlines"\nc,"d"\ne,f';
  for (const length of [1, 7, text.length]) {
    const { records } = await readWhole(text, length);
    expect(records.map(({ line }) => line)).toEqual([1, 3, 7, 8]);
  }
});

test("an empty cell is null, and two quotes are the empty text", async () => {
  const { records } = await readWhole('a,,"",\n', 3);
  expect(records).toEqual([{ cells: ["a", null, "", null], line: 1 }]);
});

test.each(["x".repeat(60), `"${"x".repeat(60)}`])("a record that is too long: %s", async (cell) => {
  const fault = "The row is longer than 16 MiB.";
  expect(await readWhole(`a\nb\n${cell}`, 10, 50)).toMatchObject({ records: [{}, {}], fault });
});
