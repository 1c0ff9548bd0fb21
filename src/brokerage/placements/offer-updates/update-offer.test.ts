// Updating and closing offers over HTTP. (interface 2.3)
import { describe, expect, test } from "vitest";
import { onceExemptionsHaveEnded } from "../../../../test/ended-exemptions.ts";
import { selectEvents } from "../../../../test/event-checks.ts";
import { testBase, useTestService } from "../../../../test/harness.ts";
import { moveIssuer } from "../../../../test/issuers.ts";
import { loadOffer } from "../../../../test/subscriptions.ts";
import { NewOffer } from "../offers/schema.ts";

const path = "/restapi/privateplacementoffers";
type Fields = Record<string, unknown>;
const example = (NewOffer as unknown as { examples: Fields[] }).examples[0] ?? {};

const service = useTestService();

let drawn = 0;
const secured = (ticker: string) => ({ ticker, previousClosingPrice: "12.50" });
const firm = (id: string, status = "A") => ({
  participatingFirmId: id,
  participatingFirmStatus: status,
});

/** A new offer of the adviser's firm, not published unless stated otherwise. */
async function create(changed: Fields = {}): Promise<string> {
  drawn += 1;
  const security = secured(`PRIV.U${drawn}`);
  const body = { ...example, published: false, security, ...changed };
  const { headers, text } = await service.call("adviser", "POST", path, body);
  expect(headers.location, text).toBeDefined();
  return String(headers.location).split("/").at(-1) ?? "";
}

type Caller = "adviser" | "operator" | "otherAdviser" | "issuer" | "client" | "readOnly";
const put = (oid: string, body: unknown, caller: Caller = "adviser") =>
  service.call(caller, "PUT", `${path}/${oid}`, body);

const read = async (oid: string) => (await service.call("operator", "GET", `${path}/${oid}`)).body;

async function codesOf(oid: string, body: unknown, caller: Caller = "adviser"): Promise<string[]> {
  const response = await put(oid, body, caller);
  if (response.status === 200) return [];
  expect(response.status, response.text).toBe(400);
  return response.body.map(({ field, errorCode }: { field?: string; errorCode: string }) =>
    field === undefined ? errorCode : `${field}: ${errorCode}`,
  );
}

/** A loaded offer like the sample's 801, with other cells. */
async function loaded(changed: Fields): Promise<string> {
  drawn += 1;
  const oid = String(88_000 + drawn);
  const row = {
    privatePlacementOfferOid: oid,
    creatingFirmOid: "1002",
    issuingFirmOid: "1004",
    creatingFirmRepresentativeOid: "2101",
    issuingFirmRepresentativeOid: "2301",
    offerName: "Loaded",
    offerStatus: "P",
    exemption: "H",
    industry: "OTC",
    issuerSize: "R2",
    securityType: "EQ",
    ticker: `PRIV.V${drawn}`,
    previousClosingPrice: "12.50",
    executionType: "P",
    offerSize: "2000000.00",
    offerMinimum: "500000.00",
    minimumInvestmentAmount: "10000.00",
    closingDate: "2031-06-30",
    daysFromClosingCashIsRequired: "0",
    accreditationSetting: "A",
    qualifiedInstitutionalBuyerSetting: "A",
    minimumAnnualIncomeRange: "4",
    minimumLiquidNetWorthRange: "5",
    minimumNetWorthRange: "5",
    previousExperienceSetting: "N",
    blueSkyedStates: ["CA", "NY"],
    clientsHaveAccess: true,
    documentationExternal: true,
    physicalSignatureRequired: false,
    iraApproved: false,
    published: true,
    publishedDate: "2026-01-15",
    creationTimestamp: "2026-01-12T10:00:00-05:00",
    modificationTimestamp: "2026-01-15T09:30:00-05:00",
    ...changed,
  };
  await service.load({ "offers.ndjson": JSON.stringify(row) });
  return oid;
}

describe("updateOffer", () => {
  test("an offer under Rule 147 is of its issuer's state as it will stand, and one that stays is not judged", async () => {
    const oid = await create({ exemption: "RULE_147", blueSkyedStates: ["CA"] });
    await moveIssuer(service, "NV");
    expect(await codesOf(oid, { offerName: example.offerName })).toEqual([]);
    expect(await codesOf(oid, { offerName: "Moved" })).toEqual(["offer.blue.skyed.states.rule"]);
    expect(await codesOf(oid, { offerName: "Moved", blueSkyedStates: ["NV"] })).toEqual([]);
    await moveIssuer(service, "CA");
  });

  test("an offer under Rule 1001 changes as long as its issuer is in California, and can always be ended", async () => {
    const oid = await create({ exemption: "RULE_1001" });
    await moveIssuer(service, "NV");
    const { offerName } = example;
    expect(await codesOf(oid, { offerName })).toEqual([]);
    expect(await codesOf(oid, { clientsHaveAccess: false })).toEqual([
      "offer.exemption.state.rule",
    ]);
    await moveIssuer(service, "CA");
    expect(await codesOf(oid, { clientsHaveAccess: false })).toEqual([]);
    await moveIssuer(service, "NV");
    expect(await codesOf(oid, { offerStatus: "X" })).toEqual([]);
    await moveIssuer(service, "CA");
  });

  test("changes what is sent alone, and notes each field before and after", async () => {
    const oid = await create();
    const before = await read(oid);
    service.setNow("2026-03-03T15:00:00Z");
    const response = await put(oid, {
      privatePlacementOfferOid: oid,
      blueSkyedStates: ["TX"],
      closingDate: "2030-12-31",
      maximumInvestmentAmount: null,
      executionType: "BEST_EFFORTS",
      previousExperienceSetting: "I",
      offerName: "Series C",
      "security.previousClosingPrice": "13",
      participatingFirms: [firm("DEFAULT"), firm("SUMMIT", "P")],
      comment: "As agreed",
    });
    expect([response.status, response.text, response.headers.location]).toEqual([
      200,
      "",
      `${testBase}${path}/${oid}`,
    ]);
    const { security, ...rest } = before;
    expect(await read(oid)).toEqual({
      ...rest,
      blueSkyedStates: ["TX"],
      closingDate: "2030-12-31T00:00:00.000-05:00",
      maximumInvestmentAmount: null,
      executionType: "B",
      offerMinimum: null,
      previousExperienceSetting: "I",
      offerName: "Series C",
      security: { ...security, previousClosingPrice: "13.000000" },
      participatingFirms: [firm("DEFAULT", "P"), firm("SUMMIT", "P")],
      modificationTimestamp: "2026-03-03T10:00:00.000-05:00",
    });
    const fields = ["blueSkyedStates", "closingDate", "maximumInvestmentAmount", "offerMinimum"];
    const others = ["executionType", "offerName", "previousExperienceSetting"];
    const offer = { privatePlacementOfferOid: oid, offerStatus: "I" };
    const price = "security.previousClosingPrice";
    expect(await selectEvents(service.db, `offer:${oid}`)).toEqual([
      {
        type: "offer.created",
        data: { ...offer, fields: expect.arrayContaining(["exemption", "security"]) },
      },
      { type: "participation.changed", data: { participatingFirmId: "SUMMIT", status: "P" } },
      {
        type: "offer.updated",
        data: { ...offer, fields: [...fields, ...others, price, "participatingFirms"] },
      },
      { type: "participation.changed", data: { participatingFirmId: "DEFAULT", status: "P" } },
    ]);
    const [, entry] = await service.auditOf(`offer:${oid}`);
    expect(entry).toMatchObject({
      operation: "updateOffer",
      detail: {
        before: { offerMinimum: "500000.00", previousClosingPrice: "12.50" },
        after: { offerMinimum: null, previousClosingPrice: "13" },
        detail: { comment: "As agreed" },
      },
    });
    expect(Object.keys(entry?.detail.after).toSorted()).toEqual([
      "blueSkyedStates",
      "closingOn",
      "executionType",
      "maximumInvestmentAmount",
      "modifiedAt",
      "offerMinimum",
      "offerName",
      "participatingFirms",
      "previousClosingPrice",
      "previousExperience",
    ]);
  });

  test("what is sent as it is stored is no change, also of a closed offer", async () => {
    const participatingFirms = [firm("SUMMIT"), firm("DEFAULT")];
    const oid = await create({ blueSkyedStates: ["CA", "NY"], participatingFirms });
    const before = await read(oid);
    const eventData = await selectEvents(service.db, `offer:${oid}`);
    const same = {
      blueSkyedStates: ["NY", "CA"],
      offerSize: "2000000",
      offerStatus: "I",
      participatingFirms: [firm("DEFAULT"), firm("SUMMIT", "P")],
      executionType: "P",
      offerMinimum: "500000.0",
    };
    service.setNow("2026-03-04T15:00:00Z");
    expect(await codesOf(oid, same)).toEqual([]);
    expect(await codesOf(oid, {})).toEqual([]);
    expect(await read(oid)).toEqual(before);
    expect(await selectEvents(service.db, `offer:${oid}`)).toEqual(eventData);
    expect(await codesOf(oid, { offerStatus: "X" })).toEqual([]);
    const [cancelled] = (await selectEvents(service.db, `offer:${oid}`)).slice(eventData.length);
    expect(cancelled?.type).toBe("offer.cancelled");
    expect(await codesOf(oid, { ...same, offerStatus: undefined })).toEqual([]);
    expect(await codesOf(oid, { offerSize: "2100000" })).toEqual(["offer.status.rule"]);
  });

  test("a last change that is loaded with an instant still to come is never set back", async () => {
    service.setNow("2026-03-02T15:00:00Z");
    const later = "2026-04-01T10:00:00.000-04:00";
    const { oid } = await loadOffer(service, {
      offerStatus: "I",
      creationTimestamp: later,
      modificationTimestamp: later,
      participatingFirms: [firm("DEFAULT", "P"), firm("SUMMIT", "P")],
    });
    const subscription = { privatePlacementOfferOid: oid, requestedDollarAmount: "2500.00" };
    const orders = "/restapi/accounts/RA00000001/privateplacementorders";
    const asAda = { "X-Associated-Member-Id": "ada.whitfield" };
    const approval = { participatingFirmStatus: "A" };
    const steps = [
      () => put(oid, { offerName: "Renamed" }),
      () => service.call("otherAdviser", "PUT", `${path}/${oid}/participation`, approval),
      () => service.call("adviser", "POST", orders, subscription, asAda),
      () => put(oid, { offerStatus: "X" }),
    ];
    for (const step of steps) {
      const { status, text } = await step();
      expect([200, 201], text).toContain(status);
      expect((await read(oid)).modificationTimestamp).toBe(later);
    }
    expect(await read(oid)).toMatchObject({
      offerName: "Renamed",
      offerStatus: "X",
      participatingFirms: [firm("DEFAULT", "P"), firm("SUMMIT")],
    });
  });

  test("the operator alone approves retirement accounts and gives a discount", async () => {
    const oid = await create();
    const fields = { iraApproved: true, priceDiscountAmount: "12.49" };
    expect(await codesOf(oid, fields)).toEqual(["offer.operator.rule"]);
    expect(await codesOf(oid, { ...fields, priceDiscountAmount: "12.50" }, "operator")).toEqual([
      "priceDiscountAmount: invalid.price.discount.amount",
    ]);
    expect(await codesOf(oid, fields, "operator")).toEqual([]);
    expect(await read(oid)).toMatchObject(fields);
    expect(await codesOf(oid, { security: { previousClosingPrice: "12" } })).toEqual([
      "priceDiscountAmount: invalid.price.discount.amount",
    ]);
    expect(await codesOf(oid, { priceDiscountAmount: null }, "operator")).toEqual([]);
    expect((await read(oid)).priceDiscountAmount).toBeNull();
  });

  test.each<[string, Fields, string[]]>([
    ["a fixed field", { exemption: "H" }, ["exemption: offer.not.updateable"]],
    ["the ticker", { "security.ticker": "X" }, ["security.ticker: offer.not.updateable"]],
    ["another id", { privatePlacementOfferOid: "801" }, ["uri.matching.rule"]],
    [
      "a state twice, before what is stored is judged",
      { blueSkyedStates: ["CA", "CA"], offerSize: "400000" },
      ["blueSkyedStates: invalid.blue.skyed.states"],
    ],
    [
      "a firm twice",
      { participatingFirms: [firm("SUMMIT"), firm("SUMMIT")] },
      ["participatingFirms: invalid.participating.firms"],
    ],
    [
      "both forms of the price",
      { "security.previousClosingPrice": "1", security: {} },
      ["offer.security.form.rule"],
    ],
    [
      "a status together with a term",
      { offerStatus: "X", offerSize: "1", comment: "x" },
      ["offer.status.alone.rule"],
    ],
    [
      "a status together with a term that is none",
      { offerStatus: "X", offerSize: "x" },
      ["offerSize: invalid.offer.size"],
    ],
    ["the operator's approval of retirement", { iraApproved: false }, ["offer.operator.rule"]],
    ["the operator's discount", { priceDiscountAmount: "1" }, ["offer.operator.rule"]],
    ["a past closing date", { closingDate: "2026-03-02" }, ["closingDate: invalid.closing.date"]],
    ["more days", { daysFromClosingCashIsRequired: "5" }, ["offer.cash.date.rule"]],
    ["a smaller size than the minimum", { offerSize: "400000" }, ["offer.minimum.size.rule"]],
    [
      "a maximum above the size",
      { offerSize: "600000", maximumInvestmentAmount: "600001" },
      ["offer.investment.amount.rule"],
    ],
    [
      "a minimum with another type",
      { executionType: "B", offerMinimum: "7" },
      ["offer.minimum.execution.type.rule"],
    ],
    ["no minimum", { offerMinimum: null }, ["offerMinimum: null.offer.minimum"]],
    [
      "natural persons",
      { naturalPersonAccreditationSetting: "E" },
      ["offer.natural.person.accreditation.rule"],
    ],
    [
      "corporations",
      { corporateAccreditationSetting: "E" },
      ["offer.corporate.accreditation.rule"],
    ],
    [
      "an unknown person as representative",
      { creatingFirmRepresentativeOid: "2201" },
      ["offer.creating.firm.representative.rule"],
    ],
    [
      "an unknown firm",
      { participatingFirms: [firm("NOBODY")] },
      ["offer.participating.firm.rule"],
    ],
    [
      "a status of its own for a firm",
      { participatingFirms: [firm("SUMMIT", "D")] },
      ["participatingFirms[0].participatingFirmStatus: invalid.choice"],
    ],
    ["publication without approval", { published: true }, ["offer.publication.approval.rule"]],
    ["a status that nobody gives", { offerStatus: "P" }, ["offer.status.rule"]],
    ["execution before a subscription", { offerStatus: "C" }, ["offer.status.rule"]],
    [
      "two at once",
      { published: true, offerSize: "400000" },
      ["offer.minimum.size.rule", "offer.publication.approval.rule"],
    ],
  ])("refuses %s", async (_, body, expected) => {
    service.setNow("2026-03-02T15:00:00Z");
    const oid = await create();
    expect(await codesOf(oid, body)).toEqual(expected);
  });

  test.each<[string, Fields, Fields, string[]]>([
    ["what investors subscribed on", {}, { offerName: "Other" }, ["offer.in.progress.rule"]],
    [
      "an earlier closing",
      { executionType: "B", offerMinimum: undefined },
      {
        closingDate: "2031-06-29",
      },
      ["offer.closing.date.rule"],
    ],
    [
      "a later closing unless by best efforts",
      {},
      { closingDate: "2031-07-01" },
      ["offer.closing.date.rule"],
    ],
    ["to be unpublished", {}, { published: false }, ["offer.unpublish.rule"]],
    ["execution with nothing approved", {}, { offerStatus: "C" }, ["offer.execution.rule"]],
    [
      "a size beyond its exemption",
      { exemption: "I" },
      { offerSize: "5000000.01" },
      ["offer.size.exemption.rule"],
    ],
    [
      "other states than the issuer's",
      { exemption: "C", blueSkyedStates: ["CA"] },
      {
        blueSkyedStates: ["NY"],
      },
      ["offer.blue.skyed.states.rule"],
    ],
    [
      "fewer days but not none",
      { daysFromClosingCashIsRequired: "999" },
      {
        daysFromClosingCashIsRequired: "5",
      },
      ["daysFromClosingCashIsRequired: invalid.days.from.closing.cash.is.required"],
    ],
  ])("an offer in progress refuses %s", async (_, of, body, expected) => {
    const oid = await loaded(of);
    expect(await codesOf(oid, body)).toEqual(expected);
  });

  test.each<[string, unknown]>([
    ["naturalPersonAccreditationSetting", "E"],
    ["corporateAccreditationSetting", "Q"],
    ["minimumAnnualIncomeRange", "5"],
    ["minimumLiquidNetWorthRange", "4"],
    ["minimumNetWorthRange", "4"],
    ["previousExperienceSetting", "A"],
    ["minimumInvestmentAmount", "20000.00"],
    ["executionType", "A"],
    ["documentationExternal", false],
    ["physicalSignatureRequired", true],
    ["offerName", "Other"],
    ["security.previousClosingPrice", "12.51"],
    ["creatingFirmRepresentativeOid", "2102"],
  ])("%s is fixed once there are subscriptions, and may be sent as it is", async (field, other) => {
    const oid = await loaded({});
    expect(await codesOf(oid, { [field]: other })).toContain("offer.in.progress.rule");
    const { security, ...stored } = await read(oid);
    const as = {
      naturalPersonAccreditationSetting: stored.accreditationSetting,
      corporateAccreditationSetting: stored.qualifiedInstitutionalBuyerSetting,
      "security.previousClosingPrice": security.previousClosingPrice,
      ...stored,
    };
    expect(await codesOf(oid, { [field]: as[field] })).toEqual([]);
  });

  test("other terms may change as long as it is open", async () => {
    const oid = await loaded({});
    const terms = {
      blueSkyedStates: ["TX"],
      clientsHaveAccess: false,
      offerSize: "1900000.00",
      offerMinimum: "600000.00",
      maximumInvestmentAmount: "90000.00",
    };
    const participatingFirms = [firm("SUMMIT")];
    const ofOperator = { iraApproved: true, priceDiscountAmount: "1.25" };
    expect(await codesOf(oid, { ...terms, participatingFirms })).toEqual([]);
    expect(await codesOf(oid, ofOperator, "operator")).toEqual([]);
    expect(await read(oid)).toMatchObject({ ...terms, ...ofOperator });
    const unpublished = await loaded({ published: false, publishedDate: undefined });
    expect(await codesOf(unpublished, { clientsHaveAccess: false })).toEqual([]);
  });

  test.each([
    "exemption",
    "industry",
    "issuerSize",
    "issuingFirmOid",
    "issuingFirmRepresentativeOid",
    "securityType",
  ])("%s never changes", async (field) => {
    const oid = await loaded({ offerStatus: "I" });
    expect(await codesOf(oid, { [field]: (await read(oid))[field] })).toEqual([
      `${field}: offer.not.updateable`,
    ]);
  });

  test.each<[string, Fields, string, string, string[]]>([
    ["without subscriptions", { offerStatus: "I" }, "2031-06-30", "2031-07-01", []],
    ["in progress", {}, "2031-06-30", "2031-07-01", []],
    [
      "in progress by best efforts",
      { executionType: "B", offerMinimum: undefined },
      "2031-07-10",
      "2031-07-11",
      ["2031-07-11"],
    ],
  ])("an offer %s is closed by its day, before the sweep has written it", async (...row) => {
    const [, of, last, next, later] = row;
    const oid = await loaded(of);
    const on = (day: string) => service.setNow(`${day}T15:00:00Z`);
    on(last);
    expect(await codesOf(oid, { clientsHaveAccess: false })).toEqual([]);
    for (const closingDate of later) expect(await codesOf(oid, { closingDate })).toEqual([]);
    on(next);
    // An offer whose closing date was moved in time is open for longer.
    if (later.length > 0) expect(await codesOf(oid, { clientsHaveAccess: true })).toEqual([]);
    if (later.length > 0) on("2031-07-22");
    for (const body of [{ closingDate: "2032-01-31" }, { offerStatus: "X" }, { offerSize: "1" }]) {
      expect(await codesOf(oid, body)).toEqual(["offer.status.rule"]);
    }
    expect(await codesOf(oid, {})).toEqual([]);
    expect((await read(oid)).offerStatus).toBe(of.offerStatus ?? "P");
    on("2026-03-02");
  });

  test("an offer whose terms its exemption no longer admits may stay as it is, and be ended", async () => {
    const oid = await loaded({ exemption: "I", offerSize: "6000000.00" });
    const before = await read(oid);
    const eventData = await selectEvents(service.db, `offer:${oid}`);
    const same = { offerSize: "6000000", offerMinimum: "500000", published: true };
    for (const body of [{}, same]) expect(await codesOf(oid, body)).toEqual([]);
    expect(await read(oid)).toEqual(before);
    expect(await selectEvents(service.db, `offer:${oid}`)).toEqual(eventData);
    expect(await codesOf(oid, { clientsHaveAccess: false })).toEqual(["offer.size.exemption.rule"]);
    expect(await codesOf(oid, { offerStatus: "X" })).toEqual([]);
  });

  test("an offer in progress by best efforts closes later, and needs cash later", async () => {
    const of = { executionType: "B", offerMinimum: undefined };
    const oid = await loaded({ ...of, daysFromClosingCashIsRequired: "999" });
    const body = { closingDate: "2031-07-01", daysFromClosingCashIsRequired: "0" };
    expect(await codesOf(oid, body)).toEqual([]);
    expect(await read(oid)).toMatchObject({
      closingDate: "2031-07-01T00:00:00.000-04:00",
      daysFromClosingCashIsRequired: "0",
    });
  });

  test.each<[string, Fields, Fields, string]>([
    ["size", { exemption: "I" }, { offerSize: "5000000.01" }, "offer.size.exemption.rule"],
    [
      "natural persons",
      { offerStatus: "I" },
      { naturalPersonAccreditationSetting: "E" },
      "offer.natural.person.accreditation.rule",
    ],
    [
      "corporations",
      { offerStatus: "I" },
      { corporateAccreditationSetting: "E" },
      "offer.corporate.accreditation.rule",
    ],
    [
      "states",
      { exemption: "C", blueSkyedStates: ["CA"] },
      { blueSkyedStates: ["NY"] },
      "offer.blue.skyed.states.rule",
    ],
  ])("once its exemption has ended an offer stays within its %s", async (_, of, body, code) => {
    const oid = await loaded(of);
    expect(await onceExemptionsHaveEnded(() => codesOf(oid, body))).toEqual([code]);
    const within = { clientsHaveAccess: false };
    expect(await onceExemptionsHaveEnded(() => codesOf(oid, within))).toEqual([]);
  });

  test("where nothing changes only what was sent is judged, not the offer", async () => {
    const participatingFirms = [firm("SUMMIT", "P")];
    const oid = await loaded({
      exemption: "I",
      offerSize: "6000000.00",
      executionType: "B",
      offerMinimum: undefined,
      participatingFirms,
    });
    expect(await codesOf(oid, { offerMinimum: null, participatingFirms })).toEqual([]);
    expect(
      await codesOf(oid, { offerMinimum: "7", participatingFirms: [firm("SUMMIT", "D")] }),
    ).toEqual([
      "participatingFirms[0].participatingFirmStatus: invalid.choice",
      "offer.minimum.execution.type.rule",
    ]);
  });

  test("under ALL_OR_NONE the minimum follows the size", async () => {
    const oid = await create({ executionType: "A", offerMinimum: null });
    expect(await codesOf(oid, { offerSize: "1800000", offerMinimum: "1800000.00" })).toEqual([]);
    expect(await read(oid)).toMatchObject({ offerSize: "1800000.00", offerMinimum: "1800000.00" });
    expect(await codesOf(oid, { executionType: "P" })).toEqual([]);
  });

  test("an offer is published and unpublished, which its approval outlives", async () => {
    const oid = await create({ security: secured("PRIV.RWB") });
    service.setNow("2026-03-05T15:00:00Z");
    expect(await codesOf(oid, { published: true })).toEqual([]);
    expect(await read(oid)).toMatchObject({
      published: true,
      publishedDate: "2026-03-05T00:00:00.000-05:00",
    });
    service.setNow("2026-03-06T15:00:00Z");
    expect(await codesOf(oid, { offerSize: "1900000" })).toEqual([]);
    expect((await read(oid)).publishedDate).toBe("2026-03-05T00:00:00.000-05:00");
    expect(await codesOf(oid, { published: false })).toEqual([]);
    expect(await read(oid)).toMatchObject({ published: false, publishedDate: null });
    const types = (await selectEvents(service.db, `offer:${oid}`)).map(({ type }) => type);
    expect(types.slice(2)).toEqual(["offer.published", "offer.updated", "offer.unpublished"]);
  });

  test("closing a published offer again, or hosting its documents where none is to sign", async () => {
    const oid = await loaded({ offerStatus: "I" });
    expect(await codesOf(oid, { documentationExternal: false })).toEqual([
      "offer.publication.approval.rule",
    ]);
    expect(await codesOf(oid, { offerStatus: "N", comment: "No demand" })).toEqual([]);
    expect((await read(oid)).offerStatus).toBe("N");
    expect(await codesOf(oid, { offerStatus: "N" })).toEqual(["offer.status.rule"]);
  });

  test("only the creating firm and the operator update it; others get the response of an absent one", async () => {
    const body = { clientsHaveAccess: false };
    for (const caller of ["otherAdviser", "issuer", "client", "readOnly"] as const) {
      const seen = await put("801", body, caller);
      const none = await put("999999", body, caller);
      expect([caller, seen.status, seen.text]).toEqual([caller, 403, none.text]);
    }
    const staff = { FOLIOWS_MEMBER_ID: "harbor.lin" };
    const signed = await service.signed("adviser", "PUT", `${path}/802`, {
      body: { clientsHaveAccess: true },
      members: staff,
    });
    expect(signed.status, signed.text).toBe(200);
  });

  test("two updates at once both stand, and of two that close it one does", async () => {
    const oid = await create();
    const both = await Promise.all([
      put(oid, { offerSize: "1500000" }),
      put(oid, { offerName: "Both" }, "operator"),
    ]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await read(oid)).toMatchObject({ offerSize: "1500000.00", offerName: "Both" });
    const closed = await Promise.all(
      (["X", "N"] as const).map((offerStatus) => codesOf(oid, { offerStatus })),
    );
    expect(closed.toSorted()).toEqual([[], ["offer.status.rule"]]);
  });
});
