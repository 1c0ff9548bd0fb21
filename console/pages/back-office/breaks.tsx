// The open breaks between custodians' statements and the books: searched, sorted, assigned and
// resolved, one by one or several together.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { counted } from "../../../src/values/readable.ts";
import { type BreakOrder, breakOrders, inOrder, matching } from "../../data/break-order.ts";
import { type CsvColumn, csvText } from "../../data/csv-text.ts";
import { useDraft } from "../../data/drafts.ts";
import { consolePath } from "../../data/place.ts";
import { reads } from "../../data/reads.ts";
import { bursar, mayChange, type Shapes } from "../../data/service.ts";
import { day, grouped, money, none, words } from "../../data/texts.ts";
import { ChangeForm, Field, type Send } from "../../parts/change-form.tsx";
import { Choices } from "../../parts/choices.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { ExportButton } from "../../parts/export-button.tsx";
import { TextInput } from "../../parts/inputs.tsx";
import { Empty, Panel, Reading } from "../../parts/panel.tsx";
import { SearchField } from "../../parts/search-field.tsx";
import { figures, Table, untitled } from "../../parts/table.tsx";

type Break = Shapes["ReconciliationBreak"];

const keyOfBreak = ({ accountNumber, breakId }: Break) => `${accountNumber} ${breakId}`;

/** The open breaks of the accounts that the user sees. */
export function Reconciliation() {
  const breaks = useQuery(reads.breaks());
  return <Reading of={breaks}>{(list) => <Breaks list={list} />}</Reading>;
}

function Breaks({ list }: { readonly list: readonly Break[] }) {
  const [search, setSearch] = useState("");
  const [order, setOrder] = useState<BreakOrder>("age");
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<"note" | "assignee">();
  const shown = inOrder(matching(list, search), order);
  // Breaks that the search hides are not changed with the rest.
  const chosen = shown.filter((each) => picked.has(keyOfBreak(each)));
  const close = () => setAsked(undefined);
  const done = () => {
    setPicked(new Set());
    close();
  };
  return (
    <Panel
      title="Reconciliation"
      aside={<span className="aside">{counted(list.length, "open break")}</span>}
      isBare
    >
      {list.length === 0 ? (
        <Empty title="No breaks" />
      ) : (
        <>
          <div className="toolbar body no-print">
            <SearchField
              label="Search breaks"
              placeholder="Account, symbol, cause, assignee"
              stored={search}
              choose={setSearch}
            />
            <Choices
              label="Sort by"
              of={Object.keys(breakOrders) as BreakOrder[]}
              chosen={order}
              name={(each) => breakOrders[each]}
              choose={setOrder}
            />
            <ExportButton of="The breaks shown" name="breaks.csv" read={async () => csvOf(shown)} />
            {mayChange() && <Actions count={chosen.length} ask={setAsked} />}
          </div>
          <BreakTable list={shown} picked={picked} pick={setPicked} />
        </>
      )}
      {asked === "note" && (
        <Dialog title={titleOf("Resolve", chosen)} close={close}>
          <Resolve of={chosen} done={done} />
        </Dialog>
      )}
      {asked === "assignee" && (
        <Dialog title={titleOf("Assign", chosen)} close={close}>
          <Assign of={chosen} done={done} />
        </Dialog>
      )}
    </Panel>
  );
}

function titleOf(what: string, chosen: readonly Break[]): string {
  const [only] = chosen;
  return chosen.length === 1 && only
    ? `${what} break: ${only.accountNumber}`
    : `${what} ${counted(chosen.length, "break")}`;
}

interface ActionsProps {
  readonly count: number;
  readonly ask: (what: "note" | "assignee") => void;
}

function Actions({ count, ask }: ActionsProps) {
  return (
    <>
      <button
        type="button"
        className="button"
        disabled={count === 0}
        onClick={() => ask("assignee")}
      >
        Assign{count > 0 && ` ${count}`}
      </button>
      <button type="button" className="button" disabled={count === 0} onClick={() => ask("note")}>
        Resolve{count > 0 && ` ${count}`}
      </button>
    </>
  );
}

interface BreakTableProps {
  readonly list: readonly Break[];
  readonly picked: ReadonlySet<string>;
  readonly pick: (keys: ReadonlySet<string>) => void;
}

function BreakTable({ list, picked, pick }: BreakTableProps) {
  if (list.length === 0) return <Empty title="No matching breaks" />;
  const toggle = (key: string) => {
    const next = new Set(picked);
    if (!next.delete(key)) next.add(key);
    pick(next);
  };
  const keys = list.map(keyOfBreak);
  const isAll = keys.every((key) => picked.has(key));
  return (
    <>
      <Table
        columns={[
          ...(mayChange() ? [untitled("Selected", "36px")] : []),
          "Account",
          "Difference",
          figures("Custodian"),
          figures("Books"),
          figures("Value"),
          "Likely cause",
          "Since",
          "Assignee",
          "Note",
        ]}
      >
        {list.map((each) => (
          <BreakRow
            key={keyOfBreak(each)}
            of={each}
            isPicked={picked.has(keyOfBreak(each))}
            toggle={() => toggle(keyOfBreak(each))}
          />
        ))}
      </Table>
      {mayChange() && list.length > 1 && (
        <div className="body small no-print">
          <label>
            <input
              type="checkbox"
              checked={isAll}
              onChange={() => pick(isAll ? new Set() : new Set(keys))}
            />{" "}
            Select all {list.length}
          </label>
        </div>
      )}
    </>
  );
}

interface BreakRowProps {
  readonly of: Break;
  readonly isPicked: boolean;
  readonly toggle: () => void;
}

function BreakRow({ of, isPicked, toggle }: BreakRowProps) {
  return (
    <tr>
      {mayChange() && (
        <td>
          <input
            type="checkbox"
            checked={isPicked}
            onChange={toggle}
            aria-label={`Select the ${words(of.kind).toLowerCase()} break of ${of.accountNumber}`}
          />
        </td>
      )}
      <th scope="row" className="mono">
        <Link href={`~${consolePath}/accounts/${of.accountNumber}`}>{of.accountNumber}</Link>
      </th>
      <td>
        {words(of.kind)}
        {of.security && ` of ${of.security.ticker}`}
      </td>
      <td className="right">{grouped(of.custodian)}</td>
      <td className="right">{of.books === null ? none : grouped(of.books)}</td>
      <td className="right strong">{money(of.amount)}</td>
      <td>{words(of.cause)}</td>
      <td className="nowrap">
        {day(of.since)}
        <div className="tiny muted">
          {counted(of.ageInDays, "day")}, as of {day(of.date)}
        </div>
      </td>
      <td>{of.assignee ?? none}</td>
      <td>{of.note}</td>
    </tr>
  );
}

interface OfBreaksProps {
  readonly of: readonly Break[];
  readonly done: () => void;
}

function Resolve({ of, done }: OfBreaksProps) {
  const form = formOf("resolveBreak", of);
  const [first] = of;
  const [note, setNote] = useDraft(form, "note", (of.length === 1 && first?.note) || "");
  return (
    <ChangeForm
      name={form}
      values={{ note }}
      send={forEach(of, (path, body, how) =>
        bursar.put("/restapi/accounts/{accountnumber}/reconciliationbreaks/{breakid}", {
          params: { path },
          body,
          ...how,
        }),
      )}
      renews={["breaks"]}
      done={done}
      action="Save note"
    >
      <Field field="note" label="Resolution note" hint="Applies until the difference changes.">
        {(given) => (
          <textarea {...given} value={note} onChange={({ target }) => setNote(target.value)} />
        )}
      </Field>
    </ChangeForm>
  );
}

function Assign({ of, done }: OfBreaksProps) {
  const form = formOf("assignBreak", of);
  const [first] = of;
  const [name, setName] = useDraft(form, "assignee", (of.length === 1 && first?.assignee) || "");
  return (
    <ChangeForm
      name={form}
      values={{ assignee: name.trim() || null }}
      send={forEach(of, (path, body, how) =>
        bursar.put("/restapi/accounts/{accountnumber}/reconciliationbreaks/{breakid}/assignee", {
          params: { path },
          body,
          ...how,
        }),
      )}
      renews={["breaks"]}
      done={done}
      action="Assign"
    >
      <TextInput
        field="assignee"
        label="Assignee"
        hint="Leave empty to assign to nobody."
        value={name}
        set={setName}
      />
    </ChangeForm>
  );
}

function formOf(operation: string, of: readonly Break[]): string {
  return `${operation} ${of.map(keyOfBreak).join(" ")}`;
}

type How = Parameters<Send<unknown>>[1];
type BreakPath = { readonly accountnumber: string; readonly breakid: string };

/** Sends a change for each break. They are independent, and harmless to send twice, so that each has a
 * key of its own; the first one that is refused ends the series. */
function forEach<V>(
  of: readonly Break[],
  change: (path: BreakPath, values: V, how: How) => Promise<unknown>,
): Send<V> {
  return async (values, { headers, ...rest }) => {
    const how = of.length === 1 && headers ? { ...rest, headers } : rest;
    let last: unknown;
    for (const { accountNumber, breakId } of of) {
      last = await change({ accountnumber: accountNumber, breakid: breakId }, values, how);
    }
    return last;
  };
}

const csvColumns: readonly CsvColumn<Break>[] = [
  ["Account", ({ accountNumber }) => accountNumber],
  ["Break", ({ breakId }) => breakId],
  ["Difference", ({ kind }) => words(kind)],
  ["Symbol", ({ security }) => security?.ticker ?? ""],
  ["Custodian", ({ custodian }) => custodian],
  ["Books", ({ books }) => books ?? ""],
  ["Value", ({ amount }) => amount ?? ""],
  ["Likely cause", ({ cause }) => words(cause)],
  ["Since", ({ since }) => day(since)],
  ["Age in days", ({ ageInDays }) => ageInDays],
  ["As of", ({ date }) => day(date)],
  ["Assignee", ({ assignee }) => assignee ?? ""],
  ["Note", ({ note }) => note ?? ""],
];

function csvOf(list: readonly Break[]): string {
  return csvText(list, csvColumns);
}
