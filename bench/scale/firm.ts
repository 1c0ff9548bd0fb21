// The firm that is weighed: accounts with a year of trading, and the closes of the nights after it.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { plannedAccounts } from "../../src/cli/large-sample/households.ts";
import { runBursar } from "../service/bursar-process.ts";

/** The records of each account of the firm; the page and the model name it. */
export const eachAccount = { days: 252, holdings: 20, transactions: 50 } as const;

/** Business days after those of the generated firm. */
const nights = ["2026-10-01", "2026-10-02"] as const;

/** The folders of records, in the order in which they are loaded. */
export interface ScaleRecords {
  readonly firm: string;
  /** New closes of every security, on one more day each. */
  readonly nights: readonly string[];
  /** The numbers of those accounts that the sample's adviser may read and change. */
  readonly numbers: readonly string[];
}

/** Writes a firm of the given number of accounts below a folder. */
export async function writeScaleRecords(folder: string, accounts: number): Promise<ScaleRecords> {
  const firm = join(folder, "firm");
  const { days, holdings, transactions } = eachAccount;
  const words = ["--accounts", accounts, "--days", days, "--holdings", holdings];
  await mkdir(folder, { recursive: true });
  await runBursar(
    ["sample", "--out", firm, ...[...words, "--trades", transactions].map(String)],
    join(folder, "sample.log"),
    {},
  );
  const plan = { accounts, days: [], seed: "1", folioValues: false };
  return {
    firm,
    nights: await Promise.all(nights.map((day) => writeNight(folder, day))),
    numbers: [...plannedAccounts(plan)]
      .filter(({ owners }) => owners[0]?.firmOid === "1002")
      .map(({ number }) => number),
  };
}

/** Closes of a day: those of each security's last day, a little higher. */
async function writeNight(folder: string, day: string): Promise<string> {
  const [head = "", ...lines] = (await readFile(join(folder, "firm", "prices.csv"), "utf8"))
    .trimEnd()
    .split("\n");
  const closes = new Map(lines.map((line) => [line.split(",")[0], line.split(",")[2]]));
  const rows = [...closes].map(([security, close]) =>
    [security, day, (Number(close) * (1 + Number(day.slice(-2)) / 1000)).toFixed(2)].join(","),
  );
  const night = join(folder, day);
  await mkdir(night);
  await writeFile(join(night, "prices.csv"), [head, ...rows, ""].join("\n"));
  return night;
}
