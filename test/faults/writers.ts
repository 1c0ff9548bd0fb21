// Callers that make changes without pause and note, outside the service, what was answered.
import { createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";

/** A source of numbers from 0 to 1 that is the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const operations = [
  "updateAccount",
  "createRestriction",
  "signCustomerAgreement",
  "createItemForAttention",
  "bookTransactions",
  "createOffer",
] as const;
type Operation = (typeof operations)[number];

/** One request and its response; the marker is found again in the audit log. */
export interface Attempt {
  readonly operation: Operation;
  readonly marker: string;
  readonly method: string;
  readonly path: string;
  readonly token: string;
  readonly body: string;
  readonly key: string | undefined;
  /** The status answered; undefined where no response came. */
  status?: number;
  location?: string | undefined;
}

/** Whether the response confirmed the change. */
export function isAcknowledged({ status }: Attempt): boolean {
  return status !== undefined && status < 300;
}

/** Whether the response ruled out a change. */
export function isRefused({ status }: Attempt): boolean {
  return status !== undefined && status >= 400 && status < 500;
}

/** The callers that write. */
export interface Tokens {
  readonly adviser: string;
  readonly operator: string;
}

/** The accounts that are changed, each with its owner. */
export const accounts: readonly (readonly [string, string])[] = [
  ["RA00000001", "ada.whitfield"],
  ["RA00000002", "ada.whitfield"],
  ["RA00000004", "ben.whitfield"],
  ["RA00000006", "carol.nguyen"],
  ["RA00000013", "ben.whitfield"],
  ["RA00000014", "carol.nguyen"],
];

/** The ledger of a run: every attempt, and the choice of the next. */
export interface Ledger {
  readonly attempts: Attempt[];
  next(): Attempt;
}

/** Opens a ledger whose requests follow from the seed. */
export function openLedger(tokens: Tokens, random: () => number): Ledger {
  const attempts: Attempt[] = [];
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
  return {
    attempts,
    next: () => {
      const marker = attempts.length.toString(36).toUpperCase().padStart(5, "0");
      const [account, owner] = pick(accounts);
      const key = random() < 0.5 ? `fault-${marker}` : undefined;
      const attempt = { ...draw({ marker, account, owner, tokens, random, pick }), marker, key };
      attempts.push(attempt);
      return attempt;
    },
  };
}

interface Drawing {
  readonly marker: string;
  readonly account: string;
  readonly owner: string;
  readonly tokens: Tokens;
  readonly random: () => number;
  readonly pick: <T>(list: readonly T[]) => T;
}

function draw({ marker, account, owner, tokens, random, pick }: Drawing) {
  const { adviser, operator } = tokens;
  const of = (operation: Operation, method: string, path: string, body: object) => ({
    operation,
    method,
    path: `/restapi${path}`,
    token: adviser,
    body: JSON.stringify(body),
  });
  const kind = random();
  if (kind < 0.35) {
    return of("updateAccount", "PUT", `/accounts/${account}`, { accountName: `Fault ${marker}` });
  }
  if (kind < 0.6) {
    const body = {
      reason: { code: pick(["020", "020", "020", "022"]) },
      type: { code: pick(["CR", "SO"]) },
      inceptionInfo: `fault ${marker}`,
    };
    const path = `/accounts/${account}/restrictions`;
    return { ...of("createRestriction", "POST", path, body), token: operator };
  }
  if (kind < 0.85) {
    return of("signCustomerAgreement", "POST", `/accounts/${account}/customeragreement`, {
      loginId: owner,
      signatureMethod: "SIGNED_PDF",
      signatureData: signedBytes(marker).toString("base64"),
    });
  }
  if (kind < 0.9) {
    const body = { accountNumber: account, ifaType: "NO", title: `Fault ${marker}` };
    const item = of("createItemForAttention", "POST", `/members/${owner}/ifas`, body);
    return { ...item, token: operator };
  }
  if (kind < 0.95) {
    const deposit = {
      transactionType: "DEP",
      folioNumber: `${account}01`,
      tradeDate: "2026-02-03",
    };
    const transaction = { ...deposit, transactionId: bookedId(marker), amount: "1.00" };
    const body = { transactions: [transaction] };
    const booking = of("bookTransactions", "POST", `/accounts/${account}/transactions`, body);
    return { ...booking, token: operator };
  }
  return of("createOffer", "POST", "/privateplacementoffers", offer(marker));
}

function signedBytes(marker: string): Buffer {
  return Buffer.from(`%PDF-1.7\nfault ${marker}\n`);
}

/** How the audit log names what an attempt did. */
export function auditMarker({ operation, marker }: Attempt): string {
  if (operation === "bookTransactions") return bookedId(marker);
  if (operation !== "signCustomerAgreement") return marker;
  return createHash("sha256").update(signedBytes(marker)).digest("hex");
}

const bookedId = (marker: string) => String(7_000_000_000 + Number.parseInt(marker, 36));

function offer(marker: string) {
  return {
    blueSkyedStates: ["CA", "NY"],
    clientsHaveAccess: true,
    closingDate: "2031-06-30",
    corporateAccreditationSetting: "A",
    creatingFirmRepresentativeOid: "2101",
    daysFromClosingCashIsRequired: "0",
    documentationExternal: false,
    executionType: "PART_OR_NONE",
    exemption: "RULE_506_B",
    industry: "OTC",
    issuerSize: "R2",
    issuingFirmOid: "1004",
    issuingFirmRepresentativeOid: "2301",
    minimumAnnualIncomeRange: "4",
    minimumInvestmentAmount: "10000.00",
    minimumLiquidNetWorthRange: "5",
    minimumNetWorthRange: "5",
    naturalPersonAccreditationSetting: "A",
    offerMinimum: "500000.00",
    offerSize: "2000000.00",
    offerName: `Fault ${marker}`,
    participatingFirms: [{ participatingFirmId: "SUMMIT", participatingFirmStatus: "A" }],
    physicalSignatureRequired: false,
    previousExperienceSetting: "N",
    published: false,
    security: { ticker: `PRIV.${marker}`, previousClosingPrice: "12.50" },
    securityType: "EQUITY",
  };
}

/** How long a caller waits before a request counts as hung, in milliseconds. */
const patienceMs = 25_000;

/** Sends an attempt and notes what was answered; returns the response, or undefined without one. */
export async function attemptAt(url: string, attempt: Attempt): Promise<Response | undefined> {
  const { method, path, token, body, key } = attempt;
  const headers = {
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    ...(key !== undefined && { "idempotency-key": key }),
  };
  try {
    const signal = AbortSignal.timeout(patienceMs);
    const response = await fetch(url + path, { method, headers, body, signal });
    await response.arrayBuffer();
    attempt.status = response.status;
    const location = response.headers.get("location");
    attempt.location = location === null ? undefined : new URL(location).pathname;
    return response;
  } catch (error) {
    if (error instanceof Error && error.name === "TimeoutError") throw error;
    return undefined;
  }
}

/** Callers that run until they are stopped, or nothing listens at the address. */
export interface Writers {
  end(): Promise<void>;
}

/** Lets `count` callers write at once. */
export function startWriters(url: string, ledger: Ledger, count: number): Writers {
  let isOver = false;
  const callers = Array.from({ length: count }, async () => {
    while (!isOver) {
      const response = await attemptAt(url, ledger.next());
      if (response === undefined) return;
      if (response.status === 503) await delay(100);
    }
  });
  const all = Promise.all(callers);
  all.catch(() => {}); // reported by end()
  return {
    end: async () => {
      isOver = true;
      await all;
    },
  };
}
