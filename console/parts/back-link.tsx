// The way back to the list or record to which a page belongs.
import { Link } from "wouter";
import { Icon } from "./icon.tsx";

/** A link in the head of a page; `href` is relative to the section. */
export function BackLink({ href, name }: { readonly href: string; readonly name: string }) {
  return (
    <Link href={href} className="button quiet">
      <Icon name="left" />
      {name}
    </Link>
  );
}
