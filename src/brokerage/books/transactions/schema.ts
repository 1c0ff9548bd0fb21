// The columns of a transaction as it is loaded. (docs/loading.md)
import type { Static } from "typebox";
import {
  cashMethods,
  codeList,
  incomeKinds,
  states,
  taxReliefMethods,
  transactionReasons,
  transactionTypes,
} from "../../../reference/codes.ts";
import { bool, choice, day, decimal, id, text } from "../../../values/scalars.ts";
import { list, object, optional } from "../../../values/wire.ts";

const shares = (description?: string) =>
  decimal({ places: 5, above: "0", ...(description && { description }) });
const price = (description: string) => decimal({ places: 6, min: "0", description });
const money = (description: string) => decimal({ places: 2, min: "0", description });
const ratio = (description: string) => decimal({ places: 20, min: "0", description });
const folio = (description: string) => text({ max: 12, description });
const tax = (whose: string) => optional(money(`${whose} tax withheld.`));
const rate = (term: string) =>
  optional(
    decimal({
      places: 6,
      min: "0",
      max: "100",
      description: `The ${term}-term tax rate, in percent, with which it was first accepted.`,
    }),
  );

const TransferredLot = object(
  {
    shares: shares(),
    originalAcquisitionDate: optional(day({ description: "Unknown if left out." })),
    adjustedAcquisitionDate: optional(day({ description: "The original date if left out." })),
    originalCostBasis: optional(money("The adjusted basis if left out.")),
    adjustedCostBasis: optional(money("Unknown if both are left out.")),
    covered: optional(
      choice(codeList("covered"), { description: "According to the dated rules if left out." }),
    ),
    inherited: optional(bool({ description: "False if left out." })),
    giftDate: optional(day({ description: "When it was given, of a gift." })),
    giftMarketValue: optional(money("Its market value then; the basis for a loss if lower.")),
  },
  { title: "TransferredLot" },
);

/** Shares of a lot that an order names. */
export const namedLot = text({
  pattern: /^[1-9]\d{0,18}(\/[1-9]\d{0,4})?:\d{1,15}(\.\d{1,5})?$/,
  description: "`transaction:shares`, or `transaction/place:shares`",
});

/** Shares of a lot that an order names, or a lot whose basis is adjusted. */
const namedOrAdjustedLot = text({
  pattern: /^[1-9]\d{0,18}(\/[1-9]\d{0,4})?(:\d{1,15}(\.\d{1,5})?)?$/,
  description: "As `transaction:shares` or `transaction/place:shares`; of `BAS` without shares.",
});

/** An event of an account; rules decide which columns each type needs and has. */
export const TransactionRecord = object({
  accountNumber: text({ max: 10 }),
  transactionId: id({ description: "No two transactions of an account share one." }),
  transactionType: choice(transactionTypes),
  entryOrder: optional(
    decimal({
      places: 0,
      min: "1",
      max: "999999999",
      description: "Place among the transactions of its day; no two in force share one.",
    }),
  ),
  folioNumber: optional(folio("The folio concerned; events of a whole position need none.")),
  tradeDate: optional(day({ description: "Required for all but a cancellation." })),
  settlementDate: optional(
    day({
      description:
        "Copied to the lots; not before the trade date. Until two business days after it, money that comes " +
        "counts on the day of the purchase. By the calendar if left out.",
    }),
  ),
  securityId: optional(id()),
  shares: optional(shares("Of a bond its face; of `MRG` the part that is exchanged.")),
  price: optional(
    price("The quotation of one share; it counts times the security's `quotationFactor`."),
  ),
  fees: optional(money("Part of a purchase's basis, taken off a sale's proceeds.")),
  netAmount: optional(
    decimal({
      places: 2,
      description:
        "The amount paid or received, before withholding; if left out, shares × price × " +
        "`quotationFactor` with fees, or of a part of `MRG` shares × `cashPerShare`.",
    }),
  ),
  accruedInterest: optional(
    money(
      "Interest accrued on a bond that is paid in addition to a purchase's basis or received in addition to " +
        "a sale's proceeds.",
    ),
  ),
  amount: optional(
    decimal({
      places: 2,
      description:
        "The amount of cash, before withholding; of a return of capital, for all " +
        "shares; of an exercise, what is paid with fees; of `BAS`, by how much the basis rises, " +
        "or falls if below 0. Above 0, except for these two and interest that is owed.",
    }),
  ),
  exDate: optional(
    day({
      description:
        "The ex-date of a payout or return of capital, which accrues from then until it " +
        "is paid; a return of capital lowers the basis from then on.",
    }),
  ),
  federalTaxWithholding: tax("Federal"),
  stateTaxWithholding: tax("State"),
  withholdingState: optional(choice(states)),
  foreignTaxWithholding: tax("Foreign"),
  withholdingCountry: optional(text({ pattern: /^[A-Z]{2}$/, description: "ISO 3166-1 alpha-2." })),
  lots: optional(
    list(TransferredLot, { max: 10_000, description: "The lots that a transfer in delivers." }),
  ),
  donorAcquisitionDate: optional(day({ description: "When the donor acquired the shares." })),
  donorCostBasis: optional(money("The donor's basis of all shares.")),
  dateOfDeath: optional(day({ description: "The trade date if left out; of `STU` the same." })),
  marketValue: optional(money("The value of all shares at the gift or at death.")),
  part: optional(
    decimal({
      places: 6,
      above: "0",
      max: "1",
      description: "The part of the shares whose basis steps up: 0.5 of a joint owner, 1 of all.",
    }),
  ),
  intoSecurityId: optional(
    id({ description: "The security into which an event exchanges shares." }),
  ),
  ratioNew: optional(ratio("New shares, above 0, for `ratioOld` shares.")),
  ratioOld: optional(ratio("Above 0.")),
  cashPerShare: optional(
    decimal({ places: 6, above: "0", description: "Cash per share of a merger." }),
  ),
  newShareValue: optional(price("Market value of one new share of a merger.")),
  childValue: optional(price("Market value of one share of the child after a spin-off.")),
  parentValue: optional(price("Market value of one share of the parent after a spin-off.")),
  childPart: optional(
    decimal({
      places: 6,
      above: "0",
      max: "99.999999",
      description:
        "Percent of the parent's basis that goes to the child (Form 8937), in place of the two " +
        "values; below 100.",
    }),
  ),
  newShares: optional(
    shares(
      "All new shares of the account, of `SPL` the whole position afterwards, in place of the " +
        "position × the ratio.",
    ),
  ),
  reason: optional(
    choice(transactionReasons, { description: "Why a basis is adjusted, or lots move." }),
  ),
  holdingDays: optional(
    decimal({
      places: 0,
      min: "0",
      max: "36500",
      description: "Of `BAS` for `WSH`: by how many days the acquisition goes back.",
    }),
  ),
  planSince: optional(
    day({ description: "Of `AVE`: the first day of a stock's reinvestment plan." }),
  ),
  reliefMethod: optional(
    choice(taxReliefMethods, {
      description: "The account's method at first acceptance if left out.",
    }),
  ),
  namedLots: optional(
    list(namedOrAdjustedLot, {
      description:
        "The shares that an order specifies, as `transaction:shares` or, of one lot of a " +
        "transfer in, `transaction/place:shares`; of `BAS` the lots, without shares. A " +
        "transaction that was replaced stands for the one in force.",
    }),
  ),
  acceptedMethod: optional(
    choice(taxReliefMethods, {
      description:
        "The account's method with which a disposal was first accepted; if left out, that of " +
        "now. The two rates go with it.",
    }),
  ),
  acceptedShortTermTaxRate: rate("short"),
  acceptedLongTermTaxRate: rate("long"),
  toAccountNumber: optional(
    text({ max: 10, description: "The other account of the firm to which lots move." }),
  ),
  toFolioNumber: optional(folio("The folio to which a journal moves shares or cash, or lots go.")),
  feePaidBy: optional(
    folio("Another folio of the account, or `outside`; the folio itself if left out."),
  ),
  feeKind: optional(
    choice(codeList("fee-kind"), { description: "`advisory` if left out; `refund` pays back." }),
  ),
  notes: optional(text({ description: "Notes on the transaction." })),
  eventId: optional(text({ max: 40, description: "The corporate event from which it follows." })),
  incomeKind: optional(
    choice(incomeKinds, {
      description: "The kind of income of `DIV`, `INT` or `ROC` for tax papers.",
    }),
  ),
  taxYear: optional(
    text({
      pattern: /^(19|20)\d\d$/,
      description: "The year of tax papers in which it counts; that of the trade date if left out.",
    }),
  ),
  method: optional(choice(cashMethods, { description: "How cash came or went." })),
  reverses: optional(
    id({
      description:
        "The transaction that it reverses, in whole or in part: of `DEP` a withdrawal, of `WDL` a deposit, of a refund a fee.",
    }),
  ),
  availableOn: optional(
    day({
      description: "The day from which a deposit may be withdrawn; not before the trade date.",
    }),
  ),
  cancels: optional(id({ description: "The transaction that is cancelled." })),
  replaces: optional(id({ description: "The transaction that this one replaces." })),
});
export type TransactionRecord = Static<typeof TransactionRecord>;

const { accountNumber, transactionId, ...columns } = TransactionRecord.properties;

/** A transaction as the operator sends it: the columns with which it would be loaded. */
const NewTransaction = object(
  {
    accountNumber: optional(text({ max: 10, description: "The account of the path." })),
    transactionId: optional(
      id({ description: "Drawn if left out; no two of an account share it." }),
    ),
    ...columns,
    lots: optional(list(TransferredLot, { description: "The lots that a transfer in delivers." })),
  },
  { title: "NewTransaction" },
);

/** The operator's request to book transactions. */
export const NewTransactions = object(
  {
    transactions: list(NewTransaction, {
      max: 1_000,
      description: "From 1 to 1,000 of them; all are booked, or none.",
    }),
  },
  {
    title: "NewTransactions",
    examples: [
      {
        transactions: [
          {
            transactionType: "DEP",
            entryOrder: "1",
            folioNumber: "RA0000000103",
            tradeDate: "2026-03-02",
            amount: "2600.00",
          },
          {
            transactionType: "BUY",
            entryOrder: "2",
            folioNumber: "RA0000000103",
            tradeDate: "2026-03-02",
            settlementDate: "2026-03-03",
            securityId: "601",
            shares: "40",
            price: "64.50",
          },
        ],
      },
    ],
  },
);
export type NewTransactions = Static<typeof NewTransactions>;
