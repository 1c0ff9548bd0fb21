// The page of an address at which there is nothing, or nothing for this person, with a way back.
import { Refused } from "@bursar/client";
import { Link } from "wouter";
import { Icon } from "./icon.tsx";
import { PageHead } from "./page-head.tsx";
import { Empty } from "./panel.tsx";

interface NotFoundProps {
  /** The page above, as links of this page name it. */
  readonly back: { readonly path: string; readonly name: string };
}

/** Says that there is no such page. */
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

/** Whether a read says that there is no such record for this person. */
export function isAbsent(error: unknown): boolean {
  return error instanceof Refused && (error.status === 403 || error.status === 404);
}
