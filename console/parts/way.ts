// Where the navigation and the search lead.
import type { IconName } from "./icon.tsx";

/** A page of the navigation, or one below that the search finds. */
export interface Way {
  readonly path: string;
  readonly name: string;
  readonly icon: IconName;
  /** Other names that the search finds it by. */
  readonly words?: string;
}
