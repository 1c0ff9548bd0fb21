// `bursar verify`: what is derived from other records, and what decides rights.

import { verifySeries } from "../brokerage/books/performance/verify-series.ts";
import { verifyCredentials } from "../brokerage/service/credentials/verify-credentials.ts";
import { withSnapshot } from "../platform/store/snapshot.ts";
import { counted } from "../values/readable.ts";
import { withStore } from "./command-context.ts";
import { CommandFault } from "./faults.ts";
import { printJson, printLines } from "./output.ts";

/** Checks every quarter of unit values; exits with 1 and names the first that differs. */
export async function verifySeriesCommand({ json = false }: { json?: boolean }): Promise<void> {
  const result = await withStore("verify", ({ db }) => verifySeries(db));
  const { series, days, faults } = result;
  if (json) printJson(result);
  else
    printLines(
      `${counted(days, "day")} of ${series} series, ${counted(faults.length, "quarter differs", "quarters differ")}`,
    );
  const [first] = faults;
  if (first === undefined) return;
  const { accountNumber, folioNumber, quarterOn } = first;
  const name = folioNumber === "" ? `account ${accountNumber}` : `folio ${folioNumber}`;
  throw new CommandFault(`The served values of ${name} in the quarter of ${quarterOn} differ.`);
}

/** Checks every firm, API user and credential as of one moment; exits with 1 if one is forged. */
export async function verifyCredentialsCommand({
  json = false,
}: {
  json?: boolean;
}): Promise<void> {
  const result = await withStore("verify", ({ store, vault }) =>
    withSnapshot(store.serving, (snapshot) => verifyCredentials(snapshot, vault)),
  );
  const { rows, faults } = result;
  if (json) printJson(result);
  else {
    const lines = faults.map(({ subject, reason }) => `${subject}: ${reason}`);
    printLines(
      ...lines,
      `${rows} firms, API users and credentials, ${counted(faults.length, "fault")}`,
    );
  }
  if (faults.length === 0) return;
  throw new CommandFault(`${counted(faults.length, "fault was", "faults were")} found.`);
}
