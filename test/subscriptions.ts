// Offers in progress with subscriptions and the cash to pay them, for tests: loaded, so that a test
// begins in any state.
import type { TestResponse, TestService } from "./harness.ts";
import type { CallerName } from "./sample-template.ts";

type Cells = Readonly<Record<string, unknown>>;

let drawn = 0;

const offerCells = {
  creatingFirmOid: "1002",
  creatingFirmRepresentativeOid: "2101",
  issuingFirmOid: "1004",
  issuingFirmRepresentativeOid: "2301",
  offerName: "Loaded",
  offerStatus: "P",
  exemption: "O",
  industry: "OTC",
  issuerSize: "R2",
  securityType: "EQ",
  previousClosingPrice: "12.50",
  executionType: "P",
  offerSize: "100000.00",
  offerMinimum: "50000.00",
  minimumInvestmentAmount: "1000.00",
  closingDate: "2031-06-30",
  daysFromClosingCashIsRequired: "0",
  accreditationSetting: "E",
  qualifiedInstitutionalBuyerSetting: "E",
  minimumAnnualIncomeRange: "1",
  minimumLiquidNetWorthRange: "1",
  minimumNetWorthRange: "1",
  previousExperienceSetting: "N",
  blueSkyedStates: ["CA"],
  clientsHaveAccess: true,
  documentationExternal: true,
  physicalSignatureRequired: false,
  iraApproved: false,
  published: true,
  publishedDate: "2026-01-15",
  creationTimestamp: "2026-01-12T10:00:00-05:00",
  modificationTimestamp: "2026-01-15T09:30:00-05:00",
  participatingFirms: [{ participatingFirmId: "DEFAULT", participatingFirmStatus: "P" }],
};

const orderCells = {
  discretionary: false,
  solicited: false,
  reasonForTrade: "NS",
  blueSkyException: false,
  investmentLimitCertified: false,
  deMinimisAccepted: false,
  physicalSignatureReceived: false,
  creationTimestamp: "2026-02-18T15:10:00-05:00",
  modificationTimestamp: "2026-02-20T09:00:00-05:00",
};

const members: Readonly<Record<string, string>> = {
  RA00000001: "ada.whitfield",
  RA00000003: "ada.whitfield",
  RA00000004: "ben.whitfield",
  RA00000005: "carol.nguyen",
  RA00000006: "carol.nguyen",
  RA00000007: "dmitri.ivanov",
  RB00000001: "erin.cole",
  RB00000004: "frank.cole",
};

/** A subscription to load: its account, its status, what was requested, and what else differs. */
export type Subscription = readonly [account: string, status: string, amount: string, of?: Cells];

/** Loads an offer in progress with subscriptions to it, and returns the ids of both. */
export async function loadOffer(
  service: TestService,
  changed: Cells,
  ...subscriptions: readonly Subscription[]
): Promise<{ readonly oid: string; readonly orders: readonly string[] }> {
  const offer = offerOf(changed);
  const oid = offer.privatePlacementOfferOid;
  const orders = subscriptions.map((subscription) => orderOf(oid, subscription));
  await service.load({
    "offers.ndjson": JSON.stringify(offer),
    ...(orders.length > 0 && {
      "private-placement-orders.ndjson": orders.map((row) => JSON.stringify(row)).join("\n"),
    }),
  });
  return { oid, orders: orders.map((row) => row.privatePlacementOrderOid) };
}

/** Loads as many offers in progress as there are changes, and returns their ids. */
export async function loadOffers(
  service: TestService,
  changes: readonly Cells[],
): Promise<string[]> {
  const offers = changes.map(offerOf);
  await service.load({ "offers.ndjson": offers.map((row) => JSON.stringify(row)).join("\n") });
  return offers.map(({ privatePlacementOfferOid }) => privatePlacementOfferOid);
}

function offerOf(changed: Cells) {
  drawn += 1;
  const own = { privatePlacementOfferOid: String(87_000 + drawn), ticker: `PRIV.W${drawn}` };
  return { ...offerCells, ...own, ...changed };
}

function orderOf(offerOid: string, [accountNumber, orderStatus, amount, of = {}]: Subscription) {
  drawn += 1;
  const isApproved = !["INITIAL", "REJECTED", "CANCELLED"].includes(orderStatus);
  const isPlaced = isApproved && orderStatus !== "ACCEPTED";
  return {
    accountNumber,
    orderStatus,
    requestedDollarAmount: amount,
    ...orderCells,
    privatePlacementOrderOid: String(96_000 + drawn),
    privatePlacementOfferOid: offerOid,
    loginId: members[accountNumber],
    ...(isApproved && { fillDollarAmount: amount, accredited: true }),
    ...(isPlaced && { folioOrderOid: String(97_000 + drawn) }),
    ...of,
  };
}

/** Deposits cash into folio 01 of some accounts. */
export async function deposit(
  service: TestService,
  amounts: Readonly<Record<string, string>>,
): Promise<void> {
  const rows = Object.entries(amounts).map(([accountNumber, amount]) => {
    drawn += 1;
    return {
      accountNumber,
      transactionId: String(98_000 + drawn),
      transactionType: "DEP",
      entryOrder: String(drawn),
      folioNumber: `${accountNumber}01`,
      tradeDate: "2026-02-02",
      amount,
    };
  });
  const file = rows.map((row) => JSON.stringify(row)).join("\n");
  await service.load({ "transactions.ndjson": file });
}

const offers = "/restapi/privateplacementoffers";

/** Sends what is decided on a subscription. */
export function decide(
  service: TestService,
  [offerOid, orderOid]: readonly [string, string],
  body: Cells,
  caller: CallerName = "issuer",
): Promise<TestResponse> {
  const path = `${offers}/${offerOid}/privateplacementorders/${orderOid}`;
  return service.call(caller, "PUT", path, body);
}

/** The codes with which a request was refused; none if it succeeded. */
export function codesOf({ status, body }: TestResponse): string[] {
  if (status === 200) return [];
  return (body as { field?: string; errorCode: string }[]).map(({ field, errorCode }) =>
    field === undefined ? errorCode : `${field}: ${errorCode}`,
  );
}

/** The status of an offer, how much of it is approved, and status and fill of its subscriptions in the
 * order in which they were loaded. */
export async function stateOf(service: TestService, offerOid: string) {
  const { body: offer } = await service.call("operator", "GET", `${offers}/${offerOid}`);
  const list = await service.call(
    "operator",
    "GET",
    `${offers}/${offerOid}/privateplacementorders`,
  );
  const orders = list.body as {
    readonly privatePlacementOrderOid: string;
    readonly orderStatus: string;
    readonly fillDollarAmount: string | null;
  }[];
  const { rows } = await service.admin("select approved_total from offer where offer_oid = $1", [
    offerOid,
  ]);
  return {
    offer: offer.offerStatus,
    approved: Number(rows[0].approved_total).toFixed(2),
    orders: Object.fromEntries(
      orders.map((order) => [
        order.privatePlacementOrderOid,
        `${order.orderStatus} ${order.fillDollarAmount}`,
      ]),
    ),
  };
}
