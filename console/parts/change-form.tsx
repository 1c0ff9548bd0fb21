// A form that makes one change. The service checks it while the user types, and each problem shows
// at its field.
import { type DryRun, type Problem, Refused, Unanswered } from "@bursar/client";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  createContext,
  type FormEvent,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { dropDraft, hasDraft } from "../data/drafts.ts";
import { problemText, unjudgedText } from "../data/problem-text.ts";
import { mayChange, noteEnd } from "../data/service.ts";
import { type OfRecord, Outdated, useKnownTag } from "./known-tag.tsx";
import { Notice } from "./panel.tsx";

/** How a change is sent: for real, as a dry run, or as a retry under its key. */
interface How {
  readonly dryRun?: true;
  readonly headers?: Readonly<Record<string, string>>;
}
export type Send<V, A = unknown> = (values: V, how: How) => Promise<A>;

interface ChangeFormProps<V, A> extends OfRecord {
  /** The name of the change in the cache. */
  readonly name: string;
  readonly values: V;
  readonly send: Send<V, A>;
  /** The reads that the change invalidates. */
  readonly renews: readonly unknown[];
  readonly done: (made: A) => void;
  readonly action: string;
  /** Whether the change is destructive, which its button shows. */
  readonly isDanger?: boolean;
  /** The form whose drafts it sends, if not its name. */
  readonly draft?: string;
  /** Whether it is checked as it opens, rather than only after typing. */
  readonly isRehearsedAtOnce?: boolean;
  readonly children: ReactNode;
}

/** The pause in typing after which the change is checked, in milliseconds. */
const pauseMs = 350;

interface FormState {
  readonly problems: readonly Problem[];
  readonly touch: (field: string) => void;
  readonly isShown: (field: string) => boolean;
  /** Registers that the form has a control for the field. */
  readonly place: (field: string) => void;
}

const Problems = createContext<FormState>({
  problems: [],
  touch: () => {},
  isShown: () => false,
  place: () => {},
});

/** Whether a problem's path is a field or lies below it. */
function isWithin(path: string, field: string): boolean {
  return path === field || path.startsWith(`${field}.`) || path.startsWith(`${field}[`);
}

/** The form; its fields are `Field`s, named as in the request's body. Users who may only read see a
 * notice instead. */
export function ChangeForm<V, A>(props: ChangeFormProps<V, A>) {
  if (mayChange()) return <Form {...props} />;
  return <Notice kind="">Read only</Notice>;
}

function Form<V, A>(props: ChangeFormProps<V, A>) {
  const { name, action, children, isDanger = false, draft = name } = props;
  const known = useKnownTag(draft, props);
  const [isRestored, setRestored] = useState(() => hasDraft(draft));
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const placed = useRef(new Set<string>());
  const { change, rehearsal, wasSent, submit } = useChange(
    props,
    known.condition,
    touched.size > 0 || isRestored,
  );
  const refused = refusalOf(change.error) ?? refusalOf(rehearsal.data?.problem);
  const isOutdated = refused?.status === 412;
  useRenewal(isOutdated, props.renews);
  const now = { problems: refused?.problems ?? [], error: change.error, touched, wasSent };
  const { shown, hold } = useHeld(now);
  const { problems, error } = shown;
  const isShown = (field: string) => shown.wasSent || shown.touched.has(field);
  const touch = (field: string) => setTouched((before) => new Set(before).add(field));
  const place = (field: string) => void placed.current.add(field);
  const forget = () => {
    dropDraft(draft);
    setRestored(false);
    known.renewed?.();
  };
  return (
    <Problems.Provider value={{ problems, touch, isShown, place }}>
      <form className="form" onSubmit={submit} onPointerDown={hold} noValidate>
        {isRestored && <Restored forget={forget} />}
        {children}
        {isOutdated ? (
          <Outdated renewed={known.renewed} />
        ) : error === null ? (
          <Rules problems={problems} placed={placed.current} />
        ) : (
          <General error={error} problems={problems} placed={placed.current} />
        )}
        <Unjudged codes={rehearsal.data?.unjudged ?? []} />
        <div className="end">
          <button
            type="submit"
            className={isDanger ? "button first danger" : "button first"}
            disabled={change.isPending || isOutdated}
          >
            {action}
          </button>
        </div>
      </form>
    </Problems.Provider>
  );
}

/** The change of a form, and its dry run after each pause in typing. */
function useChange<V, A>(
  props: ChangeFormProps<V, A>,
  condition: How["headers"],
  isEdited: boolean,
) {
  const { name, action, values, send, renews, done, draft = name } = props;
  const { isRehearsedAtOnce = false } = props;
  const cache = useQueryClient();
  const [wasSent, setSent] = useState(false);
  const [first] = useState(JSON.stringify(values));
  const settled = useSettled(values);
  const unanswered = useRef<Sent<V>>(undefined);
  const change = useMutation({
    // The response may contain a secret.
    gcTime: 0,
    meta: { done: action },
    mutationFn: () =>
      send(values, { headers: { ...condition, ...asBefore(unanswered.current, values) } }),
    onError: (error) => {
      unanswered.current = error instanceof Unanswered ? { error, values } : undefined;
    },
    onSuccess: async (made) => {
      setSent(false);
      await cache.invalidateQueries({ queryKey: renews });
      done(made);
      dropDraft(draft);
    },
  });
  const isChecked =
    isEdited || JSON.stringify(values) !== first || (wasSent && change.isIdle) || isRehearsedAtOnce;
  const rehearsal = useQuery({
    queryKey: ["rehearsal", name, settled, condition],
    queryFn: () => rehearse(send, settled, condition),
    // Entries that have already changed again are not worth a check.
    enabled: isChecked && JSON.stringify(settled) === JSON.stringify(values),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const typed = `${name} ${JSON.stringify(values)} ${JSON.stringify(condition)}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is of what is typed alone
  useEffect(() => {
    if (change.isError) change.reset();
  }, [typed]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSent(true);
    change.mutate();
  };
  return { change, rehearsal, wasSent, submit };
}

/** Sends a change as a dry run; its refusal is a result like any other. */
async function rehearse<V, A>(send: Send<V, A>, values: V, headers: How["headers"]) {
  const { problem, unjudged } = await send(values, {
    dryRun: true,
    ...(headers && { headers }),
  }).then(
    (response) => ({ problem: undefined, unjudged: unjudgedIn(response) }),
    (error: unknown) => ({ problem: error, unjudged: [] }),
  );
  noteEnd(problem);
  return { problem, unjudged };
}

/** Reads the record again once it turns out to have changed meanwhile. */
function useRenewal(isOutdated: boolean, renews: readonly unknown[]): void {
  const cache = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again once, when it turns out
  useEffect(() => {
    if (isOutdated) void cache.invalidateQueries({ queryKey: renews });
  }, [isOutdated]);
}

/** Says that a draft was restored. */
function Restored({ forget }: { readonly forget: () => void }) {
  return (
    <Notice>
      <p>Draft restored. Enter tax IDs and signatures again.</p>
      <button type="button" className="button" onClick={forget}>
        Start over
      </button>
    </Notice>
  );
}

/** Freezes a form's messages while a pointer is down on it. A message that came or went would move
 * the button away under the click. */
function useHeld<T>(now: T): { readonly shown: T; readonly hold: () => void } {
  const [held, setHeld] = useState<{ readonly shown: T }>();
  const isHeld = held !== undefined;
  useEffect(() => {
    if (!isHeld) return;
    // The click itself comes after the pointer is up.
    const release = () => setTimeout(() => setHeld(undefined));
    const ends = ["pointerup", "pointercancel"] as const;
    for (const end of ends) window.addEventListener(end, release);
    return () => {
      for (const end of ends) window.removeEventListener(end, release);
    };
  }, [isHeld]);
  return { shown: held?.shown ?? now, hold: () => setHeld({ shown: now }) };
}

/** A change that may have been made, though its response was lost. */
type Sent<V> = { readonly error: Unanswered; readonly values: V } | undefined;

/** The same change has the same key, so that it is made once; another change has its own. */
function asBefore<V>(sent: Sent<V>, values: V): How["headers"] {
  const key = sent?.error.idempotencyKey;
  const isSame = JSON.stringify(sent?.values) === JSON.stringify(values);
  return key !== undefined && isSame ? { "Idempotency-Key": key } : {};
}

/** Values after a pause in typing. */
export function useSettled<V>(values: V): V {
  const [settled, setSettled] = useState(values);
  const key = JSON.stringify(values);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the values change with their text
  useEffect(() => {
    const timer = setTimeout(() => setSettled(values), pauseMs);
    return () => clearTimeout(timer);
  }, [key]);
  return settled;
}

function refusalOf(error: unknown): Refused | undefined {
  return error instanceof Refused ? error : undefined;
}

interface GeneralProps {
  readonly error: unknown;
  readonly problems: readonly Problem[];
  readonly placed: ReadonlySet<string>;
}

/** Problems of a rejected change that no field shows. */
function General({ error, ...rest }: GeneralProps) {
  if (!(error instanceof Refused)) {
    return <Notice kind="bad">The service cannot be reached. Not sent. Try again.</Notice>;
  }
  return <Sentences kind="bad" of={unplaced(rest)} />;
}

/** The codes of rules that a dry run leaves to the change itself. */
function unjudgedIn(response: unknown): readonly string[] {
  return (response as Partial<DryRun> | undefined)?.unjudged ?? [];
}

/** Rules that may still reject the change, although its dry run passed. */
function Unjudged({ codes }: { readonly codes: readonly string[] }) {
  if (codes.length === 0) return null;
  const rules = codes.map(unjudgedText).join(", ");
  return <p className="small muted">Checked on submission: {rules}.</p>;
}

/** Problems of a change while it is typed that no field shows: rules across several fields. */
function Rules(props: Omit<GeneralProps, "error">) {
  return <Sentences kind="warn" of={unplaced(props)} />;
}

function unplaced({ problems, placed }: Omit<GeneralProps, "error">): readonly Problem[] {
  return problems.filter(({ field = "" }) => ![...placed].some((each) => isWithin(field, each)));
}

function Sentences({
  kind,
  of,
}: {
  readonly kind: "warn" | "bad";
  readonly of: readonly Problem[];
}) {
  if (of.length === 0) return null;
  return (
    <Notice kind={kind}>
      {of.map((problem) => (
        <p key={problemText(problem)}>{problemText(problem)}</p>
      ))}
    </Notice>
  );
}

interface FieldProps {
  /** The field's path in the body. */
  readonly field: string;
  readonly label: string;
  readonly hint?: string | undefined;
  /** Whether the label stands next to the control, as for a checkbox. */
  readonly isBeside?: boolean;
  readonly children: (given: Given) => ReactNode;
}

/** Properties of a field's control. */
export interface Given {
  readonly id: string;
  readonly className: "input";
  readonly "aria-invalid": boolean;
  readonly "aria-describedby": string | undefined;
  readonly onBlur: () => void;
}

/** A control under its label, with its problems. */
export function Field({ field, label, hint, isBeside = false, children }: FieldProps) {
  const { problems, touch, isShown, place } = useContext(Problems);
  const id = useId();
  place(field);
  const own = isShown(field)
    ? problems.filter((problem) => isWithin(problem.field ?? "", field))
    : [];
  const isDescribed = own.length > 0 || hint !== undefined;
  return (
    <div className={isBeside ? "field beside" : "field"} onInput={() => touch(field)}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        className: "input",
        "aria-invalid": own.length > 0,
        "aria-describedby": isDescribed ? `${id}-hint` : undefined,
        onBlur: () => touch(field),
      })}
      <div id={`${id}-hint`}>
        {own.map((problem) => (
          <p key={problem.code ?? problem.message} className="problem">
            {problemText(problem, problem.field === field ? label : undefined)}
          </p>
        ))}
        {own.length === 0 && hint && <p className="hint">{hint}</p>}
      </div>
    </div>
  );
}
