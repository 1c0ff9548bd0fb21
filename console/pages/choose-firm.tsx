// The page on which the operator chooses a firm: from the list of firms with households, or by its id.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useLocation } from "wouter";
import { householdReads } from "../data/household-reads.ts";
import type { Session } from "../data/session.ts";
import { PageHead } from "../parts/page-head.tsx";
import { Panel } from "../parts/panel.tsx";

interface ChooseFirmProps {
  readonly title: string;
  /** The user, where the operator's own firm can be chosen as well. */
  readonly own?: Session;
}

/** A page of firms, before one is chosen. */
export function ChooseFirm({ title, own }: ChooseFirmProps) {
  const [path] = useLocation();
  const under = path === "/" ? "" : path;
  const [firm, setFirm] = useState("");
  const [, go] = useLocation();
  const { data = [] } = useQuery(householdReads.firms());
  const firms = own ? [{ firmOid: own.firmId, firmName: own.firmName }, ...data] : data;
  return (
    <>
      <PageHead title={title} sub="Choose a firm" />
      <Panel title="Firm">
        <div className="stack">
          {firms.length > 0 && (
            <ul aria-label="Firms">
              {firms.map(({ firmOid, firmName }) => (
                <li key={firmOid}>
                  <Link href={`${under}/${firmOid}`}>{firmName}</Link>{" "}
                  <span className="small">{firmOid}</span>
                </li>
              ))}
            </ul>
          )}
          <form
            className="toolbar"
            onSubmit={(event) => {
              event.preventDefault();
              if (/^\d+$/.test(firm.trim())) go(`${under}/${firm.trim()}`);
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
