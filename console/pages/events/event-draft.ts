// An event as it is typed, and the requests that it makes.
import {
  type CorporateEvent,
  type DayField,
  dayFields,
  formOf,
  type TermField,
  termFields,
} from "../../data/event-codes.ts";
import type { Shapes } from "../../data/service.ts";
import { dayIn } from "../../data/texts.ts";

/** A payment as typed. */
export interface DraftComponent {
  readonly rate: string;
  readonly incomeKind: string;
}

/** An option of a choice as typed. */
export interface DraftOption {
  readonly optionId: string;
  readonly name: string;
  readonly type: string;
  readonly default: boolean;
  readonly rate: string;
  readonly price: string;
  readonly ratioNew: string;
  readonly ratioOld: string;
  readonly prorationPct: string;
}

type Texts = Readonly<Record<DayField | TermField, string>>;

/** An event as typed; empty texts stand for nothing. */
export interface EventDraft extends Texts {
  readonly kind: string;
  readonly securityId: string;
  readonly deadline: string;
  readonly fractions: string;
  readonly received: string;
  readonly text: string;
  readonly taxable: boolean;
  readonly final: boolean;
  readonly autoPost: boolean;
  readonly another: boolean;
  readonly components: readonly DraftComponent[];
  readonly options: readonly DraftOption[];
}

const days = Object.keys(dayFields) as DayField[];
const terms = Object.keys(termFields) as TermField[];

function textsOf<F extends string>(fields: readonly F[], of: (field: F) => string) {
  return Object.fromEntries(fields.map((field) => [field, of(field)])) as Record<F, string>;
}

/** An empty payment. */
export const emptyComponent: DraftComponent = { rate: "", incomeKind: "" };

/** An empty option. */
export function emptyOption(type: string, at: number): DraftOption {
  const none = { rate: "", price: "", ratioNew: "", ratioOld: "", prorationPct: "" };
  return { optionId: String(at), name: "", type, default: at === 1, ...none };
}

/** A new event. */
export const emptyDraft: EventDraft = {
  ...textsOf([...days, ...terms], () => ""),
  kind: "DIV",
  securityId: "",
  deadline: "",
  fractions: "KEEP",
  received: "",
  text: "",
  taxable: false,
  final: false,
  autoPost: false,
  another: false,
  components: [emptyComponent],
  options: [],
};

/** An event as it stands. */
export function draftOf(event: CorporateEvent): EventDraft {
  return {
    ...textsOf(days, (field) => dayIn(event[field] ?? "")),
    ...textsOf(terms, (field) => event[field] ?? ""),
    kind: event.kind,
    securityId: event.securityId,
    deadline: dayIn(event.deadline ?? ""),
    fractions: event.fractions,
    received: event.received ?? "",
    text: event.text ?? "",
    taxable: event.taxable,
    final: event.final,
    autoPost: event.autoPost,
    another: false,
    components: event.components.map(({ rate, incomeKind }) => ({
      rate,
      incomeKind: incomeKind ?? "",
    })),
    options: event.options.map((option) => ({
      ...option,
      rate: option.rate ?? "",
      price: option.price ?? "",
      ratioNew: option.ratioNew ?? "",
      ratioOld: option.ratioOld ?? "",
      prorationPct: option.prorationPct ?? "",
    })),
  };
}

/** The fields that a form of the draft's kind has, as they are sent. */
function fieldsOf(draft: EventDraft): Readonly<Record<string, unknown>> {
  const form = formOf(draft.kind);
  const named = [...form.days, ...form.terms, "received", "text", "autoPost"] as const;
  const hasOptions = form.options.length > 0;
  return {
    ...Object.fromEntries(named.map((field) => [field, draft[field]])),
    ...(form.hasComponents && { components: draft.components.map(given) }),
    ...(form.hasFractions && { fractions: draft.fractions }),
    ...(hasOptions && { options: draft.options.map(given), deadline: draft.deadline }),
    ...(form.flag && { [form.flag]: draft[form.flag] }),
  };
}

/** Without empty texts. */
function given(fields: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ""));
}

function isNothing(value: unknown): boolean {
  return value === "" || value === false || (Array.isArray(value) && value.length === 0);
}

/** The request for a new event. Empty fields are left out, so that the service reports them. */
export function newEventOf(draft: EventDraft): Shapes["NewCorporateEvent"] {
  const { kind, securityId, another } = draft;
  const entered = Object.entries(fieldsOf(draft)).filter(([, value]) => !isNothing(value));
  return {
    kind,
    ...(securityId !== "" && { securityId }),
    ...(another && { another }),
    ...Object.fromEntries(entered),
  } as Shapes["NewCorporateEvent"];
}

/** The request with the changed fields; an emptied field is null. */
export function updateOf(standing: EventDraft, draft: EventDraft): Shapes["CorporateEventUpdate"] {
  const before = fieldsOf(standing);
  const changed = Object.entries(fieldsOf(draft)).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field]),
  );
  return Object.fromEntries(changed.map(([field, value]) => [field, value === "" ? null : value]));
}
