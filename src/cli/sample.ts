// `bursar sample`: writes a folder of records of any size, for trials and measurements.
import { InvalidArgumentError } from "commander";
import { counted } from "../values/readable.ts";
import { printJson, printLines } from "./command-context.ts";
import { CommandFault, UsageFault } from "./failure.ts";
import { samplesFolder } from "./first-start.ts";
import type { Trading } from "./large-sample/households.ts";
import { valuedDays, valuedDaysOfYear } from "./large-sample/unit-value-rows.ts";
import { writeFirm } from "./large-sample/write-firm.ts";

interface SampleOptions {
  readonly accounts: number;
  readonly years: number;
  readonly days?: number;
  readonly folioValues?: boolean;
  readonly holdings?: number;
  readonly trades?: number;
  readonly valuations?: boolean;
  readonly seed: string;
  readonly out: string;
  readonly json?: boolean;
}

/** Reads a whole number of an option, from 0 to ten million. */
export function wholeNumber(text: string): number {
  if (/^\d{1,7}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a whole number of at most seven digits.");
}

/** Writes the firm and prints how many rows each file has beside the sample's own. */
export async function sampleCommand(options: SampleOptions): Promise<void> {
  const { accounts, years, days = years * valuedDaysOfYear, folioValues = false } = options;
  const trading = tradingOf(options);
  if (trading && days === 0) throw new UsageFault("accounts need at least one day to trade");
  const plan = { accounts, days: valuedDays(days), seed: options.seed, folioValues };
  const wholePlan = { ...plan, ...(trading && { trading }) };
  const written = await writeFirm(wholePlan, samplesFolder, options.out);
  if (written === false) throw new CommandFault(`The folder ${options.out} is not empty.`);
  if (options.json) printJson(written);
  else printLines(...written.map(({ file, rows }) => `${file}: ${counted(rows, "row")} generated`));
}

const usualHoldings = 20;

/** How accounts trade, if at all; five transactions for every two holdings if one number is left
 * out. */
export function tradingOf({
  holdings,
  trades,
  valuations,
}: Pick<SampleOptions, "holdings" | "trades" | "valuations">): Trading | undefined {
  if (holdings === undefined && trades === undefined && !valuations) return undefined;
  const held = holdings ?? (trades === undefined ? usualHoldings : Math.floor((trades * 2) / 5));
  const trading = {
    holdings: held,
    trades: trades ?? Math.ceil((held * 5) / 2),
    isValued: valuations ?? false,
  };
  if (held > 0 && trading.trades > held) return trading;
  throw new UsageFault(
    "an account needs at least one holding, and more transactions than holdings",
  );
}
