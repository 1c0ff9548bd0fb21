// The people and accounts of a large firm: households of two clients and three accounts, each a
// function of the seed and its place, so that any file can be written without the others.
import { addDays, type Day } from "@bursar/values/dates";
import { drawsFor } from "./draws.ts";

/** The size of the firm that is to be written. */
export interface FirmPlan {
  /** Accounts in addition to those of the sample firm. */
  readonly accounts: number;
  /** The days that have unit values. */
  readonly days: readonly Day[];
  readonly seed: string;
  /** Whether the first folio of each account has unit values as well. */
  readonly folioValues: boolean;
  /** The trading of each account; if left out, none trades and unit values are written directly. */
  readonly trading?: Trading;
}

/** How much each account trades. */
export interface Trading {
  /** Securities that it holds in the end. */
  readonly holdings: number;
  /** Transactions, at least one more than holdings. */
  readonly trades: number;
  /** Whether a custodian's valuations are written too, from which values are then computed. */
  readonly isValued: boolean;
}

/** The methods that a taxable account, or an order of it, may name. */
export const taxableMethods = [
  ...(["FIFO", "LIFO", "LGHL", "HGLL", "LLTG"] as const),
  ...(["LSTG", "HLTG", "HSTG", "WLFS", "WGFS"] as const),
] as const;

/** A client of one of the sample's two advisers. */
export interface PlannedClient {
  /** Its place among all clients. */
  readonly index: number;
  readonly loginId: string;
  readonly firmOid: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** An account of a household. */
export interface PlannedAccount {
  /** Its place among all accounts. */
  readonly index: number;
  readonly number: string;
  readonly name: string;
  readonly type: string;
  readonly isTaxable: boolean;
  readonly billingPlanOid: string;
  readonly owners: readonly PlannedClient[];
  readonly openedOn: Day;
  /** Whether the owners have signed the customer agreement. */
  readonly isSigned: boolean;
}

const firstNames = [
  ...(["Alma", "Boris", "Chloe", "Daniel", "Esther", "Farid", "Gwen", "Hugo", "Irene"] as const),
  ...(["Jonas", "Keiko", "Liam", "Mona", "Nils", "Olga", "Pablo", "Quinn", "Rosa"] as const),
] as const;
const lastNames = [
  ...(["Abbott", "Brandt", "Castillo", "Dufour", "Eriksen", "Farrell", "Gupta"] as const),
  ...(["Hoffman", "Ito", "Jansen", "Kowalski", "Lindgren", "Moreau", "Novak"] as const),
  ...(["Okafor", "Petrov", "Quintana", "Reyes", "Santos", "Tanaka", "Underhill"] as const),
] as const;

/** The accounts of the plan, in order of number. */
export function* plannedAccounts(plan: FirmPlan): Generator<PlannedAccount> {
  for (let index = 0; index < plan.accounts; index += 1) yield accountAt(plan, index);
}

/** The clients of the plan: the owners of its accounts. */
export function* plannedClients(plan: FirmPlan): Generator<PlannedClient> {
  const households = Math.ceil(plan.accounts / accountsOfHousehold);
  for (let index = 0; index < households * 2; index += 1) yield clientAt(plan, index);
}

const accountsOfHousehold = 3;

const advisers = {
  harbor: { firmOid: "1002", billingPlans: ["3001", "3002"] },
  summit: { firmOid: "1003", billingPlans: ["3101", "3102"] },
} as const;

/** One household in ten is the second adviser's. */
function adviserOf(household: number) {
  return household % 10 === 9 ? advisers.summit : advisers.harbor;
}

function clientAt(plan: FirmPlan, index: number): PlannedClient {
  const draws = drawsFor(plan.seed, `client ${index}`);
  const firstName = draws.pick(firstNames);
  const lastName = draws.pick(lastNames);
  return {
    index,
    loginId: `${firstName}.${lastName}.${index}`.toLowerCase(),
    firmOid: adviserOf(Math.floor(index / 2)).firmOid,
    firstName,
    lastName,
  };
}

function accountAt(plan: FirmPlan, index: number): PlannedAccount {
  const household = Math.floor(index / accountsOfHousehold);
  const draws = drawsFor(plan.seed, `account ${index}`);
  const first = clientAt(plan, household * 2);
  const second = clientAt(plan, household * 2 + 1);
  const kinds = [
    { name: "Everyday", type: "I", owners: [first] },
    { name: "Retirement", type: draws.pick(["R", "S", "9", "P", "Q"]), owners: [second] },
    { name: "House fund", type: draws.pick(["J", "K", "M"]), owners: [first, second] },
  ] as const;
  const kind = kinds[index % accountsOfHousehold] ?? kinds[0];
  return {
    ...kind,
    index,
    number: `RL${String(index + 1).padStart(8, "0")}`,
    isTaxable: index % accountsOfHousehold !== 1,
    billingPlanOid: draws.pick(adviserOf(household).billingPlans),
    openedOn: addDays("2015-01-02" as Day, draws.below(3000)),
    isSigned: !draws.oneIn(40),
  };
}
