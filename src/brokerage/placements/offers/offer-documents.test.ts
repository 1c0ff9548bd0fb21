// Approvals, documents with their views, and invitations over HTTP. (interface 2.3, 2.4)
import { describe, expect, test } from "vitest";
import { errorCodesOf } from "../../../../test/error-codes.ts";
import { selectEvents } from "../../../../test/event-checks.ts";
import { send, testBase, useTestService } from "../../../../test/harness.ts";
import { tokenWith } from "../../../../test/scoped-token.ts";
import { dispositionOf } from "../../../platform/http/pipeline/response.ts";
import { mediaTypeOf } from "./get-offer-document.ts";

const offers = "/restapi/privateplacementoffers";
const approvals = "/restapi/firms/1004/offerapprovals";
const documents = "/restapi/firms/1004/offerdocuments";

const service = useTestService();

/** The events of approvals, documents and invitations. */
const eventsOf = async (subject: string) =>
  (await selectEvents(service.db, subject))
    .filter(({ type }) => /^(offer\.(dis)?approved|document\.|participation\.)/.test(type))
    .map(({ type, data }) => ({ type, ...data }));

describe("setOfferApproval", () => {
  test("approves from a day on, and withdraws; the issuer and the operator see the list", async () => {
    const put = (body: unknown, path = approvals) => service.call("operator", "PUT", path, body);
    const eventCount = (await eventsOf("firm:1004")).length;
    const before = (await service.call("issuer", "GET", approvals)).body;
    expect(before).toContainEqual({
      ticker: "PRIV.RWA",
      approvalDate: "2024-06-03T00:00:00.000-04:00",
      underContract: true,
    });
    const first = await put({ ticker: "PRIV.NEW", approved: true });
    expect([first.status, first.headers.location]).toEqual([200, testBase + approvals]);
    await put({ ticker: "PRIV.NEW", approved: true });
    await put({ ticker: "priv.new".toUpperCase(), approved: true, approvalDate: "2026-02-01" });
    const { body } = await service.call("operator", "GET", approvals);
    expect(body).toHaveLength(before.length + 1);
    expect(body).toContainEqual(
      expect.objectContaining({ approvalDate: "2026-02-01T00:00:00.000-05:00" }),
    );
    await put({ ticker: "PRIV.NEW", approved: false });
    expect((await service.call("issuer", "GET", approvals)).body).toEqual(before);
    const ticker = "PRIV.NEW";
    expect((await eventsOf("firm:1004")).slice(eventCount)).toEqual([
      { type: "offer.approved", ticker },
      { type: "offer.approved", ticker },
      { type: "offer.disapproved", ticker },
    ]);
    const last = (await service.auditOf("firm:1004")).at(-1);
    expect(last?.detail).toEqual({
      before: { ticker, approvalDate: "2026-02-01" },
      after: { ticker, approvalDate: null },
    });
    const other = await put({ ticker, approved: true }, "/restapi/firms/1002/offerapprovals");
    expect(errorCodesOf(other)).toEqual(["offer.issuing.firm.rule"]);
  });

  test("is the operator's alone, and an issuer reads only its own", async () => {
    const body = { ticker: "PRIV.NEW", approved: true };
    for (const caller of ["adviser", "issuer", "client"] as const) {
      expect((await service.call(caller, "PUT", approvals, body)).status).toBe(403);
    }
    const other = approvals.replace("1004", "1005");
    expect((await service.call("issuer", "GET", other)).status).toBe(403);
    expect((await service.call("adviser", "GET", approvals)).status).toBe(403);
  });
});

describe("addOfferDocument", () => {
  const document = {
    ticker: "PRIV.RWN",
    id: "rwn-memorandum",
    version: "2.0",
    name: "Memorandum 2.pdf",
    title: "Memorandum",
    required: true,
    signable: false,
    documentData: Buffer.from("%PDF-1.7").toString("base64"),
  };
  const post = (body: unknown, path = documents) => service.call("operator", "POST", path, body);

  test.each([".", "..", "x".repeat(41)])("an id that is %s is refused", async (id) => {
    expect(errorCodesOf(await post({ ...document, id }))).toEqual(["invalid.id"]);
  });

  test.each(["../a.pdf", "a/b.pdf", "a\\b.pdf", "..", "fdp.\u202egnp.exe", "a\u200b.pdf"])(
    "a name of a file that is %j is refused",
    async (name) => {
      expect(errorCodesOf(await post({ ...document, name }))).toEqual(["invalid.name"]);
    },
  );

  test("a title with invisible characters is refused", async () => {
    const title = "Memo\u202erandum";
    expect(errorCodesOf(await post({ ...document, title }))).toEqual(["invalid.title"]);
  });

  test("an id with signs of its own is found at its Location", async () => {
    const { headers } = await post({ ...document, id: "a/b?c#d%2e" });
    const address = new URL(String(headers.location)).pathname;
    expect((await service.call("issuer", "GET", address)).status).toBe(200);
  });

  test("a version above the latest becomes the offer's, and stands on both chains", async () => {
    const response = await post(document);
    expect([response.status, response.headers.location]).toEqual([
      201,
      `${testBase}${offers}/801/documents/rwn-memorandum`,
    ]);
    for (const version of ["2.0", "1.11"]) {
      expect(errorCodesOf(await post({ ...document, version }))).toEqual([
        "offer.document.version.rule",
      ]);
    }
    const { headers, text } = await service.call(
      "issuer",
      "GET",
      `${offers}/801/documents/rwn-memorandum`,
    );
    expect(text).toBe("%PDF-1.7");
    expect(headers["content-type"]).toBe("application/pdf");
    const old = await service.call(
      "issuer",
      "GET",
      `${offers}/801/documents/rwn-memorandum?version=1.9`,
    );
    expect(old.text).not.toBe(text);
    expect(await eventsOf("firm:1004")).toContainEqual({
      type: "document.added",
      documentId: "rwn-memorandum",
      version: "2.0",
    });
    const [entry] = (await service.auditOf("offer:801")).slice(-1);
    expect(entry?.detail.after.document).toMatchObject({ version: "2.0", size: "8" });
    expect(JSON.stringify(entry)).not.toContain(document.documentData);
  });

  test("an id is drawn where none is sent, and a firm that issues nothing has no documents", async () => {
    const response = await post({ ...document, id: undefined, ticker: "PRIV.RWX", version: "1.0" });
    expect([response.status, response.headers.location]).toEqual([201, testBase + documents]);
    const other = await post(document, documents.replace("1004", "1003"));
    expect(errorCodesOf(other)).toEqual(["offer.issuing.firm.rule"]);
    const bad = await post({ ...document, documentData: "x y", version: "01.0" });
    expect(errorCodesOf(bad)).toEqual(["invalid.version", "invalid.document.data"]);
  });

  test("of two alike at once one is stored", async () => {
    const both = await Promise.all([1, 2].map(() => post({ ...document, version: "3.0" })));
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 400]);
  });
});

describe("getOfferDocument", () => {
  const path = `${offers}/801/documents/rwn-subscription`;
  const views = async (
    caller: "operator" | "adviser" | "otherAdviser" = "operator",
    headers = {},
  ) => (await service.call(caller, "GET", `${path}/views`, undefined, headers)).body;
  const asAda = { "X-Associated-Member-Id": "ada.whitfield" };

  test("a key that may only read gets the bytes, and leaves no view, entry or event", async () => {
    const recorded = async () => [
      await views(),
      (await service.auditOf("offer:801")).length,
      (await service.eventsOf("offer:801")).length,
    ];
    const before = await recorded();
    const seen = await service.call("readOnly", "GET", path, undefined, asAda);
    const client = await tokenWith(service, ["read"], "1002", "ada.whitfield");
    const own = await send(service.app, "GET", path, undefined, client);
    for (const { status, text } of [seen, own])
      expect([status, text]).toEqual([200, (await service.call("issuer", "GET", path)).text]);
    expect(await recorded()).toEqual(before);
  });

  test("the view of the member is stored before the bytes go out, once for each read", async () => {
    const [first] = await Promise.all([
      service.call("adviser", "GET", path, undefined, asAda),
      service.call("client", "GET", path),
    ]);
    expect(first.status).toBe(200);
    expect(first.headers["content-type"]).toBe("text/plain");
    expect(first.headers["content-disposition"]).toBe(
      'attachment; filename="Redwood-Notes-Subscription.txt"; ' +
        "filename*=UTF-8''Redwood-Notes-Subscription.txt",
    );
    service.setNow("2026-03-03T15:00:00Z");
    await service.call("otherAdviser", "GET", path, undefined, {
      "X-Associated-Member-Id": "erin.cole",
    });
    const ada = {
      loginId: "ada.whitfield",
      version: "2.0",
      numberOfViews: "2",
      signedTimestamp: null,
      viewedTimestamp: "2026-03-02T10:00:00.000-05:00",
    };
    const erin = {
      ...ada,
      loginId: "erin.cole",
      numberOfViews: "1",
      viewedTimestamp: "2026-03-03T10:00:00.000-05:00",
    };
    expect(await views()).toEqual([ada, erin]);
    expect(await views("adviser")).toEqual([ada, erin]);
    expect(await views("otherAdviser")).toEqual([erin]);
    // On behalf of a client those of the client alone.
    expect(await views("adviser", asAda)).toEqual([ada]);
    expect(await views("operator", asAda)).toEqual([ada]);
    const viewed = (await eventsOf("offer:801")).filter(({ type }) => type === "document.viewed");
    expect(viewed).toHaveLength(3);
    expect(viewed[0]).toMatchObject({ documentId: "rwn-subscription", loginId: "ada.whitfield" });
  });

  test("an adviser names the member; the issuer and the operator name none and leave no view", async () => {
    const before = await views();
    const missing = await service.call("adviser", "GET", path);
    expect(errorCodesOf(missing)).toEqual(["null.associated.member.id"]);
    for (const caller of ["issuer", "operator"] as const) {
      expect((await service.call(caller, "GET", path)).status).toBe(200);
    }
    expect((await service.call("operator", "GET", path, undefined, asAda)).status).toBe(403);
    expect(await views()).toEqual(before);
  });

  test("404 for another document or version, 403 for who does not see the offer", async () => {
    for (const part of ["nothing", "rwn-subscription?version=9.9", "nothing/views"]) {
      const response = await service.call("operator", "GET", `${offers}/801/documents/${part}`);
      expect([response.status, ...errorCodesOf(response)]).toEqual([
        404,
        "offer.document.not.found",
      ]);
    }
    const hidden = await service.call("client", "GET", `${offers}/802/documents/x`);
    expect(hidden.status).toBe(403);
    const bad = await service.call("operator", "GET", `${path}?version=x`);
    expect(errorCodesOf(bad)).toEqual(["invalid.version"]);
  });

  test("a reader's key is enough", async () => {
    const response = await service.call("readOnly", "GET", path, undefined, asAda);
    expect(response.status).toBe(200);
  });
});

test("a document is saved under its name, whatever letters that has", () => {
  expect(dispositionOf('Prüf "A".pdf')).toBe(
    "attachment; filename=\"Pr_f__A_.pdf\"; filename*=UTF-8''Pr%C3%BCf%20%22A%22.pdf",
  );
  expect(dispositionOf("a'b(c)*")).toMatch(/''a%27b%28c%29%2A$/);
  expect(["a.PDF", "a.txt", "txt", "a.html"].map(mediaTypeOf)).toEqual([
    "application/pdf",
    "text/plain",
    "text/plain",
    "application/octet-stream",
  ]);
});

describe("updateParticipation", () => {
  const path = `${offers}/807/participation`;
  const put = (
    participatingFirmStatus: string,
    of = path,
    caller: "adviser" | "otherAdviser" = "adviser",
  ) => service.call(caller, "PUT", of, { participatingFirmStatus });

  test("an invited firm approves, then declines and no longer sees the offer", async () => {
    const eventCount = (await eventsOf("offer:807")).length;
    const response = await put("A");
    expect([response.status, response.headers.location]).toEqual([200, `${testBase}${offers}/807`]);
    expect((await put("A")).status).toBe(200);
    expect((await service.call("adviser", "GET", `${offers}/807`)).body.participatingFirms).toEqual(
      [
        { participatingFirmId: "IAFIRM", participatingFirmStatus: "A" },
        { participatingFirmId: "HARBOR", participatingFirmStatus: "A" },
      ],
    );
    expect(errorCodesOf(await put("P"))).toEqual(["invalid.choice"]);
    expect((await put("D")).status).toBe(200);
    expect((await service.call("adviser", "GET", `${offers}/807`)).status).toBe(403);
    expect((await eventsOf("offer:807")).slice(eventCount)).toEqual([
      { type: "participation.changed", participatingFirmId: "HARBOR", status: "A" },
      { type: "participation.changed", participatingFirmId: "HARBOR", status: "D" },
    ]);
  });

  test("a firm that is not named, or that only a reserved name lets in, has no answer to give", async () => {
    for (const [of, caller] of [
      [`${offers}/801/participation`, "otherAdviser"],
      [path, "otherAdviser"],
    ] as const) {
      const response = await put("A", of, caller);
      expect([response.status, ...errorCodesOf(response)]).toEqual([
        400,
        "offer.participation.rule",
      ]);
    }
  });
});
