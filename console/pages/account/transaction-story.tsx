// A transaction in steps: what it moved, its lots, the transactions it belongs to, and its audit
// entry.
import { useQuery } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { showsPapers } from "../../data/account-rights.ts";
import { statusNames } from "../../data/activity-codes.ts";
import { bookReads } from "../../data/book-reads.ts";
import type { Shapes } from "../../data/service.ts";
import { day, directionOf, grouped, instant, money } from "../../data/texts.ts";
import { Reading } from "../../parts/panel.tsx";
import { Story, type StoryStep } from "../../parts/story.tsx";

type Transaction = Shapes["ShownTransaction"];

interface TransactionStoryProps {
  readonly account: Shapes["Account"];
  readonly id: string;
  /** The name of a folio of the account. */
  readonly nameOf: (folio: string) => string;
  /** Opens another transaction. */
  readonly open: (id: string) => void;
}

/** The details of a transaction. */
export function TransactionStory({ account, id, nameOf, open }: TransactionStoryProps) {
  const { accountNumber } = account;
  const [, go] = useLocation();
  const read = useQuery(bookReads.transaction(accountNumber, id));
  const into = read.data?.columns.intoSecurityId ?? undefined;
  const other = useQuery({ ...bookReads.security(into ?? ""), enabled: into !== undefined });
  return (
    <Reading of={read}>
      {(transaction) => {
        const named = [transaction.security, other.data ?? null].flatMap((each) => each ?? []);
        const tickerOf = (securityId: string) =>
          named.find((each) => each.id === securityId)?.ticker ?? `security ${securityId}`;
        return (
          <Story
            steps={[
              bookedStep(transaction),
              ...effectSteps(transaction, { nameOf, tickerOf }),
              ...lotSteps(transaction, go),
              ...relatedSteps(transaction, open),
              acceptedStep(transaction, showsPapers(account) ? go : undefined),
            ]}
          />
        );
      }}
    </Reading>
  );
}

function bookedStep(transaction: Transaction): StoryStep {
  const { transactionDesc, date, settlementDate, settled, exDate, net, status } = transaction;
  const { price, fees, accruedInterest, withholding, notes } = transaction;
  const { federal, state, foreign } = withholding;
  const lines = [
    price !== null && `Price ${grouped(price)}`,
    fees !== null && `Fees ${money(fees)}`,
    accruedInterest !== null && `Accrued interest ${money(accruedInterest)}`,
    federal !== null && `Federal tax withheld ${money(federal)}`,
    state !== null && `State tax withheld ${money(state)}`,
    foreign !== null && `Foreign tax withheld ${money(foreign)}`,
    exDate !== null && `Ex-date ${day(exDate)}`,
    notes,
  ];
  return {
    name: transactionDesc,
    amount: money(net),
    detail: `${statusNames[status]}. Trade date ${day(date)}, ${settled ? "settled" : "settles"} ${day(settlementDate)}.`,
    list: lines.flatMap((text) => (text ? [{ text }] : [])),
  };
}

interface Names {
  readonly nameOf: (folio: string) => string;
  readonly tickerOf: (securityId: string) => string;
}

/** The effects of a transaction, by folio; none where it was taken back. */
function effectSteps({ effects }: Transaction, { nameOf, tickerOf }: Names): StoryStep[] {
  return effects.map(({ folioNumber, cash, shares }) => ({
    name: `Folio ${nameOf(folioNumber)}`,
    amount: money(cash),
    detail: shares.length === 0 ? "Cash only." : "Cash and shares.",
    list: shares.map(({ securityId, quantity }) => ({
      text: `${directionOf(quantity) === "up" ? "+" : ""}${grouped(quantity)} ${tickerOf(securityId)}`,
    })),
  }));
}

function lotSteps({ lots }: Transaction, go: (path: string) => void): StoryStep[] {
  const { opened, closed } = lots;
  if (opened.length + closed.length === 0) return [];
  const lines = [
    ...opened.map((id) => `Opened lot ${id}`),
    ...closed.map((id) => `Closed lot ${id}`),
  ];
  return [
    {
      name: "Tax lots",
      detail: `${opened.length} opened, ${closed.length} closed.`,
      list: lines.map((text) => ({ text })),
      open: () => go("/lots"),
    },
  ];
}

const relations = [
  ["cancels", "Cancels"],
  ["replaces", "Corrects"],
  ["takenBackBy", "Canceled or corrected by"],
  ["reverses", "Reverses"],
] as const satisfies readonly (readonly [keyof Transaction, string])[];

function relatedSteps(transaction: Transaction, open: (id: string) => void): StoryStep[] {
  return relations.flatMap(([field, name]) => {
    const id = transaction[field];
    if (id === null) return [];
    return [{ name, detail: `Transaction ${id}`, open: () => open(id) }];
  });
}

function acceptedStep(
  { acceptedTimestamp, sequence, eventId }: Transaction,
  go: ((path: string) => void) | undefined,
): StoryStep {
  const entry = sequence === null ? "" : ` Audit log entry ${sequence}.`;
  const event = eventId === null ? "" : ` Corporate event ${eventId}.`;
  return {
    name: "Accepted",
    detail: `${acceptedTimestamp === null ? "Time not recorded" : instant(acceptedTimestamp)}.${entry}${event}`,
    ...(go && sequence !== null && { open: () => go(`/history?entry=${sequence}`) }),
  };
}
