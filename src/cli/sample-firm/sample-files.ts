// The files of the sample firm as of a day. Most are written by hand in `samples/`; prices and
// transactions are drawn up to the day before, and what was new when they were written is new again.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  addDays,
  addMonths,
  type Day,
  daysBetween,
  endOfQuarter,
  quarterOf,
} from "@bursar/values/dates";
import { fixedPoint } from "../large-sample/history-rows.ts";
import { accountPlans, type Weights } from "./account-plans.ts";
import { csvRows, csvText } from "./csv-rows.ts";
import type { FolioState } from "./folio-state.ts";
import { businessDays, type Market, marketUntil } from "./market.ts";
import { drawHistory } from "./trade-history.ts";
import { writtenHistory } from "./written-history.ts";

/** The day as of which the files in `samples/` are written. */
export const writtenOn = "2026-11-27" as Day;

/** The end of the last quarter that is billed on a day: the one after it still waits to be approved. */
export function lastBilledQuarter(today: Day): Day {
  return addDays(addMonths(quarterOf(today), -3), -1);
}

/** Files by name. */
export type SampleFiles = ReadonlyMap<string, string>;

/** The files of the firm as of a day, from those of its folder; a day before the first closes is
 * the day on which they were written. */
export async function sampleFiles(folder: string, today: Day): Promise<SampleFiles> {
  const files = await handWritten(folder);
  const market = marketUntil(addDays(today, -1));
  const paidUntil = lastBilledQuarter(today);
  const billedUntil = endOfQuarter(addMonths(paidUntil, -3));
  const weights = weightsOfModels(files);
  const folios = accountPlans.map((plan) => {
    const { follows } = plan;
    const own = typeof follows === "string" ? (weights.get(follows) ?? []) : follows;
    // The other firm has no fee runs here.
    const isHarbors = plan.account.startsWith("RA");
    const bills = { billedUntil: isHarbors ? billedUntil : paidUntil, paidUntil };
    return drawHistory({ ...plan, weights: own, ...bills }, market);
  });
  const weeks = Math.floor(daysBetween(writtenOn, today) / 7);
  for (const name of recent) files.set(name, moved(files.get(name) ?? "", weeks * 7));
  files.set("models.ndjson", withDrift(files, market, today));
  const tickers = tickersOf(files);
  files.set("corporate-actions.ndjson", withShares(files, folios, tickers));
  files.set("prices.csv", pricesText(market));
  files.set("transactions.csv", transactionsText(market, folios, billedUntil));
  files.set("reconciliation-breaks.csv", breaksText(market, folios));
  return new Map([...files].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** The files that are drawn as a whole: the firm's history. */
export const drawnFiles: readonly string[] = [
  "prices.csv",
  "transactions.csv",
  "reconciliation-breaks.csv",
];

/** The files of the last weeks and the next ones. */
const recent = [
  "accounts.csv",
  "corporate-actions.ndjson",
  "corporate-events.ndjson",
  "items-for-attention.csv",
  "offer-approvals.csv",
  "offers.csv",
  "private-placement-orders.csv",
  "restrictions.csv",
  "transfers.csv",
];

async function handWritten(folder: string): Promise<Map<string, string>> {
  const names = (await readdir(folder)).filter((name) => /\.(csv|ndjson)$/.test(name));
  const texts = names
    .filter((name) => !drawnFiles.includes(name))
    .map(async (name) => [name, await readFile(join(folder, name), "utf8")] as const);
  return new Map(await Promise.all(texts));
}

/** The days of the last months and the future, later by a number of days. */
function moved(text: string, days: number): string {
  if (days === 0) return text;
  const since = addDays(writtenOn, -100);
  return text.replaceAll(/(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)/g, (day) =>
    day < since ? day : addDays(day as Day, days),
  );
}

interface ModelLine {
  readonly modelOid: string;
  readonly cashSecurity: string;
  readonly targetWeights: readonly { readonly ticker: string; readonly targetWeight: string }[];
}

/** The models, each with the weights to which its targets have drifted since the quarter began. */
function withDrift(files: SampleFiles, { days, closes }: Market, today: Day): string {
  const tickers = tickersOf(files);
  const first = days.find((on) => on >= quarterOf(addDays(today, -7))) as Day;
  const last = days.at(-1) as Day;
  return modelsOf(files)
    .map((model) => {
      const worths = model.targetWeights.map(({ ticker, targetWeight }) => {
        const own = closes.get(tickers.get(ticker) ?? "");
        const weight = BigInt(targetWeight.replace(".", "")) * 1_000_000n;
        return (weight * (own?.get(last) ?? 1n)) / (own?.get(first) ?? 1n);
      });
      const whole = worths.reduce((sum, worth) => sum + worth, 0n);
      const weights = worths.map((worth) => (worth * 10_000n) / whole);
      const left = 10_000n - weights.reduce((sum, weight) => sum + weight, 0n);
      weights[0] = (weights[0] ?? 0n) + left;
      const targetWeights = model.targetWeights.map(({ ticker, targetWeight }, at) => {
        return { ticker, targetWeight, currentWeight: fixedPoint(weights[at] ?? 0n, 2) };
      });
      return `${JSON.stringify({ ...model, targetWeights })}\n`;
    })
    .join("");
}

function modelsOf(files: SampleFiles): readonly ModelLine[] {
  return jsonLines(files.get("models.ndjson") ?? "") as unknown as readonly ModelLine[];
}

/** The weights of each model by the security's id, in hundredths of a percent; cash is left out. */
function weightsOfModels(files: SampleFiles): ReadonlyMap<string, Weights> {
  const tickers = tickersOf(files);
  return new Map(
    modelsOf(files).map(({ modelOid, cashSecurity, targetWeights }) => [
      modelOid,
      targetWeights
        .filter(({ ticker }) => ticker !== cashSecurity)
        .map(({ ticker, targetWeight }) => {
          const weight = Number(targetWeight.replace(".", ""));
          return [tickers.get(ticker) ?? "", weight] as const;
        }),
    ]),
  );
}

function tickersOf(files: SampleFiles): ReadonlyMap<string, string> {
  const rows = csvRows(files.get("securities.csv") ?? "");
  return new Map(rows.map(({ ticker = "", securityId = "" }) => [ticker, securityId]));
}

function jsonLines(text: string): Record<string, unknown>[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** The corporate actions, each with the shares that its account has. */
function withShares(
  files: SampleFiles,
  folios: readonly FolioState[],
  tickers: ReadonlyMap<string, string>,
): string {
  const lines = jsonLines(files.get("corporate-actions.ndjson") ?? "").map((action) => {
    const securityId = tickers.get(String(action.ticker)) ?? "";
    const held = sharesIn(folios, String(action.accountNumber), securityId);
    const shares = held === 0n ? action.shares : fixedPoint(held, 5).replace(/\.?0+$/, "");
    return `${JSON.stringify({ ...action, shares })}\n`;
  });
  return lines.join("");
}

/** The shares of a security in the folios of an account, in 0.00001. */
function sharesIn(folios: readonly FolioState[], account: string, securityId: string): bigint {
  return folios
    .filter((folio) => folio.account === account)
    .reduce((sum, { shares }) => sum + (shares.get(securityId) ?? 0n), 0n);
}

function pricesText({ closes }: Market): string {
  const lines = ["securityId,date,close"];
  for (const [securityId, days] of closes) {
    for (const [on, close] of days) lines.push(`${securityId},${on},${fixedPoint(close, 2)}`);
  }
  return `${lines.join("\n")}\n`;
}

const transactionColumns = [
  "accountNumber",
  "transactionId",
  "transactionType",
  "entryOrder",
  "folioNumber",
  "tradeDate",
  "settlementDate",
  "securityId",
  "shares",
  "price",
  "amount",
  "exDate",
  "federalTaxWithholding",
  "stateTaxWithholding",
  "withholdingState",
  "foreignTaxWithholding",
  "withholdingCountry",
  "lots",
  "donorAcquisitionDate",
  "donorCostBasis",
  "dateOfDeath",
  "marketValue",
  "intoSecurityId",
  "ratioNew",
  "ratioOld",
  "childPart",
  "accruedInterest",
  "reliefMethod",
  "namedLots",
  "toFolioNumber",
  "incomeKind",
  "method",
] as const;

function transactionsText(
  { days }: Market,
  folios: readonly FolioState[],
  billedUntil: Day,
): string {
  const last = days.at(-1) as Day;
  const rows = [...writtenHistory(last, billedUntil), ...folios.flatMap(({ rows }) => rows)];
  return csvText(transactionColumns, rows);
}

/** Three breaks between a custodian's statement of the last day and the books. */
function breaksText({ days }: Market, folios: readonly FolioState[]): string {
  const date = days.at(-1) as Day;
  const before = businessDays(addDays(date, -9), date);
  const cashOf = (account: string) =>
    folios.filter((folio) => folio.account === account).reduce((sum, { cash }) => sum + cash, 0n);
  const estate = cashOf("RA00000044");
  const cole = cashOf("RB00000001");
  const held = sharesIn(folios, "RA00000047", "610");
  const price = folios.at(0)?.market.closes.get("610")?.get(date) ?? 0n;
  const cause = "missingTransaction";
  const rows = [
    {
      accountNumber: "RA00000044",
      date,
      breakId: "4101",
      kind: "cash",
      cause,
      custodian: fixedPoint(estate + 50_000n, 2),
      books: fixedPoint(estate, 2),
      amount: "500.00",
      since: before.at(-4) as string,
    },
    {
      accountNumber: "RA00000047",
      date,
      breakId: "4102",
      kind: "shares",
      cause,
      securityId: "610",
      custodian: fixedPoint(held + 1_250_000n, 5),
      books: fixedPoint(held, 5),
      amount: fixedPoint((price * 125n) / 10n, 2),
      since: date,
    },
    {
      accountNumber: "RB00000001",
      date,
      breakId: "4103",
      kind: "cash",
      cause,
      custodian: fixedPoint(cole + 40n, 2),
      books: fixedPoint(cole, 2),
      amount: "0.40",
      since: before.at(-2) as string,
      note: "Interest that the custodian books a day early",
      notedTS: `${date}T16:20:00.000-05:00`,
    },
  ];
  return csvText(breakColumns, rows);
}

const breakColumns = [
  "accountNumber",
  "date",
  "breakId",
  "kind",
  "securityId",
  "custodian",
  "books",
  "amount",
  "cause",
  "since",
  "note",
  "notedTS",
] as const;
