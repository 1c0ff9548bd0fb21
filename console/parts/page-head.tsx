// The header of a page.
import { type ReactNode, useEffect } from "react";

interface PageHeadProps {
  readonly title: string;
  readonly sub?: ReactNode;
  readonly children?: ReactNode;
}

/** The page's name, also in the browser's title, and its actions. */
export function PageHead({ title, sub, children }: PageHeadProps) {
  useEffect(() => {
    document.title = `${title} · Bursar`;
  }, [title]);
  return (
    <div className="head">
      <div>
        <h1>{title}</h1>
        {sub && <div className="sub">{sub}</div>}
      </div>
      {children && <div className="actions">{children}</div>}
    </div>
  );
}
