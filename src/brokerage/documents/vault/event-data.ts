// The data of events about a document.
import type { DocumentRow } from "./document.ts";

/** The data of an event: the document, its report type, and the member whose it is, if it is one's. */
export function documentEventData({
  subject,
  documentOid,
  reportType,
}: Pick<DocumentRow, "subject" | "documentOid" | "reportType">) {
  const [, loginId] = /^member:(.+)$/s.exec(subject) ?? [];
  return {
    documentOid,
    ...(reportType !== null && { reportType }),
    ...(loginId !== undefined && { loginId }),
  };
}
