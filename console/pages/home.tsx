// Where a client starts: one total, what is to be done, and the accounts.
import type { Session } from "../data/session.ts";
import { PageHead } from "../parts/page-head.tsx";
import { PersonAccounts } from "./people.tsx";
import { PersonTotal, ToDo } from "./person-overview.tsx";

/** The home page of a client. */
export function HomePage({ person: { loginId, name } }: { readonly person: Session }) {
  return (
    <>
      <PageHead title={name} sub="Returns net of fees" />
      <div className="stack">
        <PersonTotal loginId={loginId} />
        <ToDo loginId={loginId} title="To do" />
        <PersonAccounts loginId={loginId} />
      </div>
    </>
  );
}
