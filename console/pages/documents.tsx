// A client's statements, tax forms and bills of all accounts, and how they are delivered.
import { useInfiniteQuery } from "@tanstack/react-query";
import { reads } from "../data/reads.ts";
import type { Session } from "../data/session.ts";
import { PageHead } from "../parts/page-head.tsx";
import { Delivery } from "./account/delivery.tsx";
import { Papers } from "./papers.tsx";

/** The page of a client's documents. */
export function DocumentsPage({ person }: { readonly person: Session }) {
  const { loginId } = person;
  const accounts = useInfiniteQuery(reads.listing({ user: loginId, sort: "-value" }));
  const listed = accounts.data?.pages.flat() ?? [];
  const names = new Map(
    listed.map(({ accountNumber, accountName }) => [accountNumber, accountName]),
  );
  const given = { owner: loginId, person, names };
  return (
    <>
      <PageHead title="Documents" sub="Statements, tax forms and bills of all accounts" />
      <div className="stack">
        <Papers of="statements" {...given} />
        <Papers of="bills" {...given} />
        <Delivery owner={loginId} person={person} />
      </div>
    </>
  );
}
