// Legal holds, the removal of bytes past their time, and documents that were altered.
import type { Day } from "@bursar/values/dates";
import type { AccountNumber, Id } from "@bursar/values/ids";
import { afterAll, beforeAll, expect, test } from "vitest";
import { anyEntry } from "../../../../test/any-entry.ts";
import { openTestService, type TestService } from "../../../../test/harness.ts";
import { testContext } from "../../../../test/sample-template.ts";
import { write } from "../../../platform/change/write.ts";
import { findAlteredDocuments } from "../../service/anomalies/reads.ts";
import { keepDocument, keepUpload } from "../vault/changes.ts";
import { dueDocuments, expireDocuments } from "./expire-documents.ts";
import { heldDocuments } from "./held-documents.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const account = "RA00000001" as AccountNumber;
const path = (oid = "4703") => `/restapi/documents/${oid}/hold`;
const hold = { hold: true, reason: "Examination 2026-14" };
const lift = { hold: false, reason: "The examination is over" };

test("a hold is placed and lifted with its reason; each is stored, and its event emitted", async () => {
  const put = (body: object) => service.call("operator", "PUT", path(), body);
  const response = await put(hold);
  expect(response).toMatchObject({ status: 200, text: "" });
  expect(response.headers.location).toBe(`http://bursar.test${path()}`);
  expect((await service.call("operator", "GET", path())).body).toMatchObject({
    documentOid: "4703",
    owner: account,
    kind: "statement",
    reportType: "M",
    retainUntil: "2033-01-31T00:00:00.000-05:00",
    hold: true,
    expiredts: null,
    holds: [{ hold: true, reason: hold.reason }],
  });
  service.setNow("2026-03-02T15:00:01Z");
  await put(lift);
  const { body } = await service.call("operator", "GET", path());
  expect(body.hold).toBe(false);
  expect(body.holds.map(({ reason }: { reason: string }) => reason)).toEqual([
    lift.reason,
    hold.reason,
  ]);
  const entry = (await service.auditOf(account)).at(-1);
  expect(entry).toMatchObject({
    operation: "setDocumentHold",
    detail: {
      before: { hold: true },
      after: { hold: false },
      detail: { documentOid: "4703", reason: lift.reason },
    },
  });
  const event = (await service.eventsOf(account)).at(-1);
  expect([event?.type, event?.data]).toEqual([
    "document.held",
    { documentOid: "4703", reportType: "M" },
  ]);
});

test("two holds at once are both stored", async () => {
  const both = [hold, { ...hold, reason: "Lawsuit" }];
  await Promise.all(both.map((body) => service.call("operator", "PUT", path("4704"), body)));
  const { body } = await service.call("operator", "GET", path("4704"));
  expect(body.holds).toHaveLength(2);
  expect(body.hold).toBe(true);
});

test("documents on hold are listed, and those whose hold was lifted are not", async () => {
  const held = async (most?: number) =>
    (await Array.fromAsync(heldDocuments(service.db, most))).flat().map((each) => each.documentOid);
  service.setNow("2026-03-02T15:00:01.200Z");
  await service.call("operator", "PUT", path(), hold);
  await service.call("operator", "PUT", path("4704"), hold);
  const before = await held();
  expect(before).toEqual(expect.arrayContaining(["4703", "4704"]));
  // Page by page as well, and past one that is lifted.
  expect(await held(1)).toEqual(before);
  const [first] = (await Array.fromAsync(heldDocuments(service.db))).flat();
  expect(first).toMatchObject({ subject: account, reason: hold.reason });
  service.setNow("2026-03-02T15:00:01.500Z");
  await service.call("operator", "PUT", path(), lift);
  await service.call("operator", "PUT", path("4704"), lift);
  expect(await held()).toEqual(before.filter((oid) => oid !== "4703" && oid !== "4704"));
});

test("the operator lists documents on hold, by pages, and those past their time", async () => {
  const list = (query = "") => service.call("operator", "GET", `/restapi/documents${query}`);
  service.setNow("2026-03-02T15:00:01.800Z");
  await service.call("operator", "PUT", path(), hold);
  await service.call("operator", "PUT", path("4704"), hold);
  const { body } = await list("?state=held");
  const entry = { hold: true, reason: hold.reason, owner: account, name: "statement-2026-01.pdf" };
  expect(body).toContainEqual(expect.objectContaining({ documentOid: "4703", ...entry }));
  const page = await list("?limit=1");
  expect(page.body).toEqual(body.slice(0, 1));
  expect(page.headers.link).toContain(`after=${body[0].documentOid}`);
  expect((await list(`?limit=1&after=${body[0].documentOid}`)).body).toEqual(body.slice(1, 2));
  expect((await list("?after=999999")).body).toEqual([]);
  const due = async () =>
    (await list("?state=due")).body.map((each: { documentOid: string }) => each.documentOid);
  expect(await due()).not.toContain("4703");
  service.setNow("2035-03-02T15:00:00Z");
  // Held, it is not due whatever its age.
  expect(await due()).not.toContain("4703");
  await service.call("operator", "PUT", path(), lift);
  expect(await due()).toContain("4703");
  service.setNow("2026-03-02T15:00:02Z");
  await service.call("operator", "PUT", path("4704"), lift);
  for (const other of ["adviser", "otherAdviser", "issuer", "client"] as const) {
    expect((await service.call(other, "GET", "/restapi/documents")).status).toBe(403);
  }
  expect((await list("?state=old")).body).toMatchObject([{ errorCode: "invalid.state" }]);
});

test.each([
  [{ hold: true }, "reason", "null.reason"],
  [{ hold: true, reason: "" }, "reason", "invalid.reason"],
  [{ hold: "perhaps", reason: "x" }, "hold", "invalid.hold"],
  [{ reason: "x" }, "hold", "null.hold"],
])("%j is refused", async (body, field, errorCode) => {
  const response = await service.call("operator", "PUT", path(), body);
  expect([response.status, response.body]).toEqual([
    400,
    [{ type: "VALIDATION_FIELD", field, errorCode }],
  ]);
});

test("the operator alone holds, and a document that is not there is 404", async () => {
  for (const caller of ["adviser", "issuer", "client"] as const) {
    expect((await service.call(caller, "PUT", path(), hold)).status).toBe(403);
    expect((await service.call(caller, "GET", path())).status).toBe(403);
  }
  expect((await service.call(null, "PUT", path(), hold)).status).toBe(401);
  for (const oid of ["999", "x"]) {
    const response = await service.call("operator", "PUT", path(oid), hold);
    expect([response.status, response.body]).toEqual([
      404,
      [expect.objectContaining({ errorCode: "document.not.found" })],
    ]);
  }
});

test("bytes are removed after seven years, but for those on hold; row, hash and entry stay", async () => {
  const ctx = testContext(service.db);
  await write(ctx, anyEntry("keepOld"), async (tx) => {
    const old = (documentOid: string, reportDate: string) =>
      keepDocument(tx, ctx, {
        documentOid: documentOid as Id,
        owner: { type: "account", accountNumber: account },
        reportType: "M",
        reportDate: reportDate as Day,
        name: "old.pdf",
        mediaType: "application/pdf",
        content: Buffer.from(`%PDF-${documentOid}`),
      });
    const kept = [old("9301", "2019-02-28"), old("9302", "2019-03-02"), old("9303", "2018-12-31")];
    const [first] = kept;
    const after = { documents: kept.map(({ document }) => document) };
    return { value: null, audit: [{ subject: first?.subject ?? "", after }] };
  });
  await service.call("operator", "PUT", path("9303"), hold);

  const due = (await Array.fromAsync(dueDocuments(service.db, "2026-03-02" as Day))).flat();
  expect(due.map(({ documentOid }) => documentOid)).toEqual(["9301"]);
  const expired = (await Array.fromAsync(expireDocuments(ctx))).flat();
  expect(expired.map(({ documentOid }) => documentOid)).toEqual(["9301"]);
  expect((await Array.fromAsync(expireDocuments(ctx))).flat()).toEqual([]);

  const shown = (await service.call("operator", "GET", path("9301"))).body;
  expect(shown).toMatchObject({
    expiredts: "2026-03-02T10:00:00.000-05:00",
    sha256: due[0]?.sha256,
  });
  const entry = (await service.auditOf(account)).at(-1);
  expect(entry).toMatchObject({
    operation: "expireDocuments",
    detail: { detail: { expired: [{ documentOid: "9301", retainUntil: "2026-02-28" }] } },
  });
  const gone = "/restapi/members/ada.whitfield/downloads/statements/9301";
  expect((await service.call("adviser", "GET", gone)).status).toBe(404);
  expect(await findAlteredDocuments(service.db)).toEqual([]);
});

test("a hold that comes before the removal is seen by it", async () => {
  await service.call("operator", "PUT", path("9303"), lift);
  const ctx = testContext(service.db);
  const walk = expireDocuments({
    ...ctx,
    db: {
      ...ctx.db,
      // The hold is placed once the walk has found the document and before it removes the bytes.
      transaction: async (work) => {
        service.setNow("2026-03-02T15:00:03Z");
        await service.call("operator", "PUT", path("9303"), hold);
        return ctx.db.transaction(work);
      },
    },
  });
  expect((await Array.fromAsync(walk)).flat()).toEqual([]);
  expect((await service.call("operator", "GET", path("9303"))).body.expiredts).toBeNull();
});

test("uploads are retained until seven years after the account last held anything", async () => {
  const ctx = testContext(service.db, new Date("2010-06-01T15:00:00Z"));
  await service.load({
    "accounts.csv":
      "accountNumber,accountName,accountType,owners,billingPlanOid,openedOn\n" +
      'RA00000098,Empty,I,"[""dmitri.ivanov""]",3001,2010-05-01\n',
  });
  await write(ctx, anyEntry("uploadOld"), async (tx) => {
    const subjects = ["RA00000098", account, "member:dmitri.ivanov", "member:rosa.kim"] as const;
    const notes = subjects.map((subject, at) => {
      const document = keepUpload(tx, ctx, {
        subject,
        documentOid: String(9310 + at) as Id,
        documentType: "W9",
        name: "w9.pdf",
        mediaType: "application/pdf",
        content: Buffer.from("%PDF-w9"),
      });
      return { subject, after: { document } };
    });
    return { value: null, audit: notes };
  });
  const dueOn = async (day: string) => {
    const due = (await Array.fromAsync(dueDocuments(service.db, day as Day))).flat();
    const oids = due.map(({ documentOid }) => documentOid as string);
    return oids.filter((oid) => oid.startsWith("931"));
  };
  expect(await dueOn("2017-05-30")).toEqual([]);
  // RA00000001 holds something; so do an account of the member and the trust of the trustee.
  await service.admin(
    `insert into account_trustee (account_number, position, login_id)
    values ('${account}', 1, 'rosa.kim') on conflict do nothing`,
  );
  expect(await dueOn("2017-06-02")).toEqual(["9310"]);
});

test("the doctor finds bytes, rows and files that were altered", async () => {
  await service.admin(
    "update document_content set content = '%PDF-forged' where document_oid = 4703",
  );
  await service.admin("delete from document_content where document_oid = 4702");
  await service.admin(
    `with forged as (update document_content set content = '%PDF-both' where document_oid = 4701
       returning content)
     update document set sha256 = encode(sha256(content), 'hex'), byte_count = length(content) from forged
     where document_oid = 4701`,
  );
  const read = await service.call(
    "client",
    "GET",
    "/restapi/members/ada.whitfield/downloads/statements/4703",
  );
  expect([read.status, read.body]).toEqual([
    400,
    [
      {
        type: "VALIDATION_RULE",
        errorCode: "document.altered.rule",
        message: expect.stringContaining("Document 4703 is not as it was stored"),
      },
    ],
  ]);
  expect(await findAlteredDocuments(service.db)).toEqual([
    {
      kind: "altered document",
      count: 3,
      first: [
        "Document 4701 of RA00000001 has a hash that is in no audit entry of its owner.",
        "Document 4703 of RA00000001 has bytes with another hash than when it was stored.",
        "Document 4702 of member:ada.whitfield has lost its bytes before its time.",
      ],
    },
  ]);
});
