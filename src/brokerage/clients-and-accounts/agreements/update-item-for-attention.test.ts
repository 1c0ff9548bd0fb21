// Items for attention over HTTP: listed, made, viewed and answered. (interface 6.3)
import { describe, expect, test } from "vitest";
import { errorCodesOf } from "../../../../test/error-codes.ts";
import { useTestService } from "../../../../test/harness.ts";
import type { CallerName } from "../../../../test/sample-template.ts";
import { LoadFault } from "../../../platform/bulk/kinds/load-problem.ts";
import { sql } from "../../../platform/store/db.ts";
import { exampleSignature } from "./signature.ts";

const service = useTestService({ storedBytesOfFirm: 20_000 });

const path = (login: string, id = "") => `/restapi/members/${login}/ifas${id && `/${id}`}`;
const get = (login: string, id = "", caller: CallerName | null = "adviser") =>
  service.call(caller, "GET", path(login, id));
const post = (login: string, body: object, caller: CallerName | null = "adviser") =>
  service.call(caller, "POST", path(login), body);
const act = (login: string, id: string, body: object, caller: CallerName | null = "adviser") =>
  service.call(caller, "PUT", path(login, id), body);
const idIn = ({ headers }: { headers: Record<string, unknown> }) =>
  String(headers.location).split("/").at(-1) ?? "";
const passport = { accountNumber: "RA00000001", ifaType: "DU", title: "Passport" };
const signed = {
  signatureMethod: "SIGNATURE_IMAGE",
  signatureImageEncoding: "SVG",
  signatureData: exampleSignature,
  backupWithholdingType: "Yes",
};

describe("the items of a member", () => {
  test("are listed with the newest first, all or those that wait", async () => {
    const idsIn = ({ body }: { body: { id: string }[] }) => body.map(({ id }) => id);
    expect(idsIn(await get("ada.whitfield"))).toEqual([
      "4505",
      "4503",
      "4502",
      "4519",
      "4521",
      "4523",
      "4506",
      "4501",
      "4504",
    ]);
    const open = await service.call("client", "GET", `${path("ada.whitfield")}?ifastatus=open`);
    expect(idsIn(open)).toEqual(["4505", "4503", "4502"]);
    const other = await service.call("client", "GET", `${path("ada.whitfield")}?ifastatus=closed`);
    expect([other.status, errorCodesOf(other)]).toEqual([400, ["invalid.ifastatus"]]);
  });

  test("wait from the first to the last of their days; a notice until it is viewed", async () => {
    const of = { accountNumber: "RA00000005", title: "Days" };
    const days = (startDate: string, expirationDate: string) => ({ startDate, expirationDate });
    const make = async (body: object) => idIn(await post("carol.nguyen", { ...of, ...body }));
    const isOpen = async (id: string) => {
      const { body } = await service.call(
        "adviser",
        "GET",
        `${path("carol.nguyen")}?ifastatus=open`,
      );
      return body.some((item: { id: string }) => item.id === id);
    };
    const item = await make({ ifaType: "IA", ...days("2026-03-03", "2026-03-04") });
    const notice = await make({ ifaType: "NO" });
    const seen = await make({ ifaType: "AN" });
    const answered = await make({ ifaType: "AN" });
    await act("carol.nguyen", answered, { action: "A" });
    for (const id of [notice, seen]) {
      expect(await isOpen(id)).toBe(true);
      expect((await act("carol.nguyen", id, { action: "V" })).status).toBe(200);
    }
    expect([await isOpen(notice), await isOpen(seen)]).toEqual([false, true]);
    expect(await isOpen(answered)).toBe(false);
    const open: boolean[] = [];
    for (const day of ["02", "03", "04", "05"]) {
      service.setNow(`2026-03-${day}T15:00:00Z`);
      open.push(await isOpen(item));
    }
    service.setNow("2026-03-02T15:00:00Z");
    expect(open).toEqual([false, true, true, false]);
  });

  test("have every field, and what they do not say their type does", async () => {
    const { body } = await get("ada.whitfield", "4503");
    expect(body).toEqual({
      id: "4503",
      accountNumber: "RA00000001",
      ifaType: "NO",
      ifaStatus: "I",
      title: "Notice",
      text: null,
      targetOid: null,
      targetOidType: "A",
      forceView: false,
      forceResponse: false,
      viewsRemaining: "3",
      numberOfViews: "0",
      startDate: "2026-02-24T00:00:00.000-05:00",
      expirationDate: "2026-05-24T00:00:00.000-04:00",
      viewDateTime: null,
      actionDateTime: null,
      actorOid: null,
    });
    const bankLink = await get("ada.whitfield", "4505");
    expect(bankLink.body).toMatchObject({
      title: "Bank link",
      targetOidType: "B",
      viewsRemaining: "-100",
      forceResponse: true,
    });
  });

  test.each(["4508", "0", "x", "9".repeat(30), "%00"])("%s is none of them", async (id) => {
    const responses = [
      await get("ada.whitfield", id),
      await act("ada.whitfield", id, { action: "V" }),
    ];
    expect(responses.map((response) => [response.status, errorCodesOf(response)])).toEqual(
      responses.map(() => [404, ["ifa.not.found"]]),
    );
  });

  test("are refused in a load where two of one member share an id", async () => {
    const header = "accountNumber,id,loginId,ifaType,ifaStatus,startDate";
    const row = "RA00000002,4501,ada.whitfield,NO,I,2026-02-24";
    const files = { "items-for-attention.csv": `${header}\n${row}` };
    const fault = await service.load(files).catch((error: unknown) => error);
    expect((fault as LoadFault).problems).toMatchObject([
      { line: 2, column: "id", reason: "The member has another item with this id." },
    ]);
    expect(fault).toBeInstanceOf(LoadFault);
  });
});

describe("createItemForAttention", () => {
  test("asks for attention, as the audit log and an event show", async () => {
    const response = await post("ada.whitfield", {
      ...passport,
      text: "Please send a copy.",
      viewsRemaining: 2,
      forceView: "true",
      startDate: "2026-03-03",
      expirationDate: "2026-03-04",
    });
    expect([response.status, response.text]).toEqual([201, ""]);
    const id = idIn(response);
    expect(response.headers.location).toBe(`http://bursar.test${path("ada.whitfield", id)}`);
    expect((await get("ada.whitfield", id)).body).toMatchObject({
      title: "Passport",
      text: "Please send a copy.",
      targetOid: "RA00000001",
      viewsRemaining: "2",
      forceView: true,
      forceResponse: true,
      ifaStatus: "I",
      startDate: "2026-03-03T00:00:00.000-05:00",
    });
    for (const subject of ["member:ada.whitfield", "RA00000001"]) {
      expect((await service.auditOf(subject)).at(-1)).toMatchObject({
        operation: "createItemForAttention",
        detail: { after: { item: { id, ifaType: "DU", title: "Passport" } } },
      });
    }
    expect((await service.eventsOf("RA00000001")).at(-1)).toEqual({
      type: "item.created",
      data: { id, loginId: "ada.whitfield", ifaType: "DU", ifaStatus: "I" },
    });
    const early = await act("ada.whitfield", id, { action: "V" });
    expect(errorCodesOf(early)).toEqual(["ifa.date.rule"]);
  });

  test("refuses a foreign account, a type of others, and an end before the start", async () => {
    const bad = { ...passport, accountNumber: "RA00000004", ifaType: "BV" };
    expect(errorCodesOf(await post("ada.whitfield", bad))).toEqual([
      "ifa.account.rule",
      "ifa.type.rule",
    ]);
    const over = { ...passport, expirationDate: "2026-03-01" };
    expect(errorCodesOf(await post("ada.whitfield", over))).toEqual(["invalid.expiration.date"]);
    expect((await post("ada.whitfield", { ...passport, ifaType: "BV" }, "operator")).status).toBe(
      201,
    );
  });
});

describe("updateItemForAttention", () => {
  const make = async (body: object) => idIn(await post("ada.whitfield", { ...passport, ...body }));

  test("names another item in its body than in the path: refused", async () => {
    const response = await act("ada.whitfield", "4503", { action: "V", id: "8" });
    expect([response.status, errorCodesOf(response)]).toEqual([400, ["uri.matching.rule"]]);
  });

  test("counts views until none is left", async () => {
    const id = await make({ ifaType: "NO", viewsRemaining: "2" });
    for (const left of ["1", "0"]) {
      expect((await act("ada.whitfield", id, { action: "V", id }, "client")).status).toBe(200);
      const { body } = await get("ada.whitfield", id);
      expect([body.ifaStatus, body.viewsRemaining]).toEqual(["V", left]);
    }
    const { body } = await get("ada.whitfield", id);
    expect([body.numberOfViews, body.viewDateTime]).toEqual(["2", "2026-03-02T10:00:00.000-05:00"]);
    expect(errorCodesOf(await act("ada.whitfield", id, { action: "V" }, "client"))).toEqual([
      "ifa.view.rule",
    ]);
    expect((await service.eventsOf("RA00000001")).at(-1)?.type).toBe("item.viewed");
  });

  test.each<[CallerName, string, string | null]>([
    ["client", "A", "2111"],
    ["adviser", "Y", null],
    ["operator", "O", null],
  ])("by the %s agrees as %s", async (caller, status, actorOid) => {
    const id = await make({ ifaType: "AN" });
    expect((await act("ada.whitfield", id, { action: "A" }, caller)).status).toBe(200);
    expect((await get("ada.whitfield", id)).body).toMatchObject({
      ifaStatus: status,
      actorOid,
      actionDateTime: "2026-03-02T10:00:00.000-05:00",
    });
    expect((await service.eventsOf("RA00000001")).at(-1)).toEqual({
      type: "item.resolved",
      data: { id, loginId: "ada.whitfield", ifaType: "AN", ifaStatus: status },
    });
    const again = await act("ada.whitfield", id, { action: "A" }, caller);
    expect(errorCodesOf(again)).toEqual(["ifa.status.rule"]);
  });

  test("of two actions at the same time one succeeds", async () => {
    const id = await make({ ifaType: "CA" });
    const responses = await Promise.all([
      act("ada.whitfield", id, { action: "A" }, "client"),
      act("ada.whitfield", id, { action: "R" }),
    ]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    const refused = responses.find(({ status }) => status === 400);
    expect(errorCodesOf(refused as never)).toEqual(["ifa.status.rule"]);
  });

  test("what must be viewed first is, and what others answer is refused", async () => {
    const id = await make({ ifaType: "DU", forceView: true });
    expect(errorCodesOf(await act("ada.whitfield", id, { action: "A" }))).toEqual([
      "ifa.force.view.rule",
    ]);
    expect(errorCodesOf(await act("ada.whitfield", id, { action: "R" }, "client"))).toEqual([
      "ifa.action.rule",
      "ifa.force.view.rule",
    ]);
    await act("ada.whitfield", id, { action: "V" }, "client");
    expect((await act("ada.whitfield", id, { action: "R" })).status).toBe(200);
    expect((await get("ada.whitfield", id)).body.ifaStatus).toBe("N");
  });

  test("a new account is agreed to with a signature, which is kept", async () => {
    const bare = await act("dmitri.ivanov", "4516", { action: "A" });
    expect(errorCodesOf(bare)).toEqual(["ifa.parameter.rule"]);
    const bad = (change: object) =>
      act("dmitri.ivanov", "4516", { action: "A", parameterMap: { ...signed, ...change } });
    expect(errorCodesOf(await bad({ signatureData: null, signatureMethod: null }))).toEqual([
      "null.signature.method",
      "null.signature.data",
    ]);
    expect(errorCodesOf(await bad({ signatureImageEncoding: null }))).toEqual([
      "null.signature.image.encoding",
    ]);
    expect(errorCodesOf(await bad({ signatureImageEncoding: "GIF" }))).toEqual([
      "invalid.signature.data",
    ]);
    const drawing = (size: number) =>
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg"><desc>${"x".repeat(size)}</desc></svg>`,
      ).toString("base64");
    expect(errorCodesOf(await bad({ signatureData: drawing(140_000) }))).toEqual([
      "invalid.signature.size",
    ]);
    expect(errorCodesOf(await bad({ signatureData: drawing(19_990) }))).toEqual([
      "agreement.storage.rule",
    ]);
    expect((await bad({})).status).toBe(200);
    const stored = await service.db.rows(sql`
      select method, image_encoding as encoding, backup_withholding as withholding,
        content = decode(${exampleSignature}, 'base64') as "isWhole"
      from item_signature where ifa_id = 4516`);
    expect(stored).toEqual([
      { method: "SIGNATURE_IMAGE", encoding: "SVG", withholding: true, isWhole: true },
    ]);
    const entry = (await service.auditOf("RA00000007")).at(-1);
    expect(entry).toMatchObject({
      operation: "updateItemForAttention",
      detail: {
        before: { ifaStatus: "I" },
        after: { ifaStatus: "Y" },
        detail: { id: "4516", sha256: expect.any(String) },
      },
    });
  });

  test("an agreement on paper of the last owner lifts restriction 020", async () => {
    const firm = await act("dmitri.ivanov", "4517", { action: "A" });
    expect(errorCodesOf(firm)).toEqual(["ifa.action.rule"]);
    const restrictions = async () =>
      (await service.call("adviser", "GET", "/restapi/accounts/RA00000008/restrictions")).body;
    expect((await act("dmitri.ivanov", "4517", { action: "A" }, "operator")).status).toBe(200);
    expect(await restrictions()).toHaveLength(1);
    expect((await act("elena.rossi", "4518", { action: "A" }, "operator")).status).toBe(200);
    expect(await restrictions()).toEqual([]);
    const events = await service.eventsOf("RA00000008");
    expect(events.slice(-2).map(({ type }) => type)).toEqual([
      "item.resolved",
      "restriction.lifted",
    ]);
  });

  test("a signature resolves the item, and says so", async () => {
    const body = { loginId: "dmitri.ivanov", ...signed };
    const { backupWithholdingType: _not, ...agreement } = body;
    const account = "RA00000007";
    const response = await service.call(
      "adviser",
      "POST",
      `/restapi/accounts/${account}/customeragreement`,
      agreement,
    );
    expect(response.status).toBe(200);
    expect((await get("dmitri.ivanov", "4515")).body).toMatchObject({
      ifaStatus: "A",
      actionDateTime: "2026-03-02T10:00:00.000-05:00",
    });
    const events = await service.eventsOf(account);
    expect(events.slice(-3).map(({ type }) => type)).toEqual([
      "agreement.signed",
      "item.resolved",
      "restriction.lifted",
    ]);
  });
});

test.each<[CallerName | null, readonly number[]]>([
  ["otherAdviser", [403, 403, 403, 403]],
  ["issuer", [403, 403, 403, 403]],
  ["client", [403, 403, 403, 403]],
  ["readOnly", [200, 200, 403, 403]],
  [null, [401, 401, 401, 401]],
])("%s and another client's items: %j", async (caller, statuses) => {
  const responses = [
    await get("carol.nguyen", "", caller),
    await get("carol.nguyen", "4514", caller),
    await post("carol.nguyen", { ...passport, accountNumber: "RA00000006" }, caller),
    await act("carol.nguyen", "4514", { action: "V" }, caller),
  ];
  expect(responses.map(({ status }) => status)).toEqual(statuses);
});
