// The model that sequences of requests are checked against: a small copy of the store, with the expected response and
// effect of each request.
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect } from "vitest";
import type { OrderStatus } from "../../src/brokerage/placements/private-placement-orders/life-cycle.ts";
import type { TestResponse, TestService } from "../harness.ts";
import type { CallerName } from "../sample-template.ts";
import type { AgreementModel, DetailModel, ItemModel } from "./account-state.ts";
import type { EventModel } from "./event-requests.ts";
import type { FeeRunModel } from "./fee-run-requests.ts";
import type { Weights } from "./model-requests.ts";

/** The facts of a caller in the tables; one who is not of the adviser's firm sees none of it. */
export const movers = {
  adviser: "institutional",
  otherAdviser: "institutional",
  operator: "operator",
  issuer: "issuing",
  client: "client",
} as const satisfies Partial<Record<CallerName, string>>;
export type Actor = keyof typeof movers;
const actors = Object.keys(movers) as Actor[];

/** The state of the model. */
export interface Model {
  readonly restrictions: Map<string, { readonly id: string; readonly reason: string }>;
  /** With the account of each and, of those that were entered, the number at the other firm. */
  readonly transfers: Map<string, Transfer>;
  verification: string;
  participation: string;
  item: { status: string; viewed: boolean };
  readonly webhooks: Map<string, string>;
  /** Of webhooks as they were made, the living and the removed. */
  readonly made: string[];
  readonly notices: Map<string, string>;
  /** The states of the folios of an account from 03 on. */
  readonly folios: string[];
  /** As they were written, those of the adviser's firm. */
  readonly models: ModelOfFirm[];
  /** The folios of the same account that follow a model. */
  readonly followers: Map<string, Follower>;
  /** The tickers that it excludes. */
  readonly excluded: string[];
  /** The levels of those permitted on it. */
  readonly permissions: Map<string, string>;
  /** Clients and trustees that the sequence added, and the trustee of the sample, by folded login id. */
  readonly members: Map<string, MemberModel>;
  accreditation: { readonly parentVerifyLevel: string; readonly verifyMethod: string } | undefined;
  readonly offers: readonly OfferModel[];
  /** How many days have passed since the first. */
  day: number;
  /** How many of them the sandbox's own clock is ahead. */
  ahead: number;
  /** Whether an offer that was written without approval was approved in the sandbox. */
  isSimulated: boolean;
  /** Corporate firms that the sequence made, by tax id, and the sample's. */
  readonly taxIds: Set<string>;
  /** The last agreement that was signed on the client's first account. */
  agreement: string | undefined;
  /** Tickers of the offers that were created. */
  readonly tickers: Set<string>;
  /** Accounts that the sequence opened. */
  readonly opened: AccountModel[];
  /** The fields of the client's first account that requests change. */
  readonly everyday: { accountName: string; billingPlanOid: string };
  /** The details that requests change in accounts of three kinds, by number. */
  readonly details: Readonly<Record<string, DetailModel>>;
  readonly joint: AgreementModel;
  /** Items whose whole life the sequence leads. */
  readonly asked: ItemModel[];
  /** How many items were added for the client; of a notice of cash, how often it was due. */
  items: number;
  /** Whether a ticker without an offer is approved. */
  approved: boolean;
  /** The second number of the last version of an offer's document. */
  version: number;
  /** The fields of an offer of the sample that requests change. */
  readonly notes: { offerSize: string };
  /** How a notice of several questions stands. */
  meeting: string;
  /** The new names of offers to which accounts subscribe. */
  readonly renamed: Map<string, string>;
  readonly forIras: Set<string>;
  /** The notices that were sent to an account. */
  readonly sent: string[];
  /** As they were made, of every status. */
  readonly orders: OrderModel[];
  /** Payments into folio 01, in cents, less those for booked subscriptions. */
  readonly cash: Map<string, number>;
  /** As they were drafted. */
  readonly events: EventModel[];
  /** As they were created. */
  readonly feeRuns: FeeRunModel[];
  /** The credentials of persons of the operator and of the adviser's firm, by login. */
  readonly persons: ReadonlyMap<string, string>;
}

interface Transfer {
  status: string;
  readonly type: string;
  readonly account: string;
  readonly contraNumber?: string;
}

interface AccountModel {
  readonly number: string;
  readonly owner: string;
  readonly name: string;
  readonly isOfClient: boolean;
}

interface MemberModel {
  readonly loginId: string;
  readonly kind: "client" | "trustee";
  readonly firm: string;
  email1: string;
  readonly tid?: string;
}

/** A model, with the weights of each of its versions by name. */
export interface ModelOfFirm {
  readonly folioOid: string;
  name: string;
  status: "U" | "P";
  readonly versions: Weights[];
}

/** A folio's subscription to a model: how many of its versions had come when it adopted the last. */
export interface Follower {
  readonly model: ModelOfFirm;
  readonly type: string;
  readonly rule: string;
  adopted: number;
  isPending: boolean;
}

/** An offer to which accounts subscribe. */
export interface OfferModel {
  readonly oid: string;
  readonly terms: OfferTerms;
  status: string;
}

/** When an offer closes, in days after the first; under best efforts approvals follow for ten more. */
export interface OfferTerms {
  readonly isBestEfforts: boolean;
  readonly closing: number;
}

/** A subscription, its amounts in cents. */
export interface OrderModel {
  readonly oid: string;
  readonly account: string;
  readonly offer: OfferModel;
  status: OrderStatus;
  amount: number;
  fill: number | null;
}

/** The response that the model expects: a status, the codes of a refusal, and the known parts of the body. */
interface Expected {
  readonly status: number;
  readonly codes: readonly string[];
  readonly body?: object | undefined;
}
export const done = (status: number, body?: object): Expected => ({ status, codes: [], body });
export const forbidden = done(403);
export const refused = (...codes: readonly string[]): Expected => ({ status: 400, codes });

/** The codes of rules that changes alone are judged by. */
const claims: ReadonlySet<string> = new Set([
  "member.unique.login.id",
  "member.unique.ssn.rule",
  "firm.tax.id.rule",
  "offer.ticker.unique.rule",
]);

/** A request of a sequence: what is sent, what the model expects, and what it becomes. */
export interface Step {
  /** The sender, for readers of a failure. */
  readonly caller: Actor | "its firm";
  readonly name: string;
  send(model: Model, service: TestService): Promise<TestResponse>;
  expected(model: Model): Expected;
  become(model: Model, response: TestResponse): void;
}

/** How a request is sent: as it is, only tried, or again under its key. */
export type Manner = "as it is" | "tried" | "repeated";

export class Request implements fc.AsyncCommand<Model, TestService> {
  private readonly step: Step;
  private readonly manner: Manner;
  constructor(step: Step, manner: Manner = "as it is") {
    this.step = step;
    this.manner = manner;
  }
  inManner = (manner: Manner) => new Request(this.step, manner);
  check = () => true;
  async run(model: Model, service: TestService): Promise<void> {
    const { step } = this;
    const expected = step.expected(model);
    if (this.manner === "tried") return this.try(expected, await step.send(model, trying(service)));
    const isRepeated = this.manner === "repeated";
    const response = await step.send(model, isRepeated ? repeating(service, `${this}`) : service);
    this.compare(expected, response);
    if (expected.body !== undefined) expect(response.body, `${this}`).toMatchObject(expected.body);
    if (response.status < 400) step.become(model, response);
  }
  /** A trial is refused like the request itself, but for what another has, and otherwise answers 200; it
   * changes nothing. */
  private try({ status, codes }: Expected, response: TestResponse): void {
    const isMade = status < 400 || (codes.length > 0 && codes.every((code) => claims.has(code)));
    this.compare(isMade ? done(200) : { status, codes }, response);
  }
  private compare(expected: Expected, response: TestResponse): void {
    const problems: readonly { errorCode?: string; type: string }[] =
      response.status === 400 ? response.body : [];
    // A problem of syntax has no code: its type stands for one.
    const codes = problems.map(({ errorCode, type }) => errorCode ?? type).toSorted();
    expect({ status: response.status, codes }, `${this}: ${response.text}`).toEqual({
      status: expected.status,
      codes: expected.codes.toSorted(),
    });
  }
  toString = () => {
    const manner = this.manner === "as it is" ? "" : ` (${this.manner})`;
    return `${this.step.caller} ${this.step.name}${manner}`;
  };
}

type Call = TestService["call"];

/** A request for a preview changes nothing. */
const isChange = (method: string, path: string) => method !== "GET" && !path.endsWith("/preview");

/** The service, whose changes are only tried. */
function trying(service: TestService): TestService {
  const call: Call = (caller, method, path, body, headers = {}) =>
    service.call(caller, method, path, body, {
      ...headers,
      ...(isChange(method, path) && { "x-dry-run": "true" }),
    });
  return { ...service, call };
}

/** The service, which is sent each POST and PUT twice under one key: it answers the same, once made. */
function repeating(service: TestService, request: string): TestService {
  const call: Call = async (caller, method, path, body, headers = {}) => {
    const takesKey = isChange(method, path) && method !== "DELETE";
    if (!takesKey) return service.call(caller, method, path, body, headers);
    const keyed = { ...headers, "idempotency-key": randomUUID() };
    const first = await service.call(caller, method, path, body, keyed);
    if (first.status >= 300) return first;
    const second = await service.call(caller, method, path, body, keyed);
    // A firm that has declined an offer sees it no more, and rights are asked first.
    if (second.status === 403 && request.includes("answers D")) return first;
    expect(second.headers["idempotency-replayed"], request).toBe("true");
    const said = ({ status, text, headers }: TestResponse) => ({
      status,
      text,
      at: headers.location,
    });
    expect(said(second), request).toEqual(said(first));
    return first;
  };
  return { ...service, call };
}

/** Mostly those who may do something, so that sequences come far. */
export const caller = fc.constantFrom<Actor>(
  ...actors,
  "adviser",
  "adviser",
  "adviser",
  "operator",
  "operator",
  "operator",
);
export const nobody: readonly Actor[] = ["otherAdviser", "issuer", "client"];
export const lastOf = (response: TestResponse) =>
  String(response.headers.location).split("/").at(-1) ?? "";
