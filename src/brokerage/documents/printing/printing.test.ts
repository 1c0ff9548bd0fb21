// Papers that go out on paper: to whom, in what manifest, and that each is noted once.
import type { Day } from "@bursar/values/dates";
import type { AccountNumber, Id } from "@bursar/values/ids";
import { afterAll, beforeAll, expect, test } from "vitest";
import { anyEntry } from "../../../../test/any-entry.ts";
import { openTestService, type TestService } from "../../../../test/harness.ts";
import { testContext } from "../../../../test/sample-template.ts";
import { write } from "../../../platform/change/write.ts";
import { drawDocument, keepDocument, type NewPaper, releaseDrawn } from "../vault/changes.ts";
import { manifestHeader, manifestLines, pagesOf } from "./manifest.ts";
import { papersToPrint } from "./papers-to-print.ts";
import { printDocuments } from "./print-documents.ts";

let service: TestService;
const runOid = "9500" as Id;
const page = "%PDF-1.4 <</Type /Pages /Count 2>> <</Type /Page>> <</Type/Page/Parent 2 0 R>>";

beforeAll(async () => {
  service = await openTestService();
  const ctx = testContext(service.db);
  await write(ctx, anyEntry("drawForPrint"), async (tx) => {
    const paper = (documentOid: string, more: Partial<NewPaper>) =>
      drawDocument(tx, ctx, {
        documentOid: documentOid as Id,
        owner: { type: "account", accountNumber: "RA00000003" as AccountNumber },
        reportType: "M",
        reportDate: "2026-02-28" as Day,
        name: "statement.pdf",
        mediaType: "application/pdf",
        content: Buffer.from(page),
        ...more,
        runOid,
      });
    paper("9501", {});
    paper("9502", { reportType: "AD" });
    paper("9503", { owner: { type: "member", loginId: "ada.whitfield" }, reportType: "AD" });
    return { value: null, audit: [{ subject: "firm:1002" }] };
  });
});
afterAll(() => service.close());

const printed = async () => (await Array.fromAsync(papersToPrint(service.db, runOid))).flat();
const letters = async () =>
  (await printed()).flatMap(({ documentOid, recipients }) =>
    recipients.map(({ loginId }) => `${documentOid} ${loginId}`),
  );

test("nothing is printed before the run is released", async () => {
  expect(await printed()).toEqual([]);
  const ctx = testContext(service.db);
  await write(ctx, anyEntry("releaseForPrint"), async (tx) => ({
    value: null,
    audit: (async function* () {
      for await (const kept of releaseDrawn(tx, ctx, runOid)) {
        yield kept.map(({ subject, document, events }) => ({
          subject,
          after: { document },
          events,
        }));
      }
    })(),
  }));
  expect(await letters()).toEqual([
    "9501 ada.whitfield",
    "9501 ben.whitfield",
    "9502 ada.whitfield",
    "9502 ben.whitfield",
    "9503 ada.whitfield",
  ]);
});

test("what a member gets electronically is not printed for that member", async () => {
  const path = "/restapi/members/ada.whitfield/deliverypreferences";
  const body = { bills: "electronic", consent: true };
  expect((await service.call("client", "PUT", path, body)).status).toBe(200);
  expect(await letters()).toEqual([
    "9501 ada.whitfield",
    "9501 ben.whitfield",
    "9502 ben.whitfield",
  ]);
});

test("the manifest has address, pages and hash of each letter, and is the same again", async () => {
  const manifest = async () => (await printed()).map(manifestLines).join("");
  const first = await manifest();
  const [line = ""] = first.split("\r\n");
  expect(manifestHeader.split(",")).toHaveLength(line.split(",").length);
  expect(line).toMatch(/^9501,9501\.pdf,M,2026-02-28,RA00000003,ada\.whitfield,Ada Whitfield,/);
  expect(line).toMatch(new RegExp(`,2,${page.length},[0-9a-f]{64}$`));
  expect(await manifest()).toBe(first);
});

test("each letter is noted once as handed over, in the chain of its owner", async () => {
  const ctx = testContext(service.db);
  const note = async () => printDocuments(ctx, runOid, await printed());
  const both = await Promise.all([note(), note()]);
  expect(both.toSorted()).toEqual([0, 3]);
  expect(await note()).toBe(0);
  const entry = (await service.auditOf("RA00000003")).at(-1);
  expect(entry).toMatchObject({
    operation: "printDocuments",
    detail: {
      detail: {
        runOid,
        handedOver: [
          { documentOid: "9501", loginId: "ada.whitfield" },
          { documentOid: "9501", loginId: "ben.whitfield" },
          { documentOid: "9502", loginId: "ben.whitfield" },
        ],
      },
    },
  });
});

test("pages are counted where the PDF names them", () => {
  expect(pagesOf(Buffer.from(page))).toBe("2");
  expect(pagesOf(Buffer.from("%PDF-1.5 compressed"))).toBe("");
});

test("a paper of which the bytes were altered is not printed", async () => {
  await service.admin(
    "update document_content set content = '%PDF-forged' where document_oid = 9502",
  );
  await expect(printed()).rejects.toMatchObject({
    problems: [{ errorCode: "document.altered.rule", message: expect.stringContaining("9502") }],
  });
});

test("a household's report goes to those alone who may see every account in it", async () => {
  const ofHousehold = "9600" as Id;
  const ctx = testContext(service.db);
  const report = (documentOid: string, accountNumbers: string[]): NewPaper => ({
    documentOid: documentOid as Id,
    owner: {
      type: "household",
      householdOid: "61" as Id,
      firmOid: "1002" as Id,
      accountNumbers: accountNumbers as AccountNumber[],
    },
    reportType: "R",
    reportDate: "2026-02-28" as Day,
    name: "report.pdf",
    mediaType: "application/pdf",
    content: Buffer.from(page),
    runOid: ofHousehold,
  });
  await write(ctx, anyEntry("keepForPrint"), async (tx) => {
    const kept = [
      keepDocument(tx, ctx, report("9601", ["RA00000003"])),
      keepDocument(tx, ctx, report("9602", ["RA00000003", "RA00000012"])),
    ];
    const audit = kept.map(({ subject, document }) => ({ subject, after: { document } }));
    return { value: null, audit };
  });
  const sent = (await Array.fromAsync(papersToPrint(service.db, ofHousehold))).flat();
  const logins = sent.map(({ documentOid, recipients }) => [
    documentOid,
    recipients.map(({ loginId }) => loginId),
  ]);
  expect(logins).toEqual([["9601", ["ada.whitfield", "ben.whitfield"]]]);
});
