// Transactions that adjust a basis, elect an average, exercise a right or move lots inside the firm: as loaded, as
// stored, and as the fact that the engines receive. (docs/tax-lots.md)
import type { Decimal } from "@bursar/values/decimal";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openTestService, type TestService } from "../../../../test/harness.ts";
import { parseJson } from "../../../values/json.ts";
import type { Problem } from "../../../values/problem.ts";
import { checkShape } from "../../../values/shape-rule.ts";
import { decodeSoundFields } from "../../../values/wire.ts";
import { columnsOfNewRows, newRowColumns } from "./new-rows.ts";
import { selectFacts, selectTransactionsOf } from "./reads.ts";
import { rulesOfTransaction } from "./rules.ts";
import { TransactionRecord } from "./schema.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

// It has no transactions in the sample firm; each test begins without any.
const account = "RA00000006";
beforeEach(() =>
  service.admin("delete from account_transaction where account_number = $1", [account]),
);

type Row = Readonly<Record<string, unknown>>;

let ids = 960_000;

function recordOf(row: Row): TransactionRecord {
  ids += 1;
  const isFact = row.transactionType !== "CXL";
  const basics = { accountNumber: account, transactionId: String(ids) };
  const ofFacts = { entryOrder: String(ids), tradeDate: "2024-02-01" };
  const raw = parseJson(JSON.stringify({ ...basics, ...(isFact && ofFacts), ...row }));
  const found: object[] = [];
  const record = decodeSoundFields(TransactionRecord, raw, found as Problem[]);
  found.push(...checkShape(rulesOfTransaction, record, undefined as never, found));
  expect(found).toEqual([]);
  return record as TransactionRecord;
}

const settings = {
  defaultTaxLotSelection: "LGHL",
  shortTermTaxRate: "35" as Decimal,
  longTermTaxRate: "15" as Decimal,
};

/** Stores rows past the engines, as a booking stores them; returns their ids. */
async function store(...rows: readonly Row[]): Promise<string[]> {
  const records = rows.map(recordOf);
  const known = (await selectTransactionsOf(service.db, [account])).get(account) ?? [];
  const columns = newRowColumns.join(", ");
  await service.admin(
    `insert into account_transaction (${columns})
     select ${columns} from jsonb_populate_recordset(null::account_transaction, $1::jsonb)`,
    [JSON.stringify(columnsOfNewRows(records, known, settings))],
  );
  return records.map(({ transactionId }) => transactionId);
}

/** The facts without what all have. */
async function factsInForce(): Promise<Row[]> {
  const { facts } = await selectFacts(service.db, account);
  return facts.map((fact) => {
    const { transactionId, entryOrder, tradeOn, ...rest } = fact as unknown as Row;
    return rest;
  });
}

const folioNumber = `${account}03`;
const folio = folioNumber;
const security = "601";
const intoSecurity = "602";
const ratio = { ratioNew: "1", ratioOld: "2" };
const held = { securityId: security };
const part = { ...held, folioNumber, shares: "4" };

test.each<[string, Row, Row]>([
  [
    "a part of a position that is exchanged",
    {
      ...part,
      transactionType: "MRG",
      intoSecurityId: intoSecurity,
      ...ratio,
      namedLots: ["9:3", "8/2:1"],
      newShares: "2",
    },
    {
      kind: "merger",
      folio,
      security,
      shares: "4",
      intoSecurity,
      ...ratio,
      newShares: "2",
      namedLots: [
        { transactionId: "9", shares: "3.00000" },
        { transactionId: "8", place: "2", shares: "1.00000" },
      ],
    },
  ],
  [
    "an exercise",
    {
      ...part,
      transactionType: "EXR",
      intoSecurityId: intoSecurity,
      ...ratio,
      amount: "9000.00",
    },
    { kind: "exercise", folio, security, shares: "4", intoSecurity, ...ratio, amount: "9000.00" },
  ],
  [
    "an exercise that costs nothing",
    { ...part, transactionType: "EXR", intoSecurityId: intoSecurity, ...ratio, amount: "0" },
    { kind: "exercise", folio, security, shares: "4", intoSecurity, ...ratio, amount: "0" },
  ],
  [
    "an adjustment of all lots",
    { ...held, transactionType: "BAS", amount: "-200.00", reason: "PRM" },
    { kind: "basisAdjustment", security, amount: "-200.00", reason: "PRM" },
  ],
  [
    "an adjustment of lots by their names, which moves their acquisition",
    {
      ...held,
      transactionType: "BAS",
      amount: "50.00",
      reason: "WSH",
      holdingDays: "31",
      namedLots: ["9", "8/2"],
    },
    {
      kind: "basisAdjustment",
      security,
      amount: "50.00",
      reason: "WSH",
      holdingDays: 31,
      adjustedLots: [{ transactionId: "9" }, { transactionId: "8", place: "2" }],
    },
  ],
  [
    "a step-up at death, on the day of death",
    { ...held, transactionType: "STU", part: "0.5", marketValue: "150000.00" },
    { kind: "stepUp", security, part: "0.5", marketValue: "150000.00", diedOn: "2024-02-01" },
  ],
  [
    "a gift to another account of the firm",
    {
      ...part,
      transactionType: "LMV",
      reason: "GFT",
      marketValue: "40.00",
      toAccountNumber: "RA00000001",
      toFolioNumber: "RA0000000103",
    },
    {
      kind: "lotsMoved",
      lastClose: expect.any(String),
      folio,
      security,
      shares: "4",
      reason: "GFT",
      marketValue: "40.00",
      toAccount: "RA00000001",
      toFolio: "RA0000000103",
      keptMethod: "LGHL",
      shortTermTaxRate: "35",
      longTermTaxRate: "15",
    },
  ],
  [
    "an election of a stock's plan",
    { ...held, transactionType: "AVE", planSince: "2023-05-01" },
    { kind: "averageElection", security, election: "AVE", planSince: "2023-05-01" },
  ],
  [
    "a revocation",
    { ...held, transactionType: "AVR" },
    { kind: "averageElection", security, election: "AVR" },
  ],
  [
    "the end of an election",
    { ...held, transactionType: "AVX" },
    { kind: "averageElection", security, election: "AVX" },
  ],
  [
    "a split that states its new shares",
    { ...held, transactionType: "SPL", ...ratio, newShares: "7.5" },
    { kind: "split", security, ...ratio, newShares: "7.5" },
  ],
  [
    "a spin-off by its part of the basis",
    { ...held, transactionType: "SPO", intoSecurityId: intoSecurity, ...ratio, childPart: "4.2" },
    { kind: "spinOff", security, intoSecurity, ...ratio, childPart: "4.2" },
  ],
  [
    "a fee that is paid back",
    { folioNumber, transactionType: "FEE", amount: "12.00", feeKind: "refund" },
    { kind: "fee", folio, amount: "12.00", isRefund: true },
  ],
  [
    "a fee that is taken",
    { folioNumber, transactionType: "FEE", amount: "12.00", feeKind: "advisory" },
    { kind: "fee", folio, amount: "12.00" },
  ],
])("%s is the fact that the engines receive", async (_what, row, fact) => {
  await store(row);
  expect(await factsInForce()).toEqual([fact]);
});

const buy = { ...held, folioNumber, transactionType: "BUY", shares: "10", price: "50" };
const sale = { ...part, transactionType: "SLE", price: "60", tradeDate: "2024-02-02" };

test("a disposal is accepted with what it states in place of the account's settings", async () => {
  const [sold] = await store(
    { ...sale, acceptedMethod: "HSTG", acceptedLongTermTaxRate: "20" },
    { ...sale, replaces: String(ids + 1) },
    sale,
  );
  expect(sold).toBeDefined();
  const facts = await factsInForce();
  const kept = facts.map(({ keptMethod, shortTermTaxRate, longTermTaxRate }) => [
    keptMethod,
    shortTermTaxRate,
    longTermTaxRate,
  ]);
  // The second replaces the first, and is accepted as that was.
  expect(kept).toEqual([
    ["HSTG", undefined, "20"],
    ["LGHL", "35", "15"],
  ]);
});

test("a name leads to what is in force in the place of what was named, and to nothing cancelled", async () => {
  const named = async () => {
    const facts = await factsInForce();
    return facts.flatMap(({ namedLots, adjustedLots }) => namedLots ?? adjustedLots ?? []);
  };
  const [first] = await store(buy);
  const [second] = await store({ ...buy, replaces: first });
  const [third] = await store({ ...buy, replaces: second });
  await store(
    { ...sale, namedLots: [`${first}/1:1`, `${third}:3`] },
    { ...held, transactionType: "BAS", amount: "1", reason: "COR", namedLots: [`${second}`] },
  );
  expect(await named()).toEqual([
    { transactionId: third },
    { transactionId: third, place: "1", shares: "1.00000" },
    { transactionId: third, shares: "3.00000" },
  ]);
  await store({ transactionType: "CXL", cancels: third });
  expect((await named()).map((lot) => (lot as Row).transactionId)).toEqual([second, first, third]);
});

test("of one day what touches a whole position comes first, and the exchange of a part with the trades", async () => {
  const first = { ...held, tradeDate: "2024-02-01" };
  const exchange = { transactionType: "MRG", intoSecurityId: intoSecurity, ...ratio };
  await store(
    { ...part, ...exchange },
    { ...part, transactionType: "EXR", intoSecurityId: intoSecurity, ...ratio, amount: "1" },
    { ...first, ...exchange },
    { ...first, transactionType: "AVE" },
    { ...first, transactionType: "STU", part: "1", marketValue: "1" },
    { ...first, transactionType: "BAS", amount: "1", reason: "OID" },
  );
  const kinds = (await factsInForce()).map(({ kind, shares }) => `${kind} ${shares ?? "all"}`);
  expect(kinds).toEqual([
    "merger all",
    "averageElection all",
    "stepUp all",
    "basisAdjustment all",
    "merger 4",
    "exercise 4",
  ]);
});
