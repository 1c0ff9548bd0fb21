// The accounts in sight that hold a security, largest first.
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { codes, nameIn } from "../../data/codes.ts";
import { consolePath } from "../../data/place.ts";
import { reads } from "../../data/reads.ts";
import { day, latestOf, money, personOf } from "../../data/texts.ts";
import { Listed } from "../../parts/listed.tsx";
import { Panel } from "../../parts/panel.tsx";
import { figures, Table } from "../../parts/table.tsx";

/** The panel of holders. */
export function Holders({ id }: { readonly id: string }) {
  const list = useInfiniteQuery(reads.listing({ sort: "-value", securityid: id }));
  const valued = latestOf(
    (list.data?.pages.flat() ?? []).map(({ overview }) => overview?.valueDate),
  );
  return (
    <Panel
      title="Holders"
      aside={valued && <span className="aside">Account values as of {day(valued)}</span>}
      isBare
    >
      <Listed of={list} empty="No holders">
        {(rows) => (
          <Table columns={["Account", "Type", "Owner", figures("Account value")]}>
            {rows.map(({ accountNumber, accountName, accountType, owners, overview }) => (
              <tr key={accountNumber}>
                <th scope="row">
                  <Link href={`~${consolePath}/accounts/${accountNumber}`}>{accountName}</Link>
                  <div className="tiny muted mono">{accountNumber}</div>
                </th>
                <td>{nameIn(codes.accountTypes, accountType)}</td>
                <td>
                  {owners
                    .map((owner, at) => overview?.ownerNames[at] ?? personOf(owner))
                    .join(", ")}
                </td>
                <td className="right strong">{money(overview?.value)}</td>
              </tr>
            ))}
          </Table>
        )}
      </Listed>
    </Panel>
  );
}
