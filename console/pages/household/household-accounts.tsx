// The accounts of a household with their values and shares, and those that have left.
import { Link } from "wouter";
import { codes, nameIn } from "../../data/codes.ts";
import type { Household } from "../../data/household-reads.ts";
import { consolePath } from "../../data/place.ts";
import { day, money, none } from "../../data/texts.ts";
import { Change } from "../../parts/figure.tsx";
import { Empty, Panel } from "../../parts/panel.tsx";
import { Columns, figures } from "../../parts/table.tsx";
import type { OfHousehold } from "./of-household.ts";

/** The panel of accounts. */
export function HouseholdAccounts({ household }: OfHousehold) {
  const current = household.accounts.filter(({ overview }) => overview !== undefined);
  const others = household.accounts.filter(({ overview }) => overview === undefined);
  return (
    <Panel
      title="Accounts"
      aside={
        household.overview?.valueDate && (
          <span className="aside">As of market close {day(household.overview.valueDate)}</span>
        )
      }
      footer={others.length > 0 && `Not in the household today: ${others.map(stay).join("; ")}.`}
      isBare
    >
      {current.length === 0 ? (
        <Empty title="This household has ended" />
      ) : (
        <table className="table">
          <Columns
            of={[
              "Account",
              figures("Value"),
              figures("1-day return"),
              figures("Year to date"),
              { title: "Share of household", width: "22%" },
              "In household since",
            ]}
          />
          <tbody>
            {current.map((account) => (
              <Row
                key={`${account.accountNumber} ${account.from}`}
                account={account}
                valuedOn={household.overview?.valueDate}
              />
            ))}
          </tbody>
          <Total of={household.overview} />
        </table>
      )}
    </Panel>
  );
}

type Account = Household["accounts"][number];

function stay({ accountNumber, from, to }: Account): string {
  return `${accountNumber}, ${day(from)} – ${to === null ? "" : day(to)}`;
}

interface RowProps {
  readonly account: Account;
  /** The day of the household's value, which each account usually shares. */
  readonly valuedOn: string | null | undefined;
}

function Row({ account: { accountNumber, from, overview }, valuedOn }: RowProps) {
  const isOfOtherDay = overview?.valueDate && overview.valueDate !== valuedOn;
  return (
    <tr>
      <th scope="row">
        <Link href={`~${consolePath}/accounts/${accountNumber}`}>{overview?.accountName}</Link>
        <div className="tiny muted" style={{ fontWeight: 400 }}>
          <span className="mono">{accountNumber}</span> ·{" "}
          {nameIn(codes.accountTypes, overview?.accountType)}
        </div>
      </th>
      <td className="right strong">
        {money(overview?.value)}
        {isOfOtherDay && (
          <div className="tiny muted" style={{ fontWeight: 400 }}>
            {day(overview.valueDate)}
          </div>
        )}
      </td>
      <td className="right">
        <Change amount={overview?.dayReturn} />
      </td>
      <td className="right">
        <Change amount={overview?.yearToDateReturn} />
      </td>
      <td>
        <Share of={overview?.weight ?? null} />
      </td>
      <td className="nowrap">{day(from)}</td>
    </tr>
  );
}

/** A share as a bar. */
function Share({ of: weight }: { readonly of: string | null }) {
  if (weight === null) return <span className="faint">{none}</span>;
  return (
    <div style={{ display: "grid", gap: "0.3rem" }}>
      <span>{weight}%</span>
      <svg className="bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        <rect width="100" height="6" rx="3" fill="var(--sunken)" />
        <rect width={weight} height="6" rx="1" fill="var(--series-1)" />
      </svg>
    </div>
  );
}

function Total({ of: overview }: { readonly of: Household["overview"] }) {
  return (
    <tfoot>
      <tr>
        <th scope="row">Household</th>
        <td className="right">{money(overview?.value)}</td>
        <td className="right">
          <Change amount={overview?.dayReturn} />
        </td>
        <td className="right">
          <Change amount={overview?.yearToDateReturn} />
        </td>
        <td colSpan={2} />
      </tr>
    </tfoot>
  );
}
