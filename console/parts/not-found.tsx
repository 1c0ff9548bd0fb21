// The page of an unknown address, or one that is not for this user, with a link back.
import { Refused } from "@bursar/client";
import { Link } from "wouter";
import { Icon } from "./icon.tsx";
import { PageHead } from "./page-head.tsx";
import { Empty } from "./panel.tsx";

interface NotFoundProps {
  /** The parent page, with a link relative to this page. */
  readonly back: { readonly path: string; readonly name: string };
}

/** Says that the page was not found. */
export function NotFound({ back: { path, name } }: NotFoundProps) {
  return (
    <>
      <PageHead title="Page not found" />
      <div className="panel">
        <Empty title="Not found, or you don’t have access">
          <p>Check the address. The record may have been removed.</p>
          <Link href={path} className="button">
            <Icon name="left" />
            {name}
          </Link>
        </Empty>
      </div>
    </>
  );
}

/** Whether the record is missing or hidden from this user. */
export function isAbsent(error: unknown): boolean {
  return error instanceof Refused && (error.status === 403 || error.status === 404);
}
