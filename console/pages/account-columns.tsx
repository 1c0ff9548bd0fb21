// The columns of the list of accounts: which are shown is the user's choice, stored on the device.
import { type ReactNode, useState } from "react";
import { Link } from "wouter";
import { codes, nameIn } from "../data/codes.ts";
import { consolePath } from "../data/place.ts";
import type { ListingOrder } from "../data/reads.ts";
import type { Shapes } from "../data/service.ts";
import { day, money, personOf } from "../data/texts.ts";
import { Change } from "../parts/figure.tsx";
import { Icon } from "../parts/icon.tsx";
import { Spark } from "../parts/spark.tsx";

type Listed = Shapes["ListedAccount"];

/** A column of the list. */
export interface AccountColumn {
  readonly id: string;
  readonly title: string;
  /** Its width in a grid, and its width on a phone. */
  readonly width: string;
  readonly phoneWidth: string;
  /** The order that its title asks for, where the service has one. */
  readonly by?: ListingOrder;
  readonly isFigure?: true;
  /** On a phone it stands right after the name. */
  readonly isEarly?: true;
  readonly className?: string;
  /** The cell of an account, next to others whose last close is of a day. */
  readonly cell: (account: Listed, lastClose: string | undefined) => ReactNode;
  /** The same as text, for CSV. */
  readonly text: (account: Listed) => string;
}

/** The columns in their order; the first is always shown. */
export const accountColumns: readonly [AccountColumn, ...AccountColumn[]] = [
  {
    id: "account",
    title: "Account",
    width: "minmax(11rem, 2fr)",
    phoneWidth: "8.5rem",
    by: "name",
    className: "cut",
    cell: ({ accountNumber, accountName, accountType }) => (
      <>
        <Link href={`~${consolePath}/accounts/${accountNumber}`} className="name">
          {accountName}
        </Link>
        <div className="tiny muted cut">
          <span className="mono">{accountNumber}</span> · {nameIn(codes.accountTypes, accountType)}
        </div>
      </>
    ),
    text: ({ accountName }) => accountName,
  },
  {
    id: "owner",
    title: "Owner",
    width: "minmax(8rem, 1.5fr)",
    phoneWidth: "7.5rem",
    className: "owners",
    cell: (account) => ownersOf(account).join(", "),
    text: (account) => ownersOf(account).join("; "),
  },
  {
    id: "value",
    title: "Value",
    width: "minmax(6.5rem, 0.9fr)",
    phoneWidth: "5.5rem",
    by: "value",
    isFigure: true,
    isEarly: true,
    className: "strong",
    cell: ({ overview }, lastClose) => (
      <>
        {money(overview?.value)}
        {overview?.valueDate && overview.valueDate !== lastClose && (
          <div className="tiny muted">{day(overview.valueDate)}</div>
        )}
      </>
    ),
    text: ({ overview }) => overview?.value ?? "",
  },
  {
    id: "day",
    title: "1-day return",
    width: "5.5rem",
    phoneWidth: "5.5rem",
    by: "day",
    isFigure: true,
    cell: ({ overview }) => <Change amount={overview?.dayReturn} />,
    text: ({ overview }) => overview?.dayReturn ?? "",
  },
  {
    id: "year",
    title: "Year to date",
    width: "5.75rem",
    phoneWidth: "5.5rem",
    by: "year",
    isFigure: true,
    isEarly: true,
    cell: ({ overview }) => <Change amount={overview?.yearToDateReturn} />,
    text: ({ overview }) => overview?.yearToDateReturn ?? "",
  },
  {
    id: "months",
    title: "12 months",
    width: "6rem",
    phoneWidth: "6rem",
    cell: ({ overview }) => {
      const values = overview?.monthEndValues ?? [];
      return values.length > 1 && <Spark values={values.map(({ value }) => value)} />;
    },
    text: ({ overview }) => overview?.monthEndValues.at(0)?.value ?? "",
  },
  {
    id: "cash",
    title: "Cash",
    width: "minmax(6rem, 0.8fr)",
    phoneWidth: "6rem",
    by: "cash",
    isFigure: true,
    className: "muted",
    cell: ({ overview }) => money(overview?.cash),
    text: ({ overview }) => overview?.cash ?? "",
  },
  {
    id: "status",
    title: "Status",
    width: "minmax(6.5rem, 1fr)",
    phoneWidth: "6.5rem",
    className: "states",
    cell: ({ restricted, overview }) => {
      const waiting = overview?.openItems ?? "0";
      return (
        <>
          {restricted && (
            <span className="tag warn">
              <Icon name="lock" />
              Restricted
            </span>
          )}
          {waiting !== "0" && (
            <span className="tag blue">
              {waiting} {waiting === "1" ? "action item" : "action items"}
            </span>
          )}
        </>
      );
    },
    text: ({ restricted, overview }) =>
      [restricted ? "restricted" : "", overview?.openItems ?? ""].filter(Boolean).join("; "),
  },
];

function ownersOf({ owners, overview }: Listed): readonly string[] {
  return owners.map((owner, place) => overview?.ownerNames[place] ?? personOf(owner));
}

const key = "bursar-account-columns";

/** The ids of the columns that are hidden on this device, and a function that shows or hides one. */
export function useHiddenColumns(): readonly [ReadonlySet<string>, (id: string) => void] {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(
    () => new Set((localStorage.getItem(key) ?? "").split(" ")),
  );
  const toggle = (id: string) => {
    const next = new Set(hidden);
    if (!next.delete(id)) next.add(id);
    localStorage.setItem(key, [...next].join(" ").trim());
    setHidden(next);
  };
  return [hidden, toggle];
}
