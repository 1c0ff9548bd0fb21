// The operator's choice of the firm whose runs are shown, by its id.
import { useState } from "react";
import { useLocation } from "wouter";
import { PageHead } from "../parts/page-head.tsx";
import { Panel } from "../parts/panel.tsx";

/** A page of firms' runs, before one is chosen. */
export function ChooseFirm({ title }: { readonly title: string }) {
  const [firm, setFirm] = useState("");
  const [, go] = useLocation();
  return (
    <>
      <PageHead title={title} sub="Choose a firm" />
      <Panel title="Firm">
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
      </Panel>
    </>
  );
}
