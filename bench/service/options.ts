// The options of `npm run bench -- service`.
import { parseArgs } from "node:util";

/** How large the firm is, and how long each side is measured. */
export interface BenchOptions {
  /** Accounts in addition to the sample's own. */
  readonly accounts: number;
  /** Days of unit values of each account. */
  readonly days: number;
  /** How many accounts have a folio's values, and how many a long series of how many years. */
  readonly folios: number;
  readonly longSeries: number;
  readonly years: number;
  /** Offers that the adviser's firm sees. */
  readonly offers: number;
  /** How many accounts at most each read draws from. */
  readonly drawn: number;
  readonly seconds: number;
  /** How long each side of a subject runs before it is measured. */
  readonly warmUp: number;
  readonly rounds: number;
  readonly callers: number;
  readonly only: string;
  readonly full: boolean;
  readonly json: string | undefined;
  /** A file for the table as Markdown. */
  readonly markdown: string | undefined;
  /** A folder in which the loaded firm is kept for later runs. */
  readonly keep: string | undefined;
  /** A folder for a profile of the service's time. */
  readonly profile: string | undefined;
  /** How long the mixed load lasts. */
  readonly minutes: number;
  /** Days of unit values of the large firm and of the small one. */
  readonly daysOfSizes: number;
  /** As little as possible, to show that everything works. */
  readonly tiny: boolean;
}

const usual = { accounts: 10_000, days: 252, folios: 400, longSeries: 20, years: 10, drawn: 2_000 };
const tiny = { accounts: 20, days: 25, folios: 5, longSeries: 2, years: 1, drawn: 10 };

/** Reads the options; returns a text if something is wrong with them. */
export function readOptions(args: readonly string[]): BenchOptions | string {
  try {
    return optionsOf(args);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function optionsOf(args: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      accounts: { type: "string" },
      seconds: { type: "string" },
      "warm-up": { type: "string" },
      rounds: { type: "string" },
      callers: { type: "string", default: "32" },
      only: { type: "string", default: "" },
      full: { type: "boolean", default: false },
      json: { type: "string" },
      markdown: { type: "string" },
      keep: { type: "string" },
      profile: { type: "string" },
      minutes: { type: "string" },
      "days-of-sizes": { type: "string" },
      tiny: { type: "boolean", default: false },
    },
  });
  const size = values.tiny ? tiny : usual;
  const accounts = numberOf(values.accounts, size.accounts, "--accounts");
  const seconds = numberOf(values.seconds, values.tiny ? 0.05 : 1, "--seconds");
  return {
    ...size,
    accounts,
    folios: Math.min(size.folios, accounts),
    longSeries: Math.min(size.longSeries, accounts),
    offers: values.tiny ? 12 : 200,
    seconds,
    warmUp: numberOf(values["warm-up"], seconds / 2, "--warm-up"),
    rounds: numberOf(values.rounds, values.tiny ? 1 : 5, "--rounds"),
    callers: numberOf(values.callers, 32, "--callers"),
    only: values.only,
    full: values.full,
    json: values.json,
    markdown: values.markdown,
    keep: values.keep,
    profile: values.profile,
    minutes: numberOf(values.minutes, values.tiny ? 1 / 60 : 10, "--minutes"),
    daysOfSizes: numberOf(values["days-of-sizes"], 21, "--days-of-sizes"),
    tiny: values.tiny,
  };
}

/** How often the service is started for a subject of starts: once where that is not measured. */
export function startsOf(subject: string, { only, tiny }: BenchOptions): number {
  return subject.includes(only) && !tiny ? 5 : 1;
}

function numberOf(text: string | undefined, preset: number, name: string): number {
  if (text === undefined) return preset;
  const number = Number(text);
  if (!(number > 0)) throw new Error(`${name} takes a number above 0.`);
  return number;
}
