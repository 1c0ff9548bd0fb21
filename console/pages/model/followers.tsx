// Accounts that subscribe to a model, and those whose update an advisor has to apply.
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { consolePath } from "../../data/place.ts";
import { reads } from "../../data/reads.ts";
import { bursar, mayChange, type Shapes } from "../../data/service.ts";
import { Choices } from "../../parts/choices.tsx";
import { Listed } from "../../parts/listed.tsx";
import { Failure, Panel } from "../../parts/panel.tsx";
import { Table, untitled } from "../../parts/table.tsx";

type Follower = Shapes["ModelSubscription"];

const shownNames = { all: "All", PENDING: "Pending" } as const;
type Shown = keyof typeof shownNames;

const takesOver: Readonly<Record<Follower["subscriptionType"], string>> = {
  A: "Immediately",
  R: "After review",
  F: "Immediately, except exclusions",
  D: "On demand",
};

interface FollowersProps {
  readonly oid: string;
  /** Whether the user advises clients, and so applies updates. */
  readonly isAdviser: boolean;
}

/** The folios that subscribe to a model, of the accounts that the user sees. */
export function Followers({ oid, isAdviser }: FollowersProps) {
  const [shown, show] = useState<Shown>("all");
  const read = useInfiniteQuery(reads.followers(oid, shown === "all" ? undefined : shown));
  return (
    <Panel
      title="Subscribed accounts"
      aside={
        <Choices
          label="Update status"
          of={["all", "PENDING"] as const}
          chosen={shown}
          name={(each) => shownNames[each]}
          choose={show}
        />
      }
      isBare
    >
      <Listed of={read} empty={shown === "all" ? "No subscribed accounts" : "No pending updates"}>
        {(list) => (
          <Table columns={["Account", "Folio", "Update mode", "Weights", untitled("Actions")]}>
            {list.map((each) => (
              <Row key={each.folioNumber} of={each} oid={oid} isAdviser={isAdviser} />
            ))}
          </Table>
        )}
      </Listed>
    </Panel>
  );
}

function Row({ of, oid, isAdviser }: FollowersProps & { readonly of: Follower }) {
  const isWaiting = of.subscriptionStatus === "PENDING";
  return (
    <tr>
      <th scope="row">
        <Link href={`~${consolePath}/accounts/${of.accountNumber}`}>{of.accountName}</Link>
      </th>
      <td>
        {of.folioName}
        <div className="tiny muted mono">{of.folioNumber}</div>
      </td>
      <td>{takesOver[of.subscriptionType]}</td>
      <td>
        <span className={isWaiting ? "tag blue" : "tag good"}>
          {isWaiting ? "Update pending" : "Current"}
        </span>
      </td>
      <td>{isWaiting && isAdviser && mayChange() && <Release of={of} oid={oid} />}</td>
    </tr>
  );
}

/** Sending the same subscription again applies the newest weights. */
function Release({ of, oid }: { readonly of: Follower; readonly oid: string }) {
  const cache = useQueryClient();
  const { accountNumber, folioNumber, subscriptionType, exclusionRule, programOid } = of;
  const release = useMutation({
    meta: { done: "Apply update" },
    mutationFn: () =>
      bursar.put("/restapi/accounts/{accountnumber}/folios/{folionumber}/modelsubscription", {
        params: { path: { accountnumber: accountNumber, folionumber: folioNumber } },
        body: {
          modelFolioOid: oid,
          subscriptionType,
          exclusionRule,
          ...(programOid !== null && { programOid }),
        },
      }),
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: ["models", oid] });
    },
  });
  return (
    <>
      <button
        type="button"
        className="button"
        onClick={() => release.mutate()}
        disabled={release.isPending}
      >
        Apply update
        <span className="hidden-text"> for {of.accountName}</span>
      </button>
      {release.isError && <Failure error={release.error} />}
    </>
  );
}
