// Documents that are sent: what is stored, who sees them, what is asked of the operator.
import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestService, type TestService } from "../../../../test/harness.ts";
import { mostBytes } from "../vault/kept-bytes.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const pdf = Buffer.from("%PDF-1.7\nsent\n\xff\x00", "latin1");
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1]);
const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);
const ofAccount = (account = "RA00000001") => `/restapi/accounts/${account}/uploads`;
const ofMember = (login = "ada.whitfield") => `/restapi/members/${login}/uploads`;
const sent = (more: object = {}) => ({
  documentData: pdf.toString("base64"),
  documentType: "TRUST_EVIDENCE",
  ...more,
});
const oidOf = (response: { headers: Record<string, unknown> }) =>
  String(response.headers.location).split("/").at(-1) ?? "";
const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

test("a document is stored with its hash, listed, read back and put to the operator", async () => {
  const comments = `${"x".repeat(299)}🦩yz`;
  const body = sent({ reference: "T-1", comments });
  const response = await service.call("adviser", "POST", ofAccount(), body);
  const oid = oidOf(response);
  expect(response).toMatchObject({ status: 200, text: "" });
  expect(response.headers.location).toBe(`http://bursar.test${ofAccount()}/${oid}`);

  const list = await service.call("adviser", "GET", ofAccount());
  const [first, loaded] = list.body as Record<string, unknown>[];
  expect(first).toEqual({
    documentOid: oid,
    documentType: "TRUST_EVIDENCE",
    name: `trust-evidence-${oid}.pdf`,
    mediaType: "application/pdf",
    bytes: "16",
    sha256: sha256(pdf),
    reference: "T-1",
    referenceType: "ACCOUNT",
    comments: `${"x".repeat(299)}🦩`,
    createts: "2026-03-02T10:00:00.000-05:00",
    ifaId: first?.ifaId,
    ifaStatus: "I",
  });
  expect(loaded).toMatchObject({ documentOid: "4701", documentType: "W9", ifaId: null });

  const read = await service.call("adviser", "GET", `${ofAccount()}/${oid}`);
  expect(read.headers["content-type"]).toBe("application/pdf");
  expect(read.headers["content-disposition"]).toContain(
    `attachment; filename="trust-evidence-${oid}.pdf"`,
  );
  expect(Buffer.byteLength(read.text)).toBeGreaterThan(0);

  const entry = (await service.auditOf("RA00000001")).at(-1);
  expect(entry).toMatchObject({
    operation: "uploadAccountDocument",
    detail: {
      after: {
        document: { documentOid: oid, sha256: sha256(pdf), bytes: "16", kind: "upload" },
        upload: { documentType: "TRUST_EVIDENCE", itemId: first?.ifaId },
      },
    },
  });
  expect(JSON.stringify(entry)).not.toContain(body.documentData);
  const events = (await service.eventsOf("RA00000001")).slice(-2);
  expect(events.map(({ type, data }) => [type, data])).toEqual([
    ["document.uploaded", { documentOid: oid }],
    ["item.created", { id: first?.ifaId, loginId: "ada.whitfield", ifaType: "DU", ifaStatus: "I" }],
  ]);
});

test("the operator's answer to the item is the verdict", async () => {
  service.setNow("2026-03-02T15:00:01Z");
  const oid = oidOf(await service.call("adviser", "POST", ofAccount(), sent()));
  const [first] = (await service.call("operator", "GET", ofAccount())).body as {
    ifaId: string;
  }[];
  const item = `/restapi/members/ada.whitfield/ifas/${first?.ifaId}`;
  expect((await service.call("operator", "GET", item)).body).toMatchObject({
    ifaType: "DU",
    title: "Evidence of a trust",
    targetOid: oid,
    targetOidType: "D",
  });
  expect((await service.call("operator", "PUT", item, { action: "R" })).status).toBe(200);
  const [judged] = (await service.call("adviser", "GET", ofAccount())).body as object[];
  expect(judged).toMatchObject({ documentOid: oid, ifaStatus: "X" });
});

test("a client sends for its own account and reads it; the item is the client's", async () => {
  const response = await service.call("client", "POST", ofAccount(), sent({ documentType: "W9" }));
  expect(response.status).toBe(200);
  const read = await service.call("client", "GET", `${ofAccount()}/${oidOf(response)}`);
  expect(read.status).toBe(200);
  const events = await service.eventsOf("RA00000001");
  expect(events.at(-1)?.data).toMatchObject({ loginId: "ada.whitfield", ifaType: "DU" });
});

test("proof of identity may be an image; the item belongs to the member's first account", async () => {
  for (const [bytes, type] of [
    [png, "image/png"],
    [jpeg, "image/jpeg"],
    [pdf, "application/pdf"],
  ] as const) {
    const body = { documentData: bytes.toString("base64"), documentType: "CIP_VERIFICATION" };
    const response = await service.call("adviser", "POST", ofMember(), body);
    expect(response.status).toBe(200);
    const read = await service.call("adviser", "GET", `${ofMember()}/${oidOf(response)}`);
    expect(read.headers["content-type"]).toBe(type);
  }
  const [newest] = (await service.call("client", "GET", ofMember())).body as object[];
  expect(newest).toMatchObject({ referenceType: "MEMBER", ifaStatus: "I" });
  const entry = (await service.auditOf("member:ada.whitfield")).at(-1);
  expect(entry?.detail.after).toMatchObject({ document: { kind: "upload" } });
  const ofItem = (await service.auditOf("RA00000001")).at(-1);
  expect(ofItem).toMatchObject({
    operation: "uploadMemberDocument",
    detail: { after: { document: { kind: "upload" } } },
  });
});

describe("refusals", () => {
  const problem = (field: string, errorCode: string) =>
    expect.objectContaining({ type: "VALIDATION_FIELD", field, errorCode });
  const data = problem("documentData", "invalid.document.data");

  test.each([
    ["an image", { documentData: png.toString("base64") }, data],
    ["a text", { documentData: Buffer.from("Hello").toString("base64") }, data],
    ["no Base64", { documentData: `${pdf.toString("base64")}*` }, data],
    ["no bytes", { documentData: "" }, data],
    ["nothing", { documentData: null }, problem("documentData", "null.document.data")],
    [
      "a member's type",
      { documentType: "CIP_VERIFICATION" },
      problem("documentType", "invalid.choice"),
    ],
    ["another reference", { referenceType: "FIRM" }, problem("referenceType", "invalid.choice")],
    ["a long reference", { reference: "x".repeat(41) }, problem("reference", "invalid.reference")],
  ])("%s is refused", async (_, more, expected) => {
    const response = await service.call("adviser", "POST", ofAccount(), sent(more));
    expect([response.status, response.body]).toEqual([400, [expected]]);
  });

  test("every fault is named at once", async () => {
    const body = { documentData: "*", documentType: "FORM", reference: "x".repeat(41), size: 1 };
    const response = await service.call("adviser", "POST", ofAccount(), body);
    expect((response.body as { field: string }[]).map(({ field }) => field).toSorted()).toEqual([
      "documentData",
      "documentType",
      "reference",
      "size",
    ]);
  });

  test("16 MiB are stored, and one byte more is refused by name", async () => {
    const most = Buffer.concat([pdf, Buffer.alloc(mostBytes - pdf.length)]);
    const send = (bytes: Buffer) =>
      service.call(
        "adviser",
        "POST",
        ofAccount(),
        sent({ documentData: bytes.toString("base64") }),
      );
    expect((await send(most)).status).toBe(200);
    const response = await send(Buffer.concat([most, Buffer.alloc(1)]));
    expect([response.status, response.body]).toEqual([400, [data]]);
  });

  test("other firms, other clients and anonymous callers neither send nor read", async () => {
    for (const path of [ofAccount(), ofMember()]) {
      for (const caller of ["otherAdviser", "issuer"] as const) {
        expect((await service.call(caller, "POST", path, sent())).status).toBe(403);
        expect((await service.call(caller, "GET", path)).status).toBe(403);
      }
      expect((await service.call(null, "GET", path)).status).toBe(401);
    }
    const other = await service.call("client", "GET", ofAccount("RA00000005"));
    expect(other.status).toBe(403);
  });

  test.each(["4703", "4702", "999", "x", "99999999999999999999"])(
    "the account has no upload %s",
    async (oid) => {
      const response = await service.call("adviser", "GET", `${ofAccount()}/${oid}`);
      expect(response.status).toBe(404);
      expect(response.body).toMatchObject([{ errorCode: "document.not.found" }]);
    },
  );
});

test("a firm that has stored its most is refused, and two uploads at once are each counted", async () => {
  const limited = await openTestService({ storedBytesOfFirm: 20_000 });
  try {
    const big = Buffer.concat([pdf, Buffer.alloc(5_000)]).toString("base64");
    const send = () => limited.call("adviser", "POST", ofAccount(), sent({ documentData: big }));
    const two = await Promise.all([send(), send()]);
    expect(two.map(({ status }) => status)).toEqual([200, 200]);
    let last = await send();
    while (last.status === 200) last = await send();
    expect([last.status, last.body]).toEqual([
      400,
      [expect.objectContaining({ errorCode: "document.bytes.rule" })],
    ]);
  } finally {
    await limited.close();
  }
});

test("a repeat with the same key stores nothing again", async () => {
  const headers = { "Idempotency-Key": "upload-1" };
  const one = await service.call("adviser", "POST", ofAccount(), sent(), headers);
  const again = await service.call("adviser", "POST", ofAccount(), sent(), headers);
  expect(again.headers.location).toBe(one.headers.location);
  expect(again.headers["idempotency-replayed"]).toBe("true");
});

test("a document of which the bytes were altered is not handed out", async () => {
  const oid = oidOf(await service.call("adviser", "POST", ofAccount(), sent()));
  await service.admin(
    "update document_content set content = '%PDF-forged' where document_oid = $1",
    [oid],
  );
  const answer = await service.call("adviser", "GET", `${ofAccount()}/${oid}`);
  expect(answer).toMatchObject({
    status: 400,
    body: [
      {
        errorCode: "document.altered.rule",
        message: expect.stringContaining(`Document ${oid} is not as it was stored`),
      },
    ],
  });
});
