// Finds records that are allowed but odd, so that a person should look at them.
// (docs/operations.md)

import { addDays, type Day } from "@bursar/values/dates";
import type { Reader } from "../../../platform/store/db.ts";
import { isBusinessDay } from "../../../reference/exchange-days/calendar.ts";
import { jumpSentence } from "../../../reference/prices/odd-closes.ts";
import { firstNotOlder } from "../../../reference/prices/price-age.ts";
import { selectCalendar } from "../../../reference/settlement/queries.ts";
import { counted } from "../../../values/readable.ts";
import { findOddFacts } from "../../books/odd-facts/reads.ts";
import {
  missingPayerDetails,
  type RecordedPayer,
} from "../../books/tax-forms/missing-payer-details.ts";
import { differingForms, unclassifiedIncome } from "../../books/tax-forms/reads.ts";
import { adviceOn, selectDifferingYears } from "../../books/tax-lots/booking/reads.ts";
import { missingWords } from "../../documents/disclosures/reads.ts";
import { alteredDocuments } from "../../documents/retention/reads.ts";
import { stalledWebhooks } from "../webhooks/reads.ts";
import {
  type Counted,
  most,
  type NewestClose,
  type OtherExclusions,
  selectEndlessKeys,
  selectForeignBeneficiaries,
  selectLoneContingents,
  selectNewestClose,
  selectOtherExclusions,
  selectOtherTotals,
  selectOutlying,
  selectOverdrawn,
  selectPayer,
  selectPriceless,
  selectStale,
  selectTaxIdCases,
  selectUnbookedEvents,
  selectUnknownOfFolios,
  selectUnknownOfModels,
  selectViewersKeys,
  selectWithoutSource,
} from "./anomaly-queries.ts";
import {
  selectAccountsOfForeignPlans,
  selectAccountsOfOtherFamilies,
  selectPlansOfOddRates,
  selectUnbilledMonths,
} from "./billing-anomaly-queries.ts";
import { openingFaults, selectUnopened } from "./opening-queries.ts";

/** Findings of one kind: how many there are, and the first of them in sentences. */
export interface Anomaly {
  readonly kind: string;
  readonly count: number;
  readonly first: readonly string[];
}

/** From which age in trading days the last close of what is held is marked. */
const staleAge = 5;

/** How many business days may be over without a close of any security: loads may be late, and
 * closes of a day come after it. */
const silentDays = 3;

/** Everything odd in the records as of a day, by kind; kinds without a finding are left out. */
export async function findAnomalies(db: Reader, today: Day): Promise<Anomaly[]> {
  const anomalies = [
    ...(await findOddBooks(db, today)),
    ...(await findOddAccounts(db, today)),
    ...(await findOddBilling(db, today)),
    anomalyOf("exclusions that differ", await selectOtherExclusions(db), exclusionsSentence),
    await differingYears(db),
    { kind: "reported form that differs", ...(await differingForms(db, most)) },
    { kind: "income not classified", ...(await unclassifiedIncome(db, most)) },
    ...(await findOddOffers(db)),
    anomalyOf(
      "tax id at two firms",
      await selectTaxIdCases(db),
      ({ loginId, firmOid, others }) =>
        `Client ${loginId} of firm ${firmOid}, who is to be verified, has the tax id of ` +
        `${others.join(", ")} at another firm.`,
    ),
    ...incompletePayer(await selectPayer(db)),
    ...wordless(await missingWords(db, today)),
  ];
  return anomalies.filter(({ count }) => count > 0);
}

/** Finds what is odd in events, cash, prices and transactions. */
async function findOddBooks(db: Reader, today: Day): Promise<Anomaly[]> {
  return [
    anomalyOf(
      "corporate event not booked",
      await selectUnbookedEvents(db, today),
      ({ eventId, kind, ticker, exOn }) =>
        `Event ${eventId} (${kind} of ${ticker}) has its ex-date on ${exOn} and is not posted: closes since then ` +
        "do not fit the shares of its holders.",
    ),
    anomalyOf(
      "negative cash",
      await selectOverdrawn(db),
      ({ folioNumber, amount }) => `Folio ${folioNumber} has cash of ${amount}.`,
    ),
    anomalyOf(
      "prices.stale",
      await selectStale(db, firstNotOlder(await selectCalendar(db), staleAge - 1, today)),
      ({ securityId, ticker, folios, pricedOn }) =>
        `Security ${securityId} (${ticker}), which ${counted(folios, "folio holds", "folios hold")}, ` +
        (pricedOn === null ? "has no close." : `has no close since ${pricedOn}.`),
    ),
    ...silence(await selectNewestClose(db), today),
    anomalyOf("outlying price", await selectOutlying(db), jumpSentence),
    ...(await findOddFacts(db)),
  ];
}

/** Finds what is odd in accounts, and in what they are compared with. */
async function findOddAccounts(db: Reader, today: Day): Promise<Anomaly[]> {
  return [
    anomalyOf(
      "account without a source",
      await selectWithoutSource(db),
      ({ accountNumber }) =>
        `Account ${accountNumber} has no transactions, valuations or unit values.`,
    ),
    anomalyOf(
      "unknown benchmark of a folio",
      await selectUnknownOfFolios(db),
      ({ of, benchmark }) => `Folio ${of} is compared with ${benchmark}, which is not there.`,
    ),
    anomalyOf(
      "unknown benchmark of a model",
      await selectUnknownOfModels(db),
      ({ of, benchmark }) => `Model ${of} is compared with ${benchmark}, which is not there.`,
    ),
    anomalyOf(
      "account that could not be opened",
      await selectUnopened(db, today),
      ({ accountNumber, fault }) => `Account ${accountNumber} ${openingFaults[fault]}.`,
    ),
    anomalyOf(
      "beneficiaries outside an IRA",
      await selectForeignBeneficiaries(db),
      ({ accountNumber }) =>
        `Account ${accountNumber} has beneficiaries, and is no retirement account.`,
    ),
    anomalyOf(
      "contingent without primary",
      await selectLoneContingents(db),
      ({ accountNumber }) =>
        `Account ${accountNumber} has contingent beneficiaries, and no primary one.`,
    ),
  ];
}

/** Finds offers whose terms do not fit what was approved, or each other. */
async function findOddOffers(db: Reader): Promise<Anomaly[]> {
  return [
    anomalyOf(
      "approved total that differs",
      await selectOtherTotals(db),
      ({ offerOid, approvedTotal, filled }) =>
        `Offer ${offerOid} has an approved total of ${approvedTotal}; what was approved of its ` +
        `subscriptions is ${filled}.`,
    ),
    anomalyOf(
      "discount that leaves no price",
      await selectPriceless(db),
      ({ offerOid, discount, price }) =>
        `Offer ${offerOid} has a discount of ${discount}, which is not below its price of ${price}.`,
    ),
  ];
}

/** Finds the facts that a firm's bills would get wrong. */
async function findOddBilling(db: Reader, today: Day): Promise<Anomaly[]> {
  return [
    anomalyOf(
      "billing plan with odd rates",
      await selectPlansOfOddRates(db),
      ({ billingPlanOid, firmOid, name, rates }) =>
        `Plan ${billingPlanOid} of firm ${firmOid}, ${name}, charges ${rates.join(", ")} percent from tier to tier: ` +
        "one of them may be mistyped.",
    ),
    anomalyOf(
      "account in another family's household",
      await selectAccountsOfOtherFamilies(db, today),
      ({ accountNumber, household, otherHousehold }) =>
        `Account ${accountNumber} is in the household ${household}, and shares no owner with its other accounts; ` +
        `its owner has accounts in ${otherHousehold}.`,
    ),
    anomalyOf(
      "account billed by no firm",
      await selectAccountsOfForeignPlans(db, today),
      ({ accountNumber, firmOid, billingPlanOid, planFirmOid }) =>
        `Account ${accountNumber} of firm ${firmOid} is to be billed by plan ${billingPlanOid} of firm ${planFirmOid}: ` +
        "end these terms, and load others by a plan of its own firm.",
    ),
    anomalyOf(
      "months between bills",
      await selectUnbilledMonths(db),
      ({ accountNumber, from, to }) =>
        `Account ${accountNumber} was billed before and after, and for no day from ${from} to ${to}.`,
    ),
  ];
}

/** Documents that are not as they were stored; it reads the bytes of all of them. */
export async function findAlteredDocuments(db: Reader): Promise<Anomaly[]> {
  const found = { kind: "altered document", ...(await alteredDocuments(db, most)) };
  return found.count > 0 ? [found] : [];
}

/** Keys that are odd at an instant, by kind; kinds without a finding are left out. */
export async function findKeyAnomalies(db: Reader, at: Date): Promise<Anomaly[]> {
  const anomalies = [
    anomalyOf(
      "key without expiry",
      await selectEndlessKeys(db),
      ({ keyId, apiUserId }) => `Key ${keyId} of API user ${apiUserId} never expires.`,
    ),
    anomalyOf(
      "key of a viewer",
      await selectViewersKeys(db, at),
      ({ keyId, loginId }) => `Key ${keyId} changes records as ${loginId}, who is a viewer.`,
    ),
  ];
  return anomalies.filter(({ count }) => count > 0);
}

/** Webhooks that stand still at an instant; none is left out. */
export async function findStalledWebhooks(db: Reader, at: Date): Promise<Anomaly[]> {
  const stalled = await stalledWebhooks(db, at);
  if (stalled.length === 0) return [];
  const first = stalled.map(
    ({ webhookId, firmOid, dueSince }) =>
      `Webhook ${webhookId} of firm ${firmOid} was sent nothing for a minute; an event has been due ` +
      `since ${dueSince.toISOString()}.`,
  );
  return [
    { kind: "webhook that stands still", count: stalled.length, first: first.slice(0, most) },
  ];
}

function exclusionsSentence({ accountNumber, excluded, companies }: OtherExclusions): string {
  const listed = (tickers: readonly string[]) => tickers.join(", ") || "none";
  return (
    `Account ${accountNumber} excludes ${listed(excluded)} for its owners' companies, which are ` +
    `${listed(companies)}; to renew them, change an owner's companies and change them back.`
  );
}

/** Finds the details of the firm that pays which tax papers lack, once there are accounts. */
function incompletePayer(payer: RecordedPayer | undefined): Anomaly[] {
  if (payer === undefined) return [];
  const first = missingPayerDetails(payer);
  return [{ kind: "incomplete payer", count: first.length, first }];
}

/** A feed of prices that has stopped: then no single security is behind the others. */
function silence(newest: NewestClose | undefined, today: Day): Anomaly[] {
  if (newest === undefined) return [];
  const loaded = new Map(newest.since.map(({ on, status }) => [on, status]));
  let days = 0;
  for (let on = addDays(newest.on, 1); on < today; on = addDays(on, 1)) {
    if (isBusinessDay(on, loaded.get(on))) days += 1;
  }
  if (days < silentDays) return [];
  const over = counted(days, "business day is", "business days are");
  const sentence = `The newest close of all is of ${newest.on}; ${over} over since.`;
  return [{ kind: "no new prices", count: 1, first: [sentence] }];
}

/** Reported years for which the transactions now give other rows, as a load says that makes them so. */
async function differingYears(db: Reader): Promise<Anomaly> {
  const years = await selectDifferingYears(db, most);
  const first: string[] = [];
  for (const year of years) {
    const { accountNumber, taxYear } = year;
    const advice = await adviceOn(db, year);
    first.push(
      `${accountNumber}: the transactions give other rows than were reported for ${taxYear}; ${advice}`,
    );
  }
  return { kind: "reported year that differs", count: years[0]?.count ?? 0, first };
}

/** Statements without words that the law asks for. */
function wordless(sentences: readonly string[]): Anomaly[] {
  return [{ kind: "statement without words", count: sentences.length, first: sentences }];
}

function anomalyOf<Row>(
  kind: string,
  rows: readonly Counted<Row>[],
  sentence: (row: Row) => string,
): Anomaly {
  return { kind, count: rows[0]?.count ?? 0, first: rows.map(sentence) };
}
