// The operator's choice of the firm whose runs are shown: one of those that have households, or any by its id.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useLocation } from "wouter";
import { householdReads } from "../data/household-reads.ts";
import { PageHead } from "../parts/page-head.tsx";
import { Panel } from "../parts/panel.tsx";

/** A page of firms' runs, before one is chosen. */
export function ChooseFirm({ title }: { readonly title: string }) {
  const [firm, setFirm] = useState("");
  const [, go] = useLocation();
  const { data: firms = [] } = useQuery(householdReads.firms());
  return (
    <>
      <PageHead title={title} sub="Choose a firm" />
      <Panel title="Firm">
        <div className="stack">
          {firms.length > 0 && (
            <ul aria-label="Firms with households">
              {firms.map(({ firmOid, firmName }) => (
                <li key={firmOid}>
                  <Link href={`/${firmOid}`}>{firmName}</Link>{" "}
                  <span className="small">{firmOid}</span>
                </li>
              ))}
            </ul>
          )}
          <form
            className="toolbar"
            onSubmit={(event) => {
              event.preventDefault();
              if (/^\d+$/.test(firm.trim())) go(`/${firm.trim()}`);
            }}
          >
            <label className="small" htmlFor="firm">
              Firm ID
            </label>
            <input
              id="firm"
              className="input"
              style={{ width: "9rem" }}
              onChange={({ target }) => setFirm(target.value)}
            />
            <button type="submit" className="button first">
              Open
            </button>
          </form>
        </div>
      </Panel>
    </>
  );
}
