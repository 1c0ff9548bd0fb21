// Lot relief by FIFO next to beancount, on the same trades: its Python API loads them as a file.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import type { LotFact } from "@bursar/tax-lots";
import { amountOf, moneyText, places, unitsOf } from "@bursar/values/units";
import { median } from "../engines/table.ts";
import { type TradeSize, trades } from "../engines/trades.ts";
import type { BenchOptions } from "../service/options.ts";
import type { Row } from "../service/pair.ts";

const subject = "FIFO, trades a second";
/** The one for which Debian installs packages, whatever else comes first in the path. */
const python = "/usr/bin/python3";

/** Trades of one portfolio of 1,000 securities. For each sale beancount looks through all open lots of
 * the security, so that the ratio grows with their number; the target is for the largest size that a
 * run has time for: 500 trades of a security in ten years, of every tenth 1,786. */
const sizes: readonly PeerSize[] = [
  { trades: 50_000, securities: 1000, rounds: 3 },
  { trades: 200_000, securities: 1000, rounds: 2 },
  { trades: 500_000, securities: 1000, rounds: 1, least: 50 },
];
const tinySizes: readonly PeerSize[] = [{ trades: 500, securities: 20, rounds: 1, least: 50 }];

interface PeerSize extends TradeSize {
  /** At most. */
  readonly rounds: number;
  readonly least?: number;
}

/** The rows of FIFO; without beancount one says so. */
export function beancountRows({ only, rounds, tiny }: BenchOptions): Row[] {
  if (!subject.includes(only)) return [];
  process.stderr.write(`${subject}\n`);
  const against = "beancount";
  if (spawnSync(python, ["-c", "import beancount"]).status !== 0) {
    return [{ subject, against, errors: 0, note: "apt-get install beancount: it is not there" }];
  }
  const folder = mkdtempSync(join(tmpdir(), "bursar-bench-"));
  try {
    return (tiny ? tinySizes : sizes).map((size) => {
      const file = join(folder, `${size.trades}.beancount`);
      writeFileSync(file, ledgerOf(size));
      const own = () => secondsOf(process.execPath, ["fifo.ts", JSON.stringify(size)]);
      const theirs = () => secondsOf(python, ["beancount-fifo.py", file]);
      const length = Math.min(rounds, size.rounds);
      return rowOf(
        Array.from({ length }, () => [own(), theirs()] as const),
        size,
      );
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The time from facts to closed rows, and of beancount also that of the whole load. */
interface Seconds {
  readonly booked: number;
  readonly loaded?: number;
}

function secondsOf(command: string, [script = "", argument = ""]: readonly string[]): Seconds {
  const path = join(import.meta.dirname, script);
  const { status, stdout, stderr } = spawnSync(command, [path, argument], { encoding: "utf8" });
  if (status !== 0) throw new Error(`${script} ended with ${status}: ${stderr}`);
  return JSON.parse(stdout) as Seconds;
}

function rowOf(pairs: readonly (readonly [Seconds, Seconds])[], size: PeerSize): Row {
  const ratios = pairs.map(([own, other]) => other.booked / own.booked);
  const loaded = median(pairs.map(([, other]) => other.loaded ?? 0));
  return {
    subject,
    against: "beancount",
    errors: 0,
    ...(size.least !== undefined && { least: size.least }),
    perSecond: size.trades / median(pairs.map(([own]) => own.booked)),
    floorPerSecond: size.trades / median(pairs.map(([, other]) => other.booked)),
    ratio: median(ratios),
    spread: [Math.min(...ratios), Math.max(...ratios)],
    note:
      `${size.trades.toLocaleString("en-US")} trades, ${pairs.length} rounds; beancount's booking ` +
      `alone, with its parser it takes ${loaded.toFixed(1)} s`,
  };
}

/** The trades as a ledger: an account for each security, so that no lot is sought among others. */
function ledgerOf(size: TradeSize): string {
  const facts = trades(size);
  const names = [...new Set(facts.map(nameOf))];
  const accounts = ["Assets:Cash", "Income:Gains"].map((each) => `2014-01-01 open ${each}`);
  const stocks = names.map((each) => `2014-01-01 open Assets:${each} ${each} "FIFO"`);
  return [...accounts, ...stocks, ...facts.map(entryOf), ""].join("\n");
}

const nameOf = ({ security }: LotFact) => `S${security}`;

function entryOf(fact: LotFact): string {
  if ((fact.kind !== "buy" && fact.kind !== "sell") || fact.price === undefined)
    throw new Error("the trades have only two kinds");
  const name = nameOf(fact);
  const stock =
    fact.kind === "buy"
      ? `${fact.shares} ${name} {${fact.price} USD}`
      : `-${fact.shares} ${name} {} @ ${fact.price} USD`;
  const cash = moneyText(
    amountOf(unitsOf(fact.shares, places.shares), unitsOf(fact.price, places.price)),
  );
  const other =
    fact.kind === "buy"
      ? `  Assets:Cash -${cash} USD`
      : `  Assets:Cash ${cash} USD\n  Income:Gains`;
  return `${fact.tradeOn} * "${fact.kind}"\n  Assets:${name} ${stock}\n${other}\n`;
}
