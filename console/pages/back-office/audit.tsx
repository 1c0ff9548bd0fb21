// The audit log of all records, for the operator: found by day, record, operation and person.
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "wouter";
import { withFilters } from "../../data/filters.ts";
import { type AuditSearch, officeReads as reads } from "../../data/office-reads.ts";
import { consolePath } from "../../data/place.ts";
import type { Session } from "../../data/session.ts";
import { Timeline } from "../../parts/audit-entry.tsx";
import { BackLink } from "../../parts/back-link.tsx";
import { Choices } from "../../parts/choices.tsx";
import { Listed } from "../../parts/listed.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { Panel } from "../../parts/panel.tsx";
import { SearchField } from "../../parts/search-field.tsx";

const ranges = { "1d": "Today", "7d": "7 days", "30d": "30 days", "1y": "1 year" } as const;
type Range = keyof typeof ranges;

const fields = {
  subject: "Account or record",
  operation: "Operation, such as updateAccount",
  loginid: "Login of a person",
  command: "Command, such as sweep",
  requestid: "Request ID",
} as const;
type Field = keyof typeof fields;

/** The page of the audit log. What it searches for is in its address, so that a link opens the same list. */
export function AuditPage({ person }: { readonly person: Session }) {
  const [asked, setAsked] = useSearchParams();
  const choose = (change: Readonly<Record<string, string>>) =>
    setAsked((now) => withFilters(now, change), { replace: true });
  const range = (asked.get("range") ?? "7d") as Range;
  const named = (Object.keys(fields) as Field[]).flatMap((field) => {
    const value = asked.get(field)?.trim();
    return value ? [[field, value]] : [];
  });
  const search: AuditSearch = { range, ...Object.fromEntries(named) };
  return (
    <>
      <PageHead title="Audit log" sub={person.firmName}>
        <BackLink href="/" name="Back office" />
      </PageHead>
      <div className="stack">
        <div className="toolbar no-print">
          <Choices
            label="Period"
            of={Object.keys(ranges) as Range[]}
            chosen={range}
            name={(each) => ranges[each]}
            choose={(each) => choose({ range: each })}
          />
          {(Object.keys(fields) as Field[]).map((field) => (
            <SearchField
              key={field}
              label={fields[field]}
              placeholder={fields[field]}
              stored={asked.get(field) ?? ""}
              choose={(value) => choose({ [field]: value })}
            />
          ))}
        </div>
        <Found search={search} />
      </div>
    </>
  );
}

function Found({ search }: { readonly search: AuditSearch }) {
  const list = useInfiniteQuery(reads.audit(search));
  return (
    <Panel title="Entries" aside={<span className="aside">Newest first</span>} isBare>
      <Listed of={list} empty="No matching entries">
        {(entries) => (
          <Timeline
            entries={entries}
            first={2}
            place={({ subject, sequence }) => (
              <>
                <Subject of={subject} />, entry {sequence}
              </>
            )}
          />
        )}
      </Listed>
    </Panel>
  );
}

/** The record; an account leads to its page. */
function Subject({ of }: { readonly of: string }) {
  if (!/^R[A-Z0-9]{8,9}$/.test(of)) return of;
  return <Link href={`~${consolePath}/accounts/${of}`}>{of}</Link>;
}
