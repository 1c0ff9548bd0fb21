// The manifest of printed papers: one line a letter. (docs/documents.md)
import { csvCell, csvLine } from "../../../values/csv-cell.ts";
import type { PaperToPrint } from "./papers-to-print.ts";

const addressFields = ["line1", "line2", "line3", "city", "state", "zipcode", "country"] as const;

/** The first line. */
export const manifestHeader = csvLine([
  "documentOid",
  "file",
  "reportType",
  "reportDate",
  "owner",
  "loginId",
  "name",
  ...addressFields,
  "pages",
  "bytes",
  "sha256",
]);

/** The name of the file with a paper. */
export function fileOf({ documentOid }: Pick<PaperToPrint, "documentOid">): string {
  return `${documentOid}.pdf`;
}

/** The lines of a paper: one for each member to whom it goes. */
export function manifestLines(paper: PaperToPrint): string {
  const { documentOid, reportType, reportOn, subject, content, sha256, recipients } = paper;
  return recipients
    .map(({ loginId, name, address }) =>
      csvLine([
        documentOid,
        fileOf(paper),
        reportType ?? "",
        reportOn,
        subject,
        csvCell(loginId),
        csvCell(name),
        ...addressFields.map((field) => csvCell(address?.[field] ?? "")),
        pagesOf(content),
        String(content.length),
        sha256,
      ]),
    )
    .join("");
}

/** How many pages a PDF has, as far as it names them outside of compressed parts; empty if it names none. */
export function pagesOf(content: Buffer): string {
  const found = content.toString("latin1").match(/\/Type\s*\/Page(?![a-zA-Z])/g);
  return found === null ? "" : String(found.length);
}
