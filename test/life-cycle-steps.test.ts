// Every step that a record may take, written out from the interface. The life cycles have these and
// no others, so the rules that read them refuse each pair of states that is missing here.
import { expect, test } from "vitest";
import { readLifeCycles } from "../scripts/docs/life-cycles.ts";

const levels = ["SV", "DV", "MM", "TR", "TM", "AM"];
const begunTransfer = {
  none: ["Request Pending"],
  "Request Pending": ["Submitted", "Rejected", "Transfer Closed - No Action", "Cancelled"],
};
const ended = ["Rejected", "Cancelled", "Failed"];
const sent = [...ended, "Transfer Closed - No Action"];
const settling = { Settling: ["Completed", "Failed"] };

/** To which states each state leads; whoever does it, and whatever else it needs. */
const steps: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  verification: {
    none: ["PENDING_NEW"],
    PENDING_NEW: ["PASSED", "FAILED"],
    FAILED: ["PENDING_NEW", "PASSED"],
    PASSED: ["FAILED"],
  },
  accreditation: {
    none: ["NON_ACCREDITED", "ACCREDITED"],
    NON_ACCREDITED: ["NON_ACCREDITED", "ACCREDITED"],
    ACCREDITED: ["NON_ACCREDITED", "ACCREDITED", "LAPSED"],
    LAPSED: ["NON_ACCREDITED", "ACCREDITED"],
  },
  "item for attention": {
    none: ["I"],
    I: ["V", "A", "R", "Y", "N", "O", "X"],
    V: ["V", "A", "R", "Y", "N", "O", "X"],
  },
  "restriction 020": { none: ["in force"], "in force": ["none"] },
  "restriction 021": { none: ["in force"], "in force": ["none"] },
  "restriction 022": { none: ["in force"], "in force": ["none"] },
  offer: { none: ["I"], I: ["P", "X", "N"], P: ["X", "N", "C"] },
  "participating firm": { none: ["P"], P: ["A", "D", "none"], A: ["D", "none"], D: ["none"] },
  "offer document, of a member": { none: ["viewed"], viewed: ["signed"] },
  subscription: {
    none: ["INITIAL"],
    INITIAL: ["INITIAL", "ACCEPTED", "REJECTED", "CANCELLED"],
    ACCEPTED: ["ACCEPTED", "REJECTED", "CANCELLED", "ORDER_CREATED"],
    ORDER_CREATED: ["CANCELLED", "PROCESSING"],
    PROCESSING: ["COMPLETE", "CANCELLED"],
  },
  "transfer, full or partial": {
    ...begunTransfer,
    Submitted: ["In Review", ...sent],
    "In Review": ["Adjusted", "Accelerated", "Settling", ...ended],
    Adjusted: ["In Review", "Accelerated", "Settling", ...ended],
    Accelerated: ["Settling", "Failed"],
    ...settling,
  },
  "transfer, non-ACAT": { ...begunTransfer, Submitted: ["Settling", ...sent], ...settling },
  "fee run": {
    none: ["COMPUTING"],
    COMPUTING: ["PREVIEW", "DISCARDED"],
    PREVIEW: ["COMPUTING", "APPROVED", "DISCARDED"],
    APPROVED: ["POSTING", "DISCARDED"],
    POSTING: ["POSTED"],
    POSTED: ["REVERSING"],
    REVERSING: ["REVERSED"],
  },
  "fee item": {
    none: ["OPEN", "EXCLUDED"],
    OPEN: ["EXCLUDED", "POSTED", "PART", "DUE"],
    EXCLUDED: ["OPEN"],
    POSTED: ["REFUNDED"],
    PART: ["POSTED", "PART", "WRITTENOFF", "REFUNDED"],
    DUE: ["POSTED", "PART", "WRITTENOFF", "REFUNDED"],
    WRITTENOFF: ["REFUNDED"],
  },
  "corporate action": {
    none: ["New"],
    New: ["New", "Voted", "Attending Meeting", "Expired"],
    Voted: ["New", "Voted", "Attending Meeting"],
    "Attending Meeting": ["New", "Voted", "Attending Meeting"],
    Expired: ["New"],
  },
  "statement run": {
    none: ["BUILDING"],
    BUILDING: ["REVIEW", "DISCARDED"],
    REVIEW: ["RELEASED", "DISCARDED"],
  },
  // A check of more files may find as much open as before.
  "prepared import": {
    none: ["OPEN", "READY"],
    OPEN: ["OPEN", "READY", "DISCARDED", "EXPIRED"],
    READY: ["OPEN", "READY", "RELEASED", "DISCARDED", "EXPIRED"],
  },
  // With new terms it stays where it is.
  "corporate event": {
    none: ["DRAFT"],
    DRAFT: ["DRAFT", "ANNOUNCED", "CANCELLED"],
    ANNOUNCED: ["ANNOUNCED", "ENTITLED", "CANCELLED"],
    ENTITLED: ["ENTITLED", "POSTING", "CANCELLED"],
    POSTING: ["POSTED", "REVERSING"],
    POSTED: ["POSTING", "REVERSING"],
    REVERSING: ["REVERSED"],
  },
  "corporate event, line of an account": {
    none: ["DUE", "FOUND", "HELD", "NONE"],
    DUE: ["POSTED", "REFUSED", "FOUND", "HELD", "REVERSED"],
    REFUSED: ["DUE", "REVERSED"],
    HELD: ["DUE", "REVERSED"],
    FOUND: ["DUE", "REVERSED"],
    POSTED: ["POSTED", "REVERSED", "KEPT"],
  },
  model: { none: ["U", "P"], U: ["P"], P: ["U"] },
  "model subscription": {
    none: ["CURRENT"],
    CURRENT: ["CURRENT", "PENDING", "none"],
    PENDING: ["CURRENT", "none"],
  },
  // A folio that stays open has its name, benchmark or dividends changed.
  folio: { none: ["O"], O: ["O", "C"] },
  // The same level again, with other alerts.
  permission: {
    none: [...levels, "AC"],
    ...Object.fromEntries(levels.map((level) => [level, [...levels, "none"]])),
  },
};

/** Life cycles whose states follow from other records, or that are the service's own. */
const elsewhere = ["account", "delivery", "webhook"];

const cycles = await readLifeCycles();

test("every life cycle is written out", () => {
  const names = cycles.map(({ name }) => name).filter((name) => !elsewhere.includes(name));
  expect(names.toSorted()).toEqual(Object.keys(steps).toSorted());
});

const pairsOf = (table: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(table).flatMap(([from, to]) => to.map((each) => `${from} > ${each}`));

test.each(Object.entries(steps))("%s takes these steps and no others", (name, table) => {
  const transitions = cycles.find((cycle) => cycle.name === name)?.transitions ?? [];
  // A loaded record has the state that it says; what the clock alone does is no operation.
  const made = transitions.filter(({ through }) => !through.includes("loadFolder"));
  const found = made.flatMap(({ from, to }) => from.flatMap((f) => to.map((t) => `${f} > ${t}`)));
  expect([...new Set(found)].toSorted()).toEqual(pairsOf(table).toSorted());
});

test("an account is restricted as its restrictions are, and in no other way", () => {
  const account = cycles.find(({ name }) => name === "account");
  const reached = account?.transitions.filter(({ from }) => from.includes("none"));
  expect(account?.states).toEqual(["PENDING", "RESTRICTED", "SELL_ONLY", "OPEN"]);
  expect(reached?.flatMap(({ to }) => to)).toEqual(["PENDING"]);
});
