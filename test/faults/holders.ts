// Thousands of holders of one security, and a dividend that is announced to them.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { addDays, newYorkDay } from "@bursar/values/dates";
import { done, inFolder } from "./command-rounds.ts";
import { ownerSettings } from "./service-process.ts";
import { lookInto } from "./store-client.ts";

/** The security of the sample firm that all holders have. */
const heldSecurity = "602";

type Row = Readonly<Record<string, string>>;

/** The rows of a statement, past the service. */
export async function storeRows(dataDir: string, text: string): Promise<Row[]> {
  const store = await ownerSettings(dataDir);
  return lookInto(store, async (client) => (await client.query<Row>(text)).rows);
}

/** Loads a firm of so many accounts, in each of which a folio buys some shares. */
export async function loadHolders(dataDir: string, accounts: number): Promise<void> {
  await inFolder(async (folder) => {
    const records = join(folder, "records");
    await done(folder, "sample", "--out", records, "--accounts", `${accounts}`, "--days", "20");
    await done(dataDir, "load", "--allow-privileges", records);
  });
  const folios = await storeRows(
    dataDir,
    `select account_number as account, min(folio_number) as folio from folio
     where status = 'O' and right(folio_number, 2) not in ('01', '02')
     group by account_number order by 1`,
  );
  const boughtOn = addDays(newYorkDay(new Date()), -30);
  const header =
    "accountNumber,transactionId,transactionType,entryOrder,folioNumber,tradeDate,securityId,shares,price";
  const lines = folios.map(({ account, folio }, at) => {
    const shares = `${(at % 90) + 1}.${String((at * 7) % 100).padStart(2, "0")}`;
    return `${account},${6_000_000 + at},BUY,1,${folio},${boughtOn},${heldSecurity},${shares},50`;
  });
  await inFolder(async (folder) => {
    await writeFile(join(folder, "transactions.csv"), [header, ...lines].join("\n"));
    await done(dataDir, "load", folder);
  });
}

/** Announces a dividend to them whose day of payment has come, and whose rates round. */
export async function announceDividend(dataDir: string, eventId: string): Promise<void> {
  const exDate = addDays(newYorkDay(new Date()), -1);
  const event = {
    eventId,
    status: "ANNOUNCED",
    kind: "DIV",
    securityId: heldSecurity,
    exDate,
    payDate: exDate,
    components: [{ rate: "0.123456", incomeKind: "qualified" }],
  };
  await inFolder(async (folder) => {
    await writeFile(join(folder, "corporate-events.ndjson"), JSON.stringify(event));
    await done(dataDir, "load", folder);
  });
}

/** Gives an event a status for which the interface asks two persons. */
export async function setStatus(dataDir: string, eventId: string, status: string): Promise<void> {
  const text = `update corporate_event set status = '${status}' where event_id = ${eventId}`;
  await storeRows(dataDir, text);
}

/** How many accounts hold the security and have no line of an event. */
export const holdersLeftOut = (eventId: string) =>
  `(select count(distinct account_number) from folio_position as p
    where p.security_id = ${heldSecurity} and not exists (
      select from corporate_event_line as own
      where own.account_number = p.account_number and own.event_id = ${eventId}))`;
