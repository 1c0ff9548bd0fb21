// Loading subscriptions: what is refused, and how the approved total of an offer follows.
import { expect, test } from "vitest";
import { useTestService } from "../../../../test/harness.ts";
import { LoadFault } from "../../../platform/bulk/kinds/load-problem.ts";

const service = useTestService();

type Cells = Readonly<Record<string, unknown>>;

const initial = {
  accountNumber: "RA00000006",
  privatePlacementOrderOid: "89001",
  privatePlacementOfferOid: "801",
  loginId: "carol.nguyen",
  orderStatus: "INITIAL",
  requestedDollarAmount: "20000.00",
  discretionary: false,
  solicited: false,
  reasonForTrade: "NS",
  investmentLimitCertified: false,
  blueSkyException: false,
  deMinimisAccepted: false,
  physicalSignatureReceived: false,
  creationTimestamp: "2026-02-18T15:10:00-05:00",
  modificationTimestamp: "2026-02-20T09:00:00-05:00",
};
const accepted = {
  ...initial,
  orderStatus: "ACCEPTED",
  fillDollarAmount: "15000.00",
  accredited: true,
};

const load = (...rows: readonly Cells[]) =>
  service.load({
    "private-placement-orders.ndjson": rows.map((row) => JSON.stringify(row)).join("\n"),
  });

async function approved(): Promise<string> {
  const { rows } = await service.admin(
    "select approved_total::numeric(20, 2) as sum from offer where offer_oid = 801",
  );
  return rows[0].sum;
}

async function problemColumns(row: Cells): Promise<(string | undefined)[]> {
  const fault = await load(row).catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(LoadFault);
  return (fault as LoadFault).problems.map(({ column }) => column);
}

test("what is approved of an offer follows each load", async () => {
  const before = (await service.eventsOf("RA00000006")).length;
  await load(initial);
  expect(await approved()).toBe("50000.00");
  await load(accepted);
  expect(await approved()).toBe("65000.00");
  await load({ ...accepted, fillDollarAmount: "16000.00" });
  await load({ ...accepted, fillDollarAmount: "16000.00" });
  expect(await approved()).toBe("66000.00");
  await load({ ...initial, orderStatus: "CANCELLED", accredited: true });
  expect(await approved()).toBe("50000.00");
  const emitted = (await service.eventsOf("RA00000006")).slice(before);
  expect(emitted.map(({ type }) => type)).toEqual([
    "order.created",
    "order.accepted",
    "order.amended",
    "order.cancelled",
  ]);
});

test.each<[string, string, Cells]>([
  ["an approved amount of what does not count", "fillDollarAmount", { fillDollarAmount: "1.00" }],
  [
    "what counts without an amount",
    "fillDollarAmount",
    { ...accepted, fillDollarAmount: undefined },
  ],
  ["more than was asked for", "fillDollarAmount", { ...accepted, fillDollarAmount: "20000.01" }],
  ["what counts of unknown owners", "accredited", { ...accepted, accredited: undefined }],
  ["a placed order without its id", "folioOrderOid", { ...accepted, orderStatus: "ORDER_CREATED" }],
  ["an id of what was not placed", "folioOrderOid", { folioOrderOid: "5" }],
  ["shares of what is not complete", "shareQuantity", { shareQuantity: "5" }],
  [
    "a change before it was made",
    "modificationTimestamp",
    { modificationTimestamp: "2026-02-01T09:00:00-05:00" },
  ],
  ["an open one to an offer not in progress", "orderStatus", { privatePlacementOfferOid: "808" }],
  [
    "another offer than is stored",
    "privatePlacementOfferOid",
    {
      privatePlacementOrderOid: "88102",
      accountNumber: "RA00000001",
      privatePlacementOfferOid: "807",
      orderStatus: "REJECTED",
    },
  ],
  ["a second one of an account", "privatePlacementOfferOid", { accountNumber: "RA00000001" }],
  [
    "more than the offer's size",
    "fillDollarAmount",
    { ...accepted, requestedDollarAmount: "2950000.01", fillDollarAmount: "2950000.01" },
  ],
  [
    "a document twice",
    "signedDocuments",
    {
      signedDocuments: [
        { id: "a", version: "1.0" },
        { id: "a", version: "1.1" },
      ],
    },
  ],
])("%s is refused by its column", async (_, column, changed) => {
  const row = { ...initial, privatePlacementOrderOid: "89002", ...changed };
  expect((await problemColumns(row)).map((each) => each?.replace(/\[.*/, ""))).toEqual([column]);
});
