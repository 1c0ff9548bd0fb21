// Filters of an account's activity, as the address of the page has them.
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { categoryGroups, statusFilters, subCategoryName } from "../../data/activity-codes.ts";
import { type ActivityFilter, bookReads } from "../../data/book-reads.ts";
import type { Span } from "../../data/ranges.ts";
import type { Shapes } from "../../data/service.ts";
import { SearchField } from "../../parts/search-field.tsx";
import { SpanInput } from "../../parts/span-input.tsx";

/** The filters in an address. */
export interface ActivityAddress {
  readonly range: string;
  readonly category: string;
  readonly ticker: string;
  readonly status: string;
  readonly folio: string;
}

/** The filters where an address has none. */
export const usualFilters = {
  range: "1y",
  category: "",
  ticker: "",
  status: "",
  folio: "",
} as const satisfies ActivityAddress;

/** The filters of an address; a missing one has its default. */
export function filtersIn(asked: URLSearchParams): ActivityAddress {
  const found = Object.keys(usualFilters).flatMap((name) => {
    const value = asked.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return { ...usualFilters, ...Object.fromEntries(found) };
}

/** The filters as the service takes them. */
export function activityFilter({
  range,
  category: chosen,
  ticker,
  status,
}: ActivityAddress): ActivityFilter {
  const [category = "", subCategory] = chosen.split("/");
  return {
    daterange: range,
    ...(category !== "" && { category }),
    ...(subCategory !== undefined && { subCategoryName: subCategory }),
    ...(ticker.trim() !== "" && { ticker: ticker.trim().toUpperCase() }),
    ...(status !== "" && { status: status as NonNullable<ActivityFilter["status"]> }),
  };
}

interface ActivityFiltersProps {
  readonly chosen: ActivityAddress;
  /** The folios to choose from; none of a household. */
  readonly folios?: readonly Shapes["Folio"][];
  readonly choose: (change: Partial<ActivityAddress>) => void;
}

/** The filter fields above the list. */
export function ActivityFilters({ chosen, folios, choose }: ActivityFiltersProps) {
  return (
    <div className="toolbar no-print">
      <SymbolField stored={chosen.ticker} choose={(ticker) => choose({ ticker })} />
      <Range range={chosen.range} choose={(range) => choose({ range })} />
      <select
        className="input"
        aria-label="Category"
        value={chosen.category}
        onChange={({ target }) => choose({ category: target.value })}
      >
        <option value="">All categories</option>
        {categoryGroups.map(([category, subCategories]) => (
          <optgroup key={category} label={category}>
            <option value={category}>All {category.toLowerCase()}</option>
            {subCategories.map((name) => (
              <option key={name} value={`${category}/${name}`}>
                {subCategoryName(name)}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      <select
        className="input"
        aria-label="Status"
        value={chosen.status}
        onChange={({ target }) => choose({ status: target.value })}
      >
        {statusFilters.map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
      {folios && (
        <select
          className="input"
          aria-label="Folio"
          value={chosen.folio}
          onChange={({ target }) => choose({ folio: target.value })}
        >
          <option value="">All folios</option>
          {folios.map(({ folioNumber, folioName }) => (
            <option key={folioNumber} value={folioNumber}>
              {folioName}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}

interface SymbolFieldProps {
  readonly stored: string;
  readonly choose: (ticker: string) => void;
}

/** Filters by symbol, and suggests securities by symbol and name. */
function SymbolField({ stored, choose }: SymbolFieldProps) {
  const id = useId();
  const [isEntered, setEntered] = useState(false);
  const offered = useQuery({
    ...bookReads.securitiesNamed(stored.trim().slice(0, 40)),
    enabled: isEntered,
  });
  return (
    <>
      <SearchField
        label="Search by symbol"
        placeholder="Symbol"
        list={`${id}-offered`}
        onFocus={() => setEntered(true)}
        stored={stored}
        choose={choose}
      />
      <datalist id={`${id}-offered`}>
        {(offered.data ?? []).map(({ id: securityId, ticker, companyName }) => (
          <option key={securityId} value={ticker} label={companyName} />
        ))}
      </datalist>
    </>
  );
}

const ranges = [
  ["1m", "Last month"],
  ["3m", "Last 3 months"],
  ["1y", "Last 12 months"],
  ["3y", "Last 3 years"],
  ["10y", "Last 10 years"],
] as const;

interface RangeProps {
  readonly range: string;
  readonly choose: (range: string) => void;
}

/** A period that ends today, or days of one's own. */
function Range({ range, choose }: RangeProps) {
  const isOwn = range === "" || range.includes(",");
  const [first = "", last = ""] = isOwn ? range.split(",") : [];
  const [own, setOwn] = useState<Span>({ first, last });
  const [isOpen, setOpen] = useState(isOwn);
  const change = (span: Span) => {
    setOwn(span);
    if (span.first !== "" && span.last !== "") choose(`${span.first},${span.last}`);
  };
  return (
    <>
      <select
        className="input"
        aria-label="Period"
        value={isOpen ? "" : range}
        onChange={({ target }) => {
          setOpen(target.value === "");
          if (target.value !== "") choose(target.value);
        }}
      >
        {ranges.map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
        <option value="">Custom range</option>
      </select>
      {isOpen && <SpanInput span={own} change={change} />}
    </>
  );
}
