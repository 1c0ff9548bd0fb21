// Where the navigation leads.
import type { IconName } from "./icon.tsx";

/** An entry of the navigation. */
export interface Way {
  readonly path: string;
  readonly name: string;
  readonly icon: IconName;
}
