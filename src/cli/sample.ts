// `bursar sample`: writes a folder of records of any size, for trials and measurements.
import { counted } from "../values/readable.ts";
import { CommandFault, UsageFault } from "./faults.ts";
import type { Trading } from "./large-sample/households.ts";
import { valuedDays, valuedDaysOfYear } from "./large-sample/unit-value-rows.ts";
import { writeFirm } from "./large-sample/write-firm.ts";
import { samplesFolder } from "./load-sample.ts";
import { printJson, printLines } from "./output.ts";

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

/** Writes the firm and prints the number of rows that each file has in addition to the sample's own. */
export async function sampleCommand(options: SampleOptions): Promise<void> {
  const { accounts, years, days = years * valuedDaysOfYear, folioValues = false } = options;
  const trading = decodeTrading(options);
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
export function decodeTrading({
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
