// A document: whose it is, what kind of paper, and how long it is retained. (docs/documents.md)
import { createHash } from "node:crypto";
import { addMonths, type Day } from "@bursar/values/dates";
import type { AccountNumber, Id } from "@bursar/values/ids";
import type { Actor } from "../../../platform/change/context.ts";

/** The owner of a document: an account, a member, or a firm's household with the accounts that it shows. */
export type DocumentOwner =
  | {
      readonly type: "account";
      readonly accountNumber: AccountNumber;
      /** All accounts that it shows, where they are several: its readers need a right to each. */
      readonly accountsShown?: readonly string[] | undefined;
    }
  | { readonly type: "member"; readonly loginId: string }
  | {
      readonly type: "household";
      readonly householdOid: Id;
      readonly firmOid: Id;
      readonly accountNumbers: readonly AccountNumber[];
    };

/** The types of papers: bill, statement, confirmation, forms 5498, 1099 and 1099-R, performance report. */
export const reportTypes = ["AD", "M", "T", "W", "X", "Y", "R"] as const;
export type ReportType = (typeof reportTypes)[number];

/** The media types that are accepted. */
export type MediaType = "application/pdf" | "application/xml" | "image/jpeg" | "image/png";

/** A paper that is to be stored, or drawn for a run. */
export interface NewPaper {
  /** A new id if it is left out. */
  readonly documentOid?: Id;
  readonly owner: DocumentOwner;
  readonly reportType: ReportType;
  /** The last day that it reports. */
  readonly reportDate: Day;
  /** The name under which it is saved, at most 120 characters. */
  readonly name: string;
  readonly mediaType: MediaType;
  readonly content: Buffer;
  /** The layout by which it was drawn. */
  readonly templateOid?: Id;
  /** Whether it takes the place of an earlier one of the same account and period. */
  readonly isCorrected?: boolean;
  readonly runOid?: Id;
}

/** The kind of a document: a bill, any other paper, or an upload. */
export type DocumentKind = "statement" | "bill" | "upload";

/** The kind of a document with a report type; one without is an upload. */
export function kindOf(reportType: ReportType | undefined): DocumentKind {
  if (reportType === undefined) return "upload";
  return reportType === "AD" ? "bill" : "statement";
}

/** A document as it is stored, without its bytes. */
export interface DocumentRow {
  /** The subject of the owner's audit entries. */
  readonly subject: string;
  readonly documentOid: Id;
  readonly kind: DocumentKind;
  readonly reportType: ReportType | null;
  /** The type of document that was sent; null of a paper. */
  readonly documentType: string | null;
  readonly reportOn: Day;
  readonly name: string;
  readonly mediaType: MediaType;
  readonly byteCount: number;
  /** In hexadecimal. */
  readonly sha256: string;
  readonly retainUntil: Day | null;
  readonly templateOid: Id | null;
  readonly isCorrected: boolean;
  readonly runOid: Id | null;
  readonly householdOid: Id | null;
  readonly accountsShown: readonly string[] | null;
  readonly createdAt: Date;
  readonly createdBy: string;
}

/** The subject of an owner's audit entries, under which its documents are stored. */
export function subjectOf(owner: DocumentOwner): string {
  if (owner.type === "account") return owner.accountNumber;
  return owner.type === "member" ? `member:${owner.loginId}` : `firm:${owner.firmOid}`;
}

/** How many months a paper is retained from the last day that it reports: seven years. (17 CFR 240.17a-4) */
const monthsKept = 84;

/** The last day on which a paper is retained. */
export function retainedUntil(reportDate: Day): Day {
  return addMonths(reportDate, monthsKept);
}

/** The maker of a document, as it is stored: a member, an API user, or a command. */
export function makerOf({ member, actingFor, apiUser, command }: Actor): string {
  return (
    member ?? actingFor ?? (apiUser === undefined ? (command ?? "unknown") : `api-user:${apiUser}`)
  );
}

/** The right to an account that its papers of a type need; null is an upload. (docs/documents.md) */
export function rightTo(reportType: string | null): "summary" | "detail" | "papers" {
  if (reportType === null || ["W", "X", "Y"].includes(reportType)) return "papers";
  return reportType === "R" ? "summary" : "detail";
}

/** The SHA-256 of a document's bytes, in hexadecimal. */
export function hashOf(content: Buffer): string {
  return createHash("sha256").update(content).digest("hex");
}
