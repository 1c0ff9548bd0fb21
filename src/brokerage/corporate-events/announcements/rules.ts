// The terms of an event of each kind, and the problems of given ones. Pure. (docs/corporate-events.md)
import { incomeKinds } from "../../../reference/codes.ts";
import { fieldProblem, type Problem, ruleProblem } from "../../../values/problem.ts";
import { shapeRules } from "../../../values/shape-rule.ts";
import type { EventKind } from "../entitlements/reads.ts";
import {
  type Announced,
  bookedOn,
  decidedOn,
  type EventDays,
  isChoice,
  isPayout,
} from "./announced.ts";
import { announcementErrors } from "./errors.ts";
import type { CorporateEventLineUpdate } from "./line-schema.ts";
import type { CorporateEventUpdate, NewCorporateEvent, TermName } from "./schema.ts";

interface Form {
  readonly needs: readonly TermName[];
  readonly may: readonly TermName[];
}

const ratio: readonly TermName[] = ["ratioNew", "ratioOld"];
const rounding: readonly TermName[] = ["fractions", "cashInLieuPrice"];
const foreign: readonly TermName[] = ["foreignTaxRate", "withholdingCountry"];
const income: Form = { needs: ["components"], may: ["reinvestPrice", ...foreign] };
const split: Form = { needs: ratio, may: rounding };
const names: readonly TermName[] = ["newTicker", "newCusip", "newName"];
const always: readonly TermName[] = ["text", "docs"];

const forms: Readonly<Record<EventKind, Form>> = {
  DIV: income,
  INT: income,
  CGD: income,
  ROC: { needs: ["components"], may: [] },
  LIQ: { needs: ["components"], may: ["final"] },
  OPT: { needs: ["components", "options"], may: ["fractions"] },
  SPL: split,
  SDV: split,
  SPO: {
    needs: [...ratio, "intoSecurityId"],
    may: [...rounding, "childValue", "parentValue", "childPart"],
  },
  RTS: { needs: [...ratio, "intoSecurityId", "parentValue"], may: rounding },
  MRG: {
    needs: [],
    may: [
      ...ratio,
      ...rounding,
      "intoSecurityId",
      "cashPerShare",
      "newShareValue",
      "options",
      "taxable",
    ],
  },
  SYM: { needs: [], may: ["intoSecurityId", ...names] },
  RDM: { needs: ["cashPerShare"], may: ["interestPerShare"] },
  TND: { needs: ["options"], may: ["fractions"] },
  WLS: { needs: [], may: [] },
  OTH: { needs: [], may: [] },
};

type Terms = Pick<Announced, "kind" | "securityId" | "terms">;

const { terms: termsError, options: optionsError, dates: datesError } = announcementErrors;
const because = (error: { code: string; sentence: string }, reason: string): Problem =>
  ruleProblem({ ...error, sentence: reason });

/** Every fault of the terms of an event of a kind. */
export function problemsWithTerms(event: Terms): Problem[] {
  const { kind, terms } = event;
  const { needs, may } = forms[kind];
  const given = (Object.keys(terms) as TermName[]).filter((name) => terms[name] !== undefined);
  const isMissing = (name: TermName) => {
    const value = terms[name];
    return value === undefined || (Array.isArray(value) && value.length === 0);
  };
  const refused = given.filter((name) => ![...needs, ...may, ...always].includes(name));
  return [
    ...needs.filter(isMissing).map((name) => because(termsError, `${kind} needs ${name}.`)),
    ...refused.map((name) => because(termsError, `${kind} has no ${name}.`)),
    ...problemsWithParts(event).map((reason) => because(termsError, reason)),
    ...problemsWithOptions(event),
  ];
}

function problemsWithParts({ kind, securityId, terms }: Terms): string[] {
  const { components = [], intoSecurityId, options = [] } = terms;
  const isHalf = (terms.ratioNew === undefined) !== (terms.ratioOld === undefined);
  const isUnnamed = kind === "SYM" && !intoSecurityId && !names.some((name) => terms[name]);
  const isEmptyMerger =
    kind === "MRG" && !terms.ratioNew && !terms.cashPerShare && options.length === 0;
  const isMerger = kind === "MRG";
  const stock = options.filter(({ type }) => type === "STOCK");
  const givesShares = terms.ratioNew !== undefined || stock.length > 0;
  const lacksInto = isMerger && intoSecurityId === undefined && givesShares;
  const isMixed =
    (!!terms.ratioNew && !!terms.cashPerShare) || stock.some(({ rate }) => rate !== undefined);
  const isValued = isMerger && (isMixed || (terms.taxable === true && givesShares));
  const isCashBeside = isMerger && options.length > 0 && terms.cashPerShare !== undefined;
  const defaults = options.filter((option) => option.default === true).length;
  return [
    ...components.flatMap(({ incomeKind }, at) =>
      isIncomeOf(kind, incomeKind) ? [] : [`components[${at}]: ${kind} has no ${incomeKind}.`],
    ),
    ...(isUnnamed ? ["SYM needs newTicker, newCusip, newName or intoSecurityId."] : []),
    ...(isHalf ? ["ratioNew and ratioOld go together."] : []),
    ...(intoSecurityId === securityId ? ["intoSecurityId is the event's own security."] : []),
    ...(isEmptyMerger ? ["MRG needs cashPerShare, a ratio or options."] : []),
    ...(lacksInto ? ["MRG needs intoSecurityId for shares."] : []),
    ...(isValued && terms.newShareValue === undefined
      ? ["MRG needs newShareValue for shares with cash, or that are taxed."]
      : []),
    ...(isCashBeside ? ["MRG with options has its cash in them, not in cashPerShare."] : []),
    ...(options.length > 0 && defaults !== 1 ? ["Exactly one option is the default."] : []),
  ];
}

/** Whether a payment of a kind of event may be of a kind of income. */
function isIncomeOf(kind: EventKind, incomeKind: string | undefined): boolean {
  if (incomeKind === undefined) return true;
  if (kind === "ROC" || kind === "LIQ") return false;
  if (incomeKind === "return") return true;
  if (kind === "CGD") return ["longGain", "shortGain", "section1250"].includes(incomeKind);
  const type = kind === "INT" ? "INT" : "DIV";
  return incomeKinds.find(incomeKind)?.types.includes(type) ?? false;
}

type Option = NonNullable<NewCorporateEvent["options"]>[number];

/** The types of options of each kind, and what each type needs. */
const optionForms: Partial<Record<EventKind, Readonly<Record<string, readonly (keyof Option)[]>>>> =
  {
    MRG: { CASH: ["rate"], STOCK: [] },
    OPT: { CASH: [], STOCK: ["price"] },
    TND: { ACCEPT: ["price"], NONE: [] },
  };
const mayHave: Readonly<Record<string, readonly string[]>> = {
  MRG: ["ratioNew", "ratioOld", "rate"],
  OPT: [],
  TND: [],
};

function problemsWithOptions({ kind, terms }: Terms): Problem[] {
  const { options = [] } = terms;
  const own = optionForms[kind] ?? {};
  const ids = options.map(({ optionId }) => optionId);
  const reasons = options.flatMap((option, at) => {
    const { optionId, type } = option;
    const needs = own[type];
    if (needs === undefined) return [`options[${at}]: ${kind} has no option of type ${type}.`];
    const known = [...needs, ...(type === "STOCK" ? (mayHave[kind] ?? []) : [])];
    const figures = (["rate", "ratioNew", "ratioOld", "price"] as const).filter(
      (name) => option[name] !== undefined,
    );
    const lacksRatio = kind === "MRG" && type === "STOCK" && !option.ratioNew && !terms.ratioNew;
    return [
      ...(ids.indexOf(optionId) < at ? [`options[${at}]: optionId appears twice.`] : []),
      ...needs
        .filter((name) => option[name] === undefined)
        .map((name) => `options[${at}]: ${type} needs ${name}.`),
      ...figures
        .filter((name) => !known.includes(name))
        .map((name) => `options[${at}]: ${type} has no ${name}.`),
      ...((option.ratioNew === undefined) !== (option.ratioOld === undefined)
        ? [`options[${at}]: ratioNew and ratioOld go together.`]
        : []),
      ...(lacksRatio ? [`options[${at}]: STOCK needs a ratio.`] : []),
    ];
  });
  const types = options.map(({ type }) => type);
  const isTwice = types.some((type, at) => type !== "ACCEPT" && types.indexOf(type) < at);
  const cut = options.filter(({ prorationPct }) => prorationPct !== undefined).length;
  return [
    ...reasons,
    ...(isTwice ? ["A type of option appears twice."] : []),
    ...(kind !== "TND" && cut > 1 ? ["Only one option is prorated."] : []),
  ].map((reason) => because(optionsError, reason));
}

type Days = Pick<Announced, "declaredOn" | "recordOn" | "payOn">;

/** Days that are out of order. */
export function problemsWithDays({ declaredOn, recordOn, payOn }: Days): Problem[] {
  const isBefore = (one: string | null, other: string | null) =>
    one !== null && other !== null && one < other;
  return [
    ...(isBefore(recordOn, declaredOn) ? ["recordDate is before declarationDate."] : []),
    ...(isBefore(payOn, recordOn) ? ["payDate is before recordDate."] : []),
  ].map((reason) => because(datesError, reason));
}

/** Days that an event needs before holders are notified of it. */
export function problemsBeforeAnnouncing(
  event: EventDays & Pick<Announced, "kind" | "terms">,
  isPrivate: boolean,
): Problem[] {
  const { kind, exOn, recordOn, effectiveOn, payOn, deadlineAt } = event;
  const isByEx = ["SPL", "SDV", "SPO", "RTS"].includes(kind);
  const isTender = kind === "TND";
  const missing = [
    ...(isPayout(kind) && !isPrivate && exOn === null ? ["exDate"] : []),
    ...(isPayout(kind) && isPrivate && recordOn === null ? ["recordDate"] : []),
    ...(isPayout(kind) && payOn === null ? ["payDate"] : []),
    ...(isByEx && exOn === null ? ["exDate"] : []),
    ...(isChoice(event) && deadlineAt === null ? ["deadline"] : []),
    ...(!isPayout(kind) && !isByEx && !isTender && effectiveOn === null ? ["effectiveDate"] : []),
  ];
  return missing.map((name) => because(datesError, `${name} is missing.`));
}

/** Problems that keep an event from being booked: its day, and what the terms still lack. */
export function problemsBeforePosting(
  event: Announced,
  { today, heldLines, leavesHeld }: { today: string; heldLines: number; leavesHeld: boolean },
): Problem[] {
  const { terms, kind } = event;
  const day = bookedOn(event) ?? today;
  const lacksPrice = terms.fractions === "CASH" && terms.cashInLieuPrice === undefined;
  const isOpen = kind === "SPO" && terms.childPart === undefined;
  const lacksValue = isOpen && (!terms.childValue || !terms.parentValue);
  return [
    ...(today < day ? [because(datesError, `The booking date is ${day}.`)] : []),
    ...(lacksPrice ? [because(announcementErrors.price, "cashInLieuPrice is missing.")] : []),
    ...(lacksValue
      ? [
          because(
            announcementErrors.price,
            "childValue and parentValue, or childPart, are missing.",
          ),
        ]
      : []),
    ...(heldLines > 0 && !leavesHeld ? [ruleProblem(announcementErrors.lines)] : []),
  ];
}

/** Problems that keep an event from being entitled. */
export function problemsBeforeEntitling(event: Announced, today: string): Problem[] {
  const day = decidedOn(event);
  return day !== null && day <= today ? [] : [ruleProblem(announcementErrors.entitlement)];
}

const commentMissing = fieldProblem("comment", announcementErrors.commentMissing);
const ofNew = shapeRules<NewCorporateEvent>();
const ofUpdate = shapeRules<CorporateEventUpdate>();

/** Rules of a new event that need only what was sent. */
export const rulesOfNewEvent = [
  ofNew(["declarationDate", "recordDate", "payDate"], (body) =>
    problemsWithDays({
      declaredOn: body.declarationDate ?? null,
      recordOn: body.recordDate ?? null,
      payOn: body.payDate ?? null,
    }),
  ),
];

const besideStatus: ReadonlySet<string> = new Set([
  "status",
  "comment",
  "leaveHeld",
  "recomputeDiffering",
]);

/** Rules of an update that need only what was sent. */
export const rulesOfUpdate = [
  ofUpdate(["status"], (body) => {
    const isAlone = Object.keys(body).every((name) => besideStatus.has(name));
    return body.status !== undefined && !isAlone
      ? [ruleProblem(announcementErrors.statusAlone)]
      : [];
  }),
  ofUpdate(["status", "comment"], ({ status, comment }) => {
    const isFinal = status === "CANCELLED" || status === "REVERSING";
    return isFinal && comment === undefined ? [commentMissing] : [];
  }),
];

const ofLine = shapeRules<CorporateEventLineUpdate>();

/** Rules of an update of a line that need only what was sent. */
export const rulesOfLineUpdate = [
  ofLine(["action", "comment"], ({ action, comment }) => {
    const needsOne = action === "hold" || action === "keep";
    return needsOne && comment === undefined ? [commentMissing] : [];
  }),
];
