// The staff of a firm: their roles and sign-ins, links by which they sign in, and the end of their sessions.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { csvText } from "../../data/csv-text.ts";
import { matchesWords } from "../../data/match-words.ts";
import type { Session } from "../../data/session.ts";
import {
  makeLink,
  revokeAccess,
  roleNames,
  type StaffMember,
  staffRead,
} from "../../data/staff.ts";
import { instant, none } from "../../data/texts.ts";
import { ActButton } from "../../parts/act-button.tsx";
import { BackLink } from "../../parts/back-link.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { ExportButton } from "../../parts/export-button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { Empty, Notice, Panel, Reading } from "../../parts/panel.tsx";
import { SearchField } from "../../parts/search-field.tsx";
import { figures, Table, untitled } from "../../parts/table.tsx";
import { type OfFirm, useFirmName } from "../of-firm.ts";
import { isAdministrator } from "./rights.ts";

/** The page of a firm's staff. */
export function StaffPage({ firmId, person }: OfFirm) {
  const read = useQuery({ ...staffRead(firmId), enabled: isAdministrator(person) });
  const firmName = useFirmName({ firmId, person });
  return (
    <>
      <PageHead title="Staff" sub={firmName}>
        <BackLink href="/" name="Back office" />
      </PageHead>
      {isAdministrator(person) ? (
        <Reading of={read}>
          {({ staff }) => <Staff list={staff} firmId={firmId} person={person} />}
        </Reading>
      ) : (
        <Notice>Only administrators manage staff.</Notice>
      )}
    </>
  );
}

interface Asked {
  readonly what: "link" | "revocation";
  readonly of: StaffMember;
}

interface StaffProps {
  readonly list: readonly StaffMember[];
  readonly firmId: string;
  readonly person: Session;
}

function Staff({ list, firmId, person }: StaffProps) {
  const [search, setSearch] = useState("");
  const [asked, setAsked] = useState<Asked>();
  const shown = list.filter(({ name, loginId, role }) =>
    matchesWords([name, loginId, roleNames[role]], search),
  );
  const close = () => setAsked(undefined);
  return (
    <Panel
      title="Staff"
      footer="Links and revocations require a sign-in within the last five minutes. Administrators get their links from the operator, since they approve what others have done."
      isBare
    >
      {list.length === 0 ? (
        <Empty title="No staff">Staff are added by an import of members.</Empty>
      ) : (
        <>
          <div className="toolbar body no-print">
            <SearchField
              label="Search staff"
              placeholder="Name, login ID or role"
              stored={search}
              choose={setSearch}
            />
            <ExportButton of="The staff shown" name="staff.csv" read={async () => csvOf(shown)} />
          </div>
          <StaffTable list={shown} ask={setAsked} />
        </>
      )}
      {asked?.what === "link" && (
        <Dialog title={`Sign-in link for ${asked.of.name}`} close={close}>
          <MakeLink of={asked.of} />
        </Dialog>
      )}
      {asked?.what === "revocation" && (
        <Dialog title={`Revoke access of ${asked.of.name}`} close={close}>
          <Revoke of={asked.of} firmId={firmId} done={close} isSelf={isSelf(asked.of, person)} />
        </Dialog>
      )}
    </Panel>
  );
}

function isSelf({ loginId }: StaffMember, person: Session): boolean {
  return loginId === person.loginId;
}

interface StaffTableProps {
  readonly list: readonly StaffMember[];
  readonly ask: (asked: Asked) => void;
}

function StaffTable({ list, ask }: StaffTableProps) {
  if (list.length === 0) return <Empty title="No matching staff" />;
  return (
    <Table
      columns={[
        "Name",
        "Login ID",
        "Role",
        "Sign-in",
        "Last sign-in",
        figures("Open sessions"),
        untitled("Actions"),
      ]}
    >
      {list.map((each) => (
        <StaffRow key={each.loginId} of={each} ask={ask} />
      ))}
    </Table>
  );
}

interface StaffRowProps {
  readonly of: StaffMember;
  readonly ask: (asked: Asked) => void;
}

function StaffRow({ of, ask }: StaffRowProps) {
  return (
    <tr>
      <th scope="row">{of.name}</th>
      <td className="mono">{of.loginId}</td>
      <td>{roleNames[of.role]}</td>
      <td>{signInText(of)}</td>
      <td className="nowrap">{of.lastSignInTS === null ? none : instant(of.lastSignInTS)}</td>
      <td className="right">{of.openSessions}</td>
      <td className="nowrap right">
        {of.mayHaveLink && (
          <button type="button" className="button" onClick={() => ask({ what: "link", of })}>
            <Icon name="link" />
            Create link<span className="hidden-text"> for {of.name}</span>
          </button>
        )}{" "}
        <button
          type="button"
          className="button danger"
          onClick={() => ask({ what: "revocation", of })}
        >
          Revoke access<span className="hidden-text"> of {of.name}</span>
        </button>
      </td>
    </tr>
  );
}

function signInText({ maySignIn }: StaffMember): string {
  return maySignIn ? "Allowed" : "No API user";
}

function MakeLink({ of: { loginId, name } }: { readonly of: StaffMember }) {
  const [isCopied, setCopied] = useState(false);
  const make = useMutation({
    // The response has the secret.
    gcTime: 0,
    mutationFn: () => makeLink(loginId),
  });
  if (make.data === undefined) {
    return (
      <div className="stack">
        <p>{name} signs in with the link once, within 15 minutes. The audit log names you.</p>
        <ActButton change={make}>Create link</ActButton>
      </div>
    );
  }
  const link = `${location.origin}${make.data.path}`;
  const copy = async () => {
    await navigator.clipboard.writeText(link);
    setCopied(true);
  };
  return (
    <div className="stack">
      <p>You won’t see this again. Copy it now, and send it to {name} alone.</p>
      <code className="secret">{link}</code>
      <p className="small muted">Expires {instant(make.data.expiresTS)}</p>
      <div className="end">
        <button type="button" className="button" onClick={() => void copy()}>
          <Icon name={isCopied ? "check" : "copy"} />
          {isCopied ? "Copied" : "Copy"}
        </button>
      </div>
    </div>
  );
}

interface RevokeProps {
  readonly of: StaffMember;
  readonly firmId: string;
  readonly isSelf: boolean;
  readonly done: () => void;
}

function Revoke({ of: { loginId, name }, firmId, isSelf: isOwn, done }: RevokeProps) {
  const cache = useQueryClient();
  const revoke = useMutation({
    meta: { done: "Revoke access" },
    mutationFn: () => revokeAccess(loginId),
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: staffRead(firmId).queryKey });
      done();
    },
  });
  return (
    <div className="stack">
      <p>
        {isOwn ? "Your own sessions end" : `All sessions of ${name} end`} within five seconds.
        Unused links and sign-in by a provider are withdrawn until the next link. API keys stay
        valid.
      </p>
      <ActButton change={revoke} className="button first danger">
        Revoke access
      </ActButton>
    </div>
  );
}

function csvOf(list: readonly StaffMember[]): string {
  return csvText<StaffMember>(list, [
    ["Name", ({ name }) => name],
    ["Login ID", ({ loginId }) => loginId],
    ["Role", ({ role }) => roleNames[role]],
    ["Sign-in", signInText],
    ["Last sign-in", ({ lastSignInTS }) => lastSignInTS],
    ["Open sessions", ({ openSessions }) => String(openSessions)],
  ]);
}
