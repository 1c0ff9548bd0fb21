// The mark of a price that is stale.
import { isStale } from "../../data/security-kinds.ts";
import { Icon } from "../../parts/icon.tsx";

/** Marks a price by its age in trading days; a fresh one has no mark. */
export function PriceAge({ age }: { readonly age: string | null }) {
  if (!isStale(age)) return null;
  return (
    <span className="tag warn">
      <Icon name="alert" />
      {age} trading days old
    </span>
  );
}
