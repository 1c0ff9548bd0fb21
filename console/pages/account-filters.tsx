// Filters of the account list, as the address of the page has them.
import { useEffect, useId, useState } from "react";
import { isAmount, plainAmount } from "../data/amounts.ts";
import { codes, nameIn } from "../data/codes.ts";
import type { Listing } from "../data/reads.ts";
import { money } from "../data/texts.ts";
import { Icon } from "../parts/icon.tsx";
import { AmountInput } from "../parts/inputs.tsx";
import { Menu } from "../parts/menu.tsx";
import { SearchField } from "../parts/search-field.tsx";

const names = [
  ...(["search", "sort", "accounttype", "restricted", "openitems"] as const),
  ...(["waiting", "cashfrom", "cashto"] as const),
];

/** A change of filters; an empty text removes one. */
export type Filters = Partial<Record<(typeof names)[number], string>>;

/** The filters in an address, for the service to check. */
export function listingOf(address: string): Listing {
  const asked = new URLSearchParams(address);
  const filters = names.flatMap((name) => {
    const value = asked.get(name)?.trim() ?? "";
    const sent = name.startsWith("cash") ? plainAmount(value) : value;
    return sent === "" ? [] : [[name, sent] as const];
  });
  return { sort: "-value", ...Object.fromEntries(filters) };
}

/** Unknown or invalid filters in an address, as sentences. The list is not shown then. */
export function notUnderstood(address: string): readonly string[] {
  const asked = new URLSearchParams(address);
  const known: readonly string[] = names;
  const unknown = [...new Set(asked.keys())].filter((name) => !known.includes(name));
  const amounts = [asked.get("cashfrom"), asked.get("cashto")];
  const isUnclear = amounts.some((text) => text?.trim() && !isAmount(plainAmount(text)));
  return [
    ...(unknown.length > 0 ? [`Unknown filter: ${unknown.join(", ")}.`] : []),
    ...(isUnclear ? ["The cash filter is not an amount."] : []),
  ];
}

interface AccountFiltersProps {
  readonly asked: URLSearchParams;
  readonly choose: (change: Filters) => void;
}

/** The search and the filters above the list, and a chip for each filter that applies. */
export function AccountFilters({ asked, choose }: AccountFiltersProps) {
  const of = (name: keyof Filters) => asked.get(name) ?? "";
  const chips = chipsOf(of);
  return (
    <>
      <SearchField
        label="Search accounts"
        placeholder="Name, number or owner"
        stored={of("search")}
        choose={(search) => choose({ search })}
      />
      <Menu name="Filters" count={chips.length}>
        <Fields asked={asked} choose={choose} />
      </Menu>
      {chips.map(({ text, without }) => (
        <button key={text} type="button" className="chip no-print" onClick={() => choose(without)}>
          {text}
          <Icon name="close" />
          <span className="hidden-text">, remove this filter</span>
        </button>
      ))}
    </>
  );
}

interface Chip {
  readonly text: string;
  readonly without: Filters;
}

function chipsOf(of: (name: keyof Filters) => string): readonly Chip[] {
  const chips: Chip[] = [];
  const type = of("accounttype");
  const status = of("openitems") === "" ? of("waiting") : "items";
  const statusName = kinds.find(([value]) => value === status)?.[1] ?? status;
  if (type !== "")
    chips.push({ text: nameIn(codes.accountTypes, type), without: { accounttype: "" } });
  if (status !== "") chips.push({ text: statusName, without: { openitems: "", waiting: "" } });
  for (const [name, text] of [
    ["cashfrom", "Cash at least"],
    ["cashto", "Cash at most"],
  ] as const) {
    const amount = of(name);
    if (amount !== "")
      chips.push({ text: `${text} ${amountText(amount)}`, without: { [name]: "" } });
  }
  if (of("restricted") !== "") chips.push({ text: "Restricted", without: { restricted: "" } });
  return chips;
}

function amountText(typed: string): string {
  const amount = plainAmount(typed);
  return isAmount(amount) ? money(amount) : typed;
}

function Fields({ asked, choose }: AccountFiltersProps) {
  const of = (name: keyof Filters) => asked.get(name) ?? "";
  return (
    <>
      <select
        className="input"
        aria-label="Account type"
        value={of("accounttype")}
        onChange={({ target }) => choose({ accounttype: target.value })}
      >
        <option value="">All account types</option>
        {[...codes.accountTypes].map(([code, { name }]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
      <select
        className="input"
        aria-label="Status"
        value={of("openitems") === "" ? of("waiting") : "items"}
        onChange={({ target }) =>
          choose(
            target.value === "items"
              ? { openitems: "true", waiting: "" }
              : { openitems: "", waiting: target.value },
          )
        }
      >
        {kinds.map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
      <Cash asked={asked} choose={choose} />
      <label className="small nowrap">
        <input
          type="checkbox"
          checked={of("restricted") !== ""}
          onChange={({ target }) => choose({ restricted: target.checked ? "true" : "" })}
        />{" "}
        Restricted
      </label>
    </>
  );
}

const kinds = [
  ["", "Any status"],
  ["items", "Action items"],
  ["orders", "Pending subscriptions"],
  ["transfers", "Transfers in progress"],
  ["ballots", "Votes due"],
  ["models", "Pending model updates"],
] as const;

/** Cash at most or at least an amount. An invalid amount is applied as well: the list is then
 * empty, never unfiltered. */
function Cash({ asked, choose }: AccountFiltersProps) {
  const isAskedFrom = asked.has("cashfrom");
  const isAsked = isAskedFrom || asked.has("cashto");
  // The direction may be chosen before an amount is typed, and is not in the address until then.
  const [chosen, setChosen] = useState(isAskedFrom);
  const isFrom = isAsked ? isAskedFrom : chosen;
  const stored = asked.get("cashfrom") ?? asked.get("cashto") ?? "";
  const [typed, setTyped] = useState(plainAmount(stored));
  const id = useId();
  useEffect(() => setTyped(plainAmount(stored)), [stored]);
  const ask = (value: string, from: boolean) => {
    setTyped(value);
    setChosen(from);
    choose({ cashfrom: from ? value : "", cashto: from ? "" : value });
  };
  const isUnclear = typed !== "" && !isAmount(typed);
  return (
    <span className="cash">
      <select
        className="input"
        aria-label="Cash at most or at least an amount"
        value={isFrom ? "from" : "to"}
        onChange={({ target }) => ask(typed, target.value === "from")}
      >
        <option value="to">Cash at most</option>
        <option value="from">Cash at least</option>
      </select>
      <AmountInput
        className="input"
        style={{ width: "7rem" }}
        placeholder="0.00"
        aria-label="Amount of cash"
        aria-invalid={isUnclear}
        aria-describedby={isUnclear ? id : undefined}
        value={typed}
        set={(value) => ask(value, isFrom)}
      />
      {isUnclear && (
        <p id={id} className="problem" role="alert">
          Enter an amount such as 10,000.
        </p>
      )}
    </span>
  );
}
