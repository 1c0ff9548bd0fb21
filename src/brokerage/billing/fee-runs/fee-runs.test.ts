// A fee run from its creation to its approval, over HTTP.
import { expect, test } from "vitest";
import { runs, useFeeDesk } from "../../../../test/fee-desk.ts";

const account = "RA00000012";
const other = "RA00000014";
const columns =
  "accountNumber,transactionId,transactionType,entryOrder,folioNumber,tradeDate,amount";
const desk = useFeeDesk(async (service) => {
  await service.load({
    "transactions.csv": [
      columns,
      `${account},96001,DEP,1,${account}01,2025-09-02,40000`,
      `${other},96002,DEP,1,${other}01,2025-11-15,250000`,
      "",
    ].join("\n"),
  });
});
const { service, as, created, previewed, moved, runOf, itemsOf, swept, codesOf } = desk;
const quarter = { periodEnd: "2025-12-31", accountNumbers: [account, other] };

test("is computed by the sweep, and shows each account's fee with its working", async () => {
  const id = await created(quarter);
  expect(await runOf(id)).toMatchObject({ runStatus: "COMPUTING", createdBy: "harbor.lin" });
  await swept();
  const run = await runOf(id);
  expect(run).toMatchObject({
    runStatus: "PREVIEW",
    accounts: "2",
    units: "2",
    basis: "290000.00",
    computed: "419.29", // 100.00 + 319.29
    posted: "0.00",
    warnings: { inception: "1" },
    items: null,
  });
  const items = await itemsOf(id);
  expect(items).toMatchObject([
    {
      accountNumber: account,
      line: "1",
      lineKind: "period",
      unit: `account:${account}`,
      from: "2025-10-01",
      to: "2025-12-31",
      days: "92",
      basis: "40000.00",
      rate: "1.000000",
      computed: "100.00", // 40,000 × 1 % × 3/12
      state: "OPEN",
      warnings: [],
    },
    {
      accountNumber: other,
      from: "2025-11-15",
      days: "47",
      computed: "319.29", // 250,000 × 1 % × 3/12 × 47/92 = 319.293
      warnings: ["inception"],
    },
  ]);
  expect(items[0].steps.map(({ step }: { step: string }) => step)).toEqual([
    "value",
    "basis",
    "tier",
    "rate",
    "fee",
    "rounded",
  ]);
});

test("takes its days, so that no other run bills them, until it is discarded", async () => {
  const id = await created(quarter);
  const again = await as("harbor.lin", "POST", runs, { periodEnd: "2025-12-31" });
  expect(codesOf(again)).toEqual(["feerun.overlap.rule"]);
  expect(again.body[0].message).toBe(`Run ${id} bills ${account} from 2025-10-01 to 2025-12-31.`);
  expect((await moved(id, "harbor.lin", { runStatus: "DISCARDED" })).status).toBe(200);
  await created({ periodEnd: "2025-12-31" });
});

test("of two at once one has the days", async () => {
  const responses = await Promise.all([1, 2].map(() => as("harbor.lin", "POST", runs, quarter)));
  expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 400]);
  const refused = responses.find(({ status }) => status === 400);
  expect(refused && codesOf(refused)).toEqual(["feerun.overlap.rule"]);
});

test("a dry run shows sums and items, and takes no days", async () => {
  const dry = await service.call("adviser", "POST", runs, quarter, { "X-Dry-Run": "true" });
  expect(dry.status, dry.text).toBe(200);
  expect(dry.body.record).toMatchObject({
    runStatus: "COMPUTING",
    computed: "419.29",
    items: [{ computed: "100.00" }, { computed: "319.29" }],
  });
  await created(quarter);
});

test("is approved by another person than the one who created it", async () => {
  const id = await previewed(quarter);
  const approve = { runStatus: "APPROVED" };
  expect(codesOf(await moved(id, "harbor.lin", approve))).toEqual(["feerun.person.rule"]);
  const nameless = await service.call("adviser", "PUT", `${runs}/${id}`, approve);
  expect(nameless.body).toMatchObject([
    { errorCode: "feerun.person.rule", message: expect.stringContaining("sign in to the console") },
  ]);
  expect((await moved(id, "harbor.park", approve)).status).toBe(200);
  expect(await runOf(id)).toMatchObject({
    runStatus: "APPROVED",
    approvedBy: "harbor.park",
    approvedAlone: false,
    postDate: "2026-03-02",
    itemsHash: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(codesOf(await moved(id, "harbor.park", { runStatus: "COMPUTING" }))).toEqual([
    "feerun.status.rule",
  ]);
});

test("is stale once facts of its period have changed, and is computed again", async () => {
  const id = await previewed(quarter);
  await service.load({
    "transactions.csv": `${columns}\n${account},96003,WDL,2,${account}01,2025-12-30,1000\n`,
  });
  const approve = { runStatus: "APPROVED" };
  expect(codesOf(await moved(id, "harbor.park", approve))).toEqual(["feerun.stale.rule"]);
  expect((await moved(id, "harbor.lin", { runStatus: "COMPUTING" })).status).toBe(200);
  await swept();
  expect((await itemsOf(id))[0]).toMatchObject({ computed: "97.50" }); // 39,000 × 1 % ÷ 4
  expect((await moved(id, "harbor.park", approve)).status).toBe(200);
});

test("is stale once its terms have changed", async () => {
  const id = await previewed(quarter);
  await service.load({
    "billing-terms.csv": `accountNumber,from,billingPlanOid,discount\n${account},2025-01-01,3001,10\n`,
  });
  const approve = { runStatus: "APPROVED" };
  expect(codesOf(await moved(id, "harbor.park", approve))).toEqual(["feerun.stale.rule"]);
  await moved(id, "harbor.lin", { runStatus: "COMPUTING" });
  await swept();
  expect((await itemsOf(id))[0]).toMatchObject({ computed: "90.00" });
});

test.each([
  ["a day within a month", { periodEnd: "2025-12-30" }, "feerun.period.rule", "on 2025-12-31"],
  [
    "a month of a plan by quarter",
    { periodEnd: "2025-11-30", billingPlanOids: ["3001"] },
    "feerun.period.rule",
    "Plan 3001 is billed by quarters: one ends on 2025-12-31, none on 2025-11-30.",
  ],
  [
    "a period that is not over",
    { periodEnd: "2026-03-31", billingPlanOids: ["3001"] },
    "feerun.period.rule",
    "Plan 3001 is billed in arrears: for this period from 2026-04-01 on.",
  ],
  [
    "an account of another firm",
    { periodEnd: "2025-12-31", accountNumbers: ["RB00000001"] },
    "feerun.account.rule",
    "account RB00000001.",
  ],
  [
    "a plan of another firm",
    { periodEnd: "2025-12-31", billingPlanOids: ["3101"] },
    "feerun.account.rule",
    "plan 3101.",
  ],
])("%s is refused, with what would do", async (_, body, errorCode, words) => {
  const message = expect.stringContaining(words);
  const response = await as("harbor.lin", "POST", runs, body);
  expect(response.body).toEqual([expect.objectContaining({ errorCode, message })]);
});

test("a key without a person creates and adjusts in the name of its API user", async () => {
  const response = await service.call("adviser", "POST", runs, quarter);
  await swept();
  const id = String(response.headers.location).split("/").at(-1) ?? "";
  const adjusted = { adjustedAmount: "1.00", reason: "Agreed" };
  await service.call("adviser", "PUT", `${runs}/${id}/items/${account}`, adjusted);
  const author = "api-user:5001";
  expect(await runOf(id)).toMatchObject({ createdBy: author, adjustedBy: [author] });
  const approve = { runStatus: "APPROVED" };
  const nameless = await service.call("adviser", "PUT", `${runs}/${id}`, approve);
  expect([nameless.status, codesOf(nameless)]).toEqual([403, ["feerun.person.rule"]]);
  expect((await moved(id, "harbor.park", approve)).status).toBe(200);
});

test("a key that is bound to nobody approves nothing by naming a person", async () => {
  const approve = async (id: string) =>
    codesOf(
      await service.signed("adviser", "PUT", `${runs}/${id}`, {
        body: { runStatus: "APPROVED" },
        members: { FOLIOWS_MEMBER_ID: "harbor.park" },
      }),
    );
  const response = await service.call("adviser", "POST", runs, quarter);
  await swept();
  const id = String(response.headers.location).split("/").at(-1) ?? "";
  expect(await approve(id)).toEqual(["feerun.person.rule"]);
  expect((await moved(id, "harbor.lin", { runStatus: "DISCARDED" })).status).toBe(200);
  // Nor what another person made, whether it adjusted that or not.
  const other = await previewed(quarter);
  expect(await approve(other)).toEqual(["feerun.person.rule"]);
  const adjusted = { adjustedAmount: "1.00", reason: "Agreed" };
  await service.call("adviser", "PUT", `${runs}/${other}/items/${account}`, adjusted);
  expect(await approve(other)).toEqual(["feerun.person.rule"]);
  expect((await moved(other, "harbor.park", { runStatus: "APPROVED" })).status).toBe(200);
});

test("platform fees are the operator's to bill", async () => {
  const body = { periodEnd: "2025-12-31", kind: "P" };
  expect((await as("harbor.lin", "POST", runs, body)).status).toBe(403);
  const response = await service.call("operator", "POST", runs, body);
  expect(response.status, response.text).toBe(201);
});

test("the run of another firm is no place behind which a list goes on", async () => {
  const id = await created({ ...quarter, accountNumbers: [account] });
  service.setNow("2026-03-01T15:10:00Z");
  const own = await created({ ...quarter, accountNumbers: [other] });
  const behind = async () => (await as("harbor.lin", "GET", `${runs}?after=${id}`)).body;
  expect(await behind()).toContainEqual(expect.objectContaining({ feeRunOid: own }));
  await service.admin("update fee_run set firm_oid = 1003 where fee_run_oid = $1", [id]);
  expect(await behind()).toEqual([]);
});

test("a run that the firm does not have is not found, whatever is asked of it", async () => {
  const id = await created({ ...quarter, accountNumbers: [account] });
  const asked = [
    ["GET", "", undefined],
    ["PUT", "", { runStatus: "DISCARDED" }],
    ["GET", "/items", undefined],
    ["PUT", `/items/${account}`, { excluded: true, reason: "Agreed" }],
  ] as const;
  for (const [method, below, body] of asked) {
    const response = await as("harbor.lin", method, `${runs}/999999${below}`, body);
    expect([response.status, codesOf(response)]).toEqual([404, ["feerun.not.found"]]);
  }
  await service.admin("update fee_run set firm_oid = 1003 where fee_run_oid = $1", [id]);
  const other = await as("harbor.lin", "GET", `${runs}/${id}`);
  expect([other.status, codesOf(other)]).toEqual([404, ["feerun.not.found"]]);
});
