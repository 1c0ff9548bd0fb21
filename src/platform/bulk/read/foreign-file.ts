// Files that are no text of records whatever their names say, recognized by their first bytes.
import type { RowProblem } from "../../../values/row-rule.ts";

const save = "save the sheet from the spreadsheet as CSV UTF-8";

/** Beginnings of files in hexadecimal, with what such a file is. */
const forms: readonly (RowProblem & { readonly begins: readonly string[] })[] = [
  {
    begins: ["504b0304", "504b0506"],
    reason: "The file is a zip archive, as a workbook (.xlsx, .ods, .numbers) is one.",
    cure: `${save}, or unpack it`,
  },
  {
    begins: ["d0cf11e0"],
    reason: "The file is a workbook of an old spreadsheet (.xls).",
    cure: save,
  },
  // The second is what becomes of the first where it is sent as text.
  { begins: ["1f8b", "1fefbfbd"], reason: "The file is packed with gzip.", cure: "unpack it" },
  { begins: ["425a68"], reason: "The file is packed with bzip2.", cure: "unpack it" },
  { begins: ["fd377a585a"], reason: "The file is packed with xz.", cure: "unpack it" },
  { begins: ["255044462d"], reason: "The file is a PDF.", cure: "have it exported as CSV" },
];

const markup: RowProblem = {
  reason: "The file is HTML or XML, which some pages offer as a spreadsheet.",
  cure: `open it in a spreadsheet and ${save}`,
};

/** The kind of file that stands in place of records, by its first bytes. */
export function foreignFile(bytes: Uint8Array): RowProblem | undefined {
  const first = Buffer.from(bytes.subarray(0, 200));
  const hex = first.toString("hex");
  const found = forms.find(({ begins }) => begins.some((each) => hex.startsWith(each)));
  if (found === undefined) {
    const isMarkup = /^\ufeff?\s*<(?:!doctype|html|head|table|\?xml)/i.test(first.toString("utf8"));
    return isMarkup ? markup : undefined;
  }
  const { begins: _, ...problem } = found;
  return problem;
}
