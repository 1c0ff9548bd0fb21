// Accounts that move lots to each other, slowly and obviously: each is run alone again and again with what the
// others have given it in the round before, until nothing changes.
import type { LotFact, LotsMoved, TransferredLot } from "../src/facts/fact.ts";
import type { History } from "./histories/histories.ts";
import { referenceRun } from "./reference.ts";

/** The lines of each account. */
export function referenceTied(tied: readonly History[]): string[][] {
  let received: LotFact[][] = tied.map(() => []);
  for (;;) {
    const runs = tied.map(({ account, facts }, at) =>
      referenceRun(account, [...facts, ...(received[at] ?? [])]),
    );
    const next = tied.map(({ account }) =>
      tied.flatMap(({ facts }, from) =>
        facts
          .filter((fact) => fact.kind === "lotsMoved")
          .filter((fact) => fact.toAccount === account.account)
          .flatMap((fact) => receivedOf(fact, runs[from]?.moved.get(fact.transactionId))),
      ),
    );
    if (JSON.stringify(next) === JSON.stringify(received)) return runs.map(({ lines }) => lines);
    received = next;
  }
}

function receivedOf(fact: LotsMoved, lots: readonly TransferredLot[] | undefined): LotFact[] {
  if (lots === undefined) return [];
  const { toAccount: _, toFolio: folio, namedLots: _lots, method: _method, ...rest } = fact;
  return [{ ...rest, kind: "lotsReceived", lots, ...(folio && { folio }) } as unknown as LotFact];
}
