// Reads of statements for other resources: an account's statement, calculated and drawn.
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Day } from "@bursar/values/dates";
import type { Context } from "../../../platform/change/context.ts";
import { drawInThread } from "../../../platform/paper/draw-in-thread.ts";
import type { Reader } from "../../../platform/store/db.ts";
import type { Sources } from "../../books/account-books/reads.ts";
import { addressLines } from "../../clients-and-accounts/accounts/address.ts";
import { type StatementAccount, selectStatementAccount } from "./queries.ts";
import { readStatement, type WantedStatement } from "./read-statement.ts";
import type { Statement } from "./statement.ts";
import type { statementAsPdf } from "./statement-as-pdf.ts";
import { calculateStatement } from "./statement-facts.ts";

/** The parties of an account as its papers name them. */
export interface Parties extends Pick<StatementAccount, "accountName" | "firmOid"> {
  readonly firm: { readonly name: string; readonly address: string[] };
  /** The name of the firm that operates the service. */
  readonly custodian: string;
  readonly owners: readonly string[];
  /** Where papers go: to the primary owner, or to the firm whose account it is. */
  readonly address: readonly string[];
}

/** The firm and the owners of an account as papers name them; undefined if there is no such account. */
export async function partiesOf(db: Reader, accountNumber: string): Promise<Parties | undefined> {
  const account = await selectStatementAccount(db, accountNumber);
  if (account === undefined) return undefined;
  const { accountName, firmOid, firm, custodian, clientFirm, owners } = account;
  const names = owners.map(({ firstName, lastName }) => `${firstName} ${lastName}`);
  return {
    accountName,
    firmOid,
    firm: { name: firm.name, address: addressLines(firm.address) },
    custodian: custodian?.name ?? "",
    owners: clientFirm ? [clientFirm.name] : names,
    address: addressLines((clientFirm ?? owners[0])?.address ?? null),
  };
}

/** A statement that is wanted as a paper. */
export interface WantedPaper extends WantedStatement {
  readonly isCorrected: boolean;
  /** The instant that the file bears. */
  readonly at: Date;
}

/** A statement as a paper. */
export interface StatementPaper {
  /** Undefined where there was nothing to show. */
  readonly content: Buffer | undefined;
  readonly closingOn: Day | null;
  /** In cents. */
  readonly closing: bigint;
  readonly factsVersion: string;
  /** Why it may not be released. */
  readonly problems: readonly string[];
}

/** Reads, calculates and draws the statement of an account; one that does not exist has nothing to show. */
export async function statementAsPaper(
  ctx: Pick<Context, "db" | "now">,
  shared: Sources,
  { isCorrected, at, ...wanted }: WantedPaper,
): Promise<StatementPaper> {
  const read = await readStatement(ctx, shared, wanted);
  if (read === undefined) {
    return { content: undefined, closingOn: null, closing: 0n, factsVersion: "0", problems: [] };
  }
  const { sources, factsVersion } = read;
  // Reading and calculation each take milliseconds; between the two others are served.
  await nextTurn();
  const head = { ...sources.head, isCorrected };
  const { statement, closing, problems } = calculateStatement({ ...sources, head });
  const content = hasContent(statement)
    ? await drawInThread<typeof statementAsPdf>(drawing, statement, at)
    : undefined;
  return { content, closingOn: statement.sum.closingOn, closing, factsVersion, problems };
}

const drawing = {
  file: new URL("./statement-as-pdf.ts", import.meta.url),
  name: "statementAsPdf",
};

/** Whether anything was held, owed or done in the period. (FINRA 2231) */
function hasContent({ sum, holdings, activity, corrections }: Statement): boolean {
  const { opening, closing } = sum;
  return (
    activity.length > 0 ||
    corrections.length > 0 ||
    holdings.positions.length > 0 ||
    [opening.period, closing.period, holdings.cash].some((amount) => !/^-?0\.00$/.test(amount))
  );
}
