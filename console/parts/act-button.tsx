// The one button of a dialog that has nothing to fill in, under the error of its change.
import type { UseMutationResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Notice } from "./panel.tsx";

interface ActButtonProps {
  readonly change: UseMutationResult<unknown, Error, void>;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Makes a change at a click. */
export function ActButton({ change, className = "button first", children }: ActButtonProps) {
  return (
    <>
      {change.error && <Notice kind="bad">{change.error.message}</Notice>}
      <div className="end">
        <button
          type="button"
          className={className}
          onClick={() => change.mutate()}
          disabled={change.isPending}
        >
          {children}
        </button>
      </div>
    </>
  );
}
