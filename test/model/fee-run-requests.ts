// Requests about fee runs: two accounts of an adviser's firm are billed for two quarters, adjusted, approved by a second
// person, posted, refunded and reversed.
import fc from "fast-check";
import { type FeeRunStatus, mayMoveRun } from "../../src/brokerage/billing/fee-runs/life-cycle.ts";
import { sql } from "../../src/platform/store/db.ts";
import type { TestService } from "../harness.ts";
import { outcomes } from "./met-outcomes.ts";
import { type Actor, done, forbidden, lastOf, type Model, Request, refused } from "./model.ts";

/** The fee of an account by a run, in cents. */
export interface FeeItemModel {
  readonly computed: number;
  adjusted: number | undefined;
  isExcluded: boolean;
  posted: number;
  refunded: number;
}

/** A run that the sequence created. */
export interface FeeRunModel {
  readonly id: string;
  readonly periodEnd: PeriodEnd;
  readonly authors: Set<string>;
  readonly items: Map<string, FeeItemModel>;
  status: FeeRunStatus;
  /** Whether it was computed once, so that it has items. */
  isComputed: boolean;
  approvedBy: string | undefined;
}

/** The persons of the firm, each with a key of its own. */
export const billingPersons = ["harbor.lin", "harbor.park"] as const;
const path = "/restapi/firms/1002/feeruns";
const accounts = ["RA00000012", "RA00000014"] as const;

/** Deposits into the accounts before they are billed: 40,000.00, and 20,000.00 and later 80,000.00. */
export const depositsToBill = [
  "accountNumber,transactionId,transactionType,entryOrder,folioNumber,tradeDate,amount",
  "RA00000012,96101,DEP,1,RA0000001201,2025-06-02,40000",
  "RA00000014,96102,DEP,1,RA0000001401,2025-06-02,20000",
  "RA00000014,96103,DEP,2,RA0000001401,2025-11-03,80000",
  "",
].join("\n");

/** At one percent a year, in cents. */
const fees = {
  "2025-09-30": { RA00000012: 10_000, RA00000014: 5_000 },
  "2025-12-31": { RA00000012: 10_000, RA00000014: 25_000 },
} as const;
type PeriodEnd = keyof typeof fees;

/** The states of a run that has days, and those in which the days of what is excluded are free. */
const isOpen = ({ status }: FeeRunModel) => status !== "DISCARDED" && status !== "REVERSED";
const hasDays = (run: FeeRunModel, account: string): boolean => {
  const item = run.items.get(account);
  return isOpen(run) && item !== undefined && (!item.isExcluded || run.status === "COMPUTING");
};

/** The accounts of a run of which another one has the days: this one has excluded them. */
const takenByOthers = ({ feeRuns }: Model, run: FeeRunModel): string[] => {
  const others = feeRuns.filter((each) => each !== run && each.periodEnd === run.periodEnd);
  return [...run.items.keys()].filter((account) => others.some((other) => hasDays(other, account)));
};

const caller = fc.constantFrom<Actor>(
  ...Array<Actor>(15).fill("adviser"),
  "operator",
  "otherAdviser",
  "client",
);
const [proposer, second] = billingPersons;
/** Mostly one who proposes and another who decides, so that runs come far. */
const proposing = fc.constantFrom(proposer, proposer, proposer, proposer, second, undefined);
const deciding = fc.constantFrom(second, second, second, second, proposer, undefined);
const isAllowed = (by: Actor) => by === "adviser" || by === "operator";

/** Requests of the adviser come from one of two persons, or from a key that names nobody. */
const headersOf = ({ persons }: Model, by: Actor, login: string | undefined) => {
  const authorization = login !== undefined && persons.get(login);
  return by === "adviser" && authorization ? { authorization } : {};
};
const decider = (by: Actor, login: string | undefined) => (by === "adviser" ? login : undefined);
const authorOf = (by: Actor, login: string | undefined) =>
  decider(by, login) ?? `api-user:${by === "operator" ? "5004" : "5001"}`;

const runIn = ({ feeRuns }: Model, which: number) => feeRuns[which % Math.max(feeRuns.length, 1)];
const idIn = (model: Model, which: number) => runIn(model, which)?.id ?? "999999";

const asCreated = outcomes("fee run", 201, 403, "feerun.overlap.rule");

const creating = fc
  .record({
    caller,
    person: proposing,
    periodEnd: fc.constantFrom<PeriodEnd>("2025-09-30", "2025-12-31"),
    accountNumbers: fc.constantFrom<readonly string[]>([accounts[0]], [accounts[1]], accounts),
  })
  .map(({ caller, person, periodEnd, accountNumbers }) => {
    const isTaken = ({ feeRuns }: Model) =>
      feeRuns.some(
        (run) => run.periodEnd === periodEnd && accountNumbers.some((each) => hasDays(run, each)),
      );
    return new Request({
      caller,
      name: `bills ${accountNumbers} to ${periodEnd} as ${person}`,
      send: (model, service) => {
        const body = { periodEnd, accountNumbers };
        return service.call(caller, "POST", path, body, headersOf(model, caller, person));
      },
      expected: (model) => {
        if (!isAllowed(caller)) return asCreated(forbidden);
        return asCreated(isTaken(model) ? refused("feerun.overlap.rule") : done(201));
      },
      become: ({ feeRuns }, response) => {
        const itemOf = (account: string): [string, FeeItemModel] => {
          const computed = fees[periodEnd][account as (typeof accounts)[number]];
          const none = { adjusted: undefined, isExcluded: false, posted: 0, refunded: 0 };
          return [account, { computed, ...none }];
        };
        feeRuns.push({
          id: lastOf(response),
          periodEnd,
          authors: new Set([authorOf(caller, person)]),
          items: new Map(accountNumbers.map(itemOf)),
          status: "COMPUTING",
          isComputed: false,
          approvedBy: undefined,
        });
      },
    });
  });

const asMoved = outcomes(
  "fee run step",
  200,
  403,
  404,
  "feerun.status.rule",
  "feerun.person.rule",
  "feerun.stale.rule",
);
/** An account that was left out is billed by another run meanwhile: seldom, in few sequences. */
const asTaken = outcomes("rare fee step", "feerun.overlap.rule");

/** The reason that keeps a run from a step that its status allows; undefined where nothing does. */
function hindranceOf(model: Model, run: FeeRunModel, to: FeeRunStatus, by: string | undefined) {
  const taken = takenByOthers(model, run);
  if (to === "COMPUTING" && taken.length === run.items.size) return "feerun.overlap.rule";
  const isOwn = to === "APPROVED" ? run.authors.has(by ?? "") : by === run.approvedBy;
  if ((to === "APPROVED" || to === "REVERSING") && isOwn) return "feerun.person.rule";
  return to === "APPROVED" && taken.length > 0 ? "feerun.stale.rule" : undefined;
}

const moving = fc
  .record({
    caller,
    person: deciding,
    which: fc.nat(2),
    to: fc.constantFrom<FeeRunStatus>(
      "APPROVED",
      "APPROVED",
      "COMPUTING",
      "COMPUTING",
      "DISCARDED",
      "REVERSING",
    ),
  })
  .map(({ caller, person, which, to }) => {
    return new Request({
      caller,
      name: `moves fee run ${which} to ${to} as ${person}`,
      send: (model, service) => {
        const body = { runStatus: to, comment: "As the model says" };
        const at = `${path}/${idIn(model, which)}`;
        return service.call(caller, "PUT", at, body, headersOf(model, caller, person));
      },
      expected: (model) => {
        const run = runIn(model, which);
        if (!isAllowed(caller)) return asMoved(forbidden);
        if (run === undefined) return asMoved(done(404));
        const isStep = mayMoveRun({ from: run.status, to, by: "institutional" });
        if (!isStep) return asMoved(refused("feerun.status.rule"));
        const by = decider(caller, person);
        if ((to === "APPROVED" || to === "REVERSING") && by === undefined)
          return asMoved(forbidden);
        const hindrance = hindranceOf(model, run, to, by);
        if (hindrance === undefined) return asMoved(done(200));
        const as = hindrance === "feerun.overlap.rule" ? asTaken : asMoved;
        return as(refused(hindrance));
      },
      become: (model) => {
        const run = runIn(model, which);
        if (run === undefined) return;
        const lost = to === "COMPUTING" ? takenByOthers(model, run) : [];
        for (const account of lost) run.items.delete(account);
        run.status = to;
        if (to === "APPROVED") run.approvedBy = decider(caller, person);
      },
    });
  });

const asItem = outcomes("fee item", 200, 403, 404, "feerun.status.rule", "feerun.adjustment.rule");

const change = fc.constantFrom(
  { excluded: true },
  { excluded: true },
  { adjustedAmount: "30.00" },
  { adjustedAmount: "0.00" },
  { adjustedAmount: "999.00" },
  { excluded: true },
  { excluded: false },
);

const adjusting = fc
  .record({
    caller,
    person: proposing,
    which: fc.nat(2),
    account: fc.constantFrom(...accounts),
    change,
  })
  .map(({ caller, person, which, account, change }) => {
    const cents =
      "adjustedAmount" in change ? Math.round(Number(change.adjustedAmount) * 100) : undefined;
    const hindrance = (model: Model, run: FeeRunModel, item: FeeItemModel) => {
      const isIncluding = "excluded" in change && !change.excluded;
      if (run.status !== "PREVIEW" || item.isExcluded !== isIncluding) return "feerun.status.rule";
      if ((cents ?? 0) > item.computed) return "feerun.adjustment.rule";
      const others = model.feeRuns.filter(
        (other) => other !== run && other.periodEnd === run.periodEnd,
      );
      const isTaken = others.some((other) => hasDays(other, account));
      return isIncluding && isTaken ? "feerun.overlap.rule" : undefined;
    };
    return new Request({
      caller,
      name: `has ${account} by fee run ${which}: ${JSON.stringify(change)} as ${person}`,
      send: (model, service) => {
        const at = `${path}/${idIn(model, which)}/items/${account}`;
        const body = { ...change, reason: "As the model says" };
        return service.call(caller, "PUT", at, body, headersOf(model, caller, person));
      },
      expected: (model) => {
        const run = runIn(model, which);
        if (!isAllowed(caller)) return asItem(forbidden);
        const item = run?.isComputed ? run.items.get(account) : undefined;
        if (run === undefined || item === undefined) return asItem(done(404));
        const code = hindrance(model, run, item);
        if (code === undefined) return asItem(done(200));
        const as = code === "feerun.overlap.rule" ? asTaken : asItem;
        return as(refused(code));
      },
      become: (model) => {
        const run = runIn(model, which);
        const item = run?.items.get(account);
        if (run === undefined || item === undefined) return;
        run.authors.add(authorOf(caller, person));
        if ("excluded" in change) item.isExcluded = change.excluded;
        else item.adjusted = cents;
      },
    });
  });

const asRefund = outcomes(
  "fee refund",
  201,
  403,
  "feerefund.transaction.rule",
  "feerefund.amount.rule",
);

const refunding = fc
  .record({
    caller,
    which: fc.nat(2),
    account: fc.constantFrom(...accounts),
    amount: fc.constantFrom("10.00", "60.00", "400.00", "400.00"),
  })
  .map(({ caller, which, account, amount }) => {
    const cents = Number(amount) * 100;
    /** Of a run that took something, if there is one. */
    const paidIn = ({ feeRuns }: Model) => {
      const paid = feeRuns.filter(({ items }) => (items.get(account)?.posted ?? 0) > 0);
      const among = paid.length > 0 ? paid : feeRuns;
      return among[which % Math.max(among.length, 1)];
    };
    const itemIn = (model: Model) => paidIn(model)?.items.get(account);
    return new Request({
      caller,
      name: `gives ${amount} of ${account} by fee run ${which} back`,
      send: async (model, service) => {
        const transactionId = await feeOf(service, paidIn(model)?.id ?? "999999", account);
        const body = { transactionId, amount, reason: "As the model says" };
        return service.call(caller, "POST", `/restapi/accounts/${account}/feerefunds`, body);
      },
      expected: (model) => {
        if (!isAllowed(caller)) return asRefund(forbidden);
        const item = itemIn(model);
        if (item === undefined || item.posted === 0) {
          return asRefund(refused("feerefund.transaction.rule"));
        }
        const isAbove = cents > item.posted - item.refunded;
        return asRefund(isAbove ? refused("feerefund.amount.rule") : done(201));
      },
      become: (model) => {
        const item = itemIn(model);
        if (item !== undefined) item.refunded += cents;
      },
    });
  });

/** The first transaction of an account's item, which is its fee; one that does not exist where it has none. */
async function feeOf(service: TestService, run: string, account: string): Promise<string> {
  const { body } = await service.call("adviser", "GET", `${path}/${run}/items`);
  const items = Array.isArray(body) ? body : [];
  const item = items.find(({ accountNumber }) => accountNumber === account);
  return item?.transactionIds[0] ?? "1";
}

const looking = fc.nat(2).map((which) => {
  return new Request({
    caller: "adviser",
    name: `reads fee run ${which}`,
    send: (model, service) => service.call("adviser", "GET", `${path}/${idIn(model, which)}`),
    expected: (model) => {
      const run = runIn(model, which);
      if (run === undefined) return done(404);
      const kept = [...run.items.values()].reduce(
        (sum, each) => sum + each.posted - each.refunded,
        0,
      );
      return done(200, { runStatus: run.status, posted: (kept / 100).toFixed(2) });
    },
    become: () => {},
  });
});

/** The effects of the sweep on fee runs. */
export function sweepFeeRuns({ feeRuns }: Model): void {
  for (const run of feeRuns) {
    const items = [...run.items.values()].filter(({ isExcluded }) => !isExcluded);
    if (run.status === "COMPUTING") {
      run.status = "PREVIEW";
      run.isComputed = true;
    } else if (run.status === "APPROVED") {
      run.status = "POSTED";
      for (const item of items) item.posted = item.adjusted ?? item.computed;
    } else if (run.status === "REVERSING") {
      run.status = "REVERSED";
      for (const item of items) item.refunded = item.posted;
    }
  }
}

/** The cash of accounts and their billed months, by the store and by the model. */
export async function billedStanding({ service, model }: { service: TestService; model: Model }) {
  const ofAccounts = [...accounts];
  const [cash, months] = await Promise.all([
    service.db.rows(sql<{ line: string }>`
      select account_number || ' ' || amount::text as line from folio_cash
      where account_number = any(${ofAccounts}::text[]) and folio_number = account_number || '01'`),
    service.db.rows(sql<{ line: string }>`
      select account_number || ' ' || to_char(month, 'YYYY-MM') as line from fee_billed
      where account_number = any(${ofAccounts}::text[]) and days <> 0`),
  ]);
  const paidIn: Readonly<Record<string, number>> = { RA00000012: 40_000, RA00000014: 100_000 };
  const monthsOf = { "2025-09-30": ["07", "08", "09"], "2025-12-31": ["10", "11", "12"] };
  const expected = accounts.flatMap((account) => {
    const runs = model.feeRuns.filter(({ items }) => items.has(account));
    const kept = runs
      .flatMap(({ items }) => items.get(account) ?? [])
      .reduce((sum, { posted, refunded }) => sum + posted - refunded, 0);
    const billed = runs
      .filter((run) => hasDays(run, account))
      .flatMap(({ periodEnd }) => monthsOf[periodEnd].map((month) => `${account} 2025-${month}`));
    return [`${account} ${(((paidIn[account] ?? 0) * 100 - kept) / 100).toFixed(2)}`, ...billed];
  });
  const found = [...cash, ...months].map(({ line }) => line);
  return { found: found.toSorted(), expected: expected.toSorted() };
}

/** Requests about fee runs. */
export const feeRunRequests = [
  creating,
  creating,
  moving,
  moving,
  moving,
  adjusting,
  adjusting,
  refunding,
  looking,
];
