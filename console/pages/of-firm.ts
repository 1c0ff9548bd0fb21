// Properties shared by the pages of a firm's runs.
import type { Session } from "../data/session.ts";

/** The firm whose runs are shown, and the user who views them. */
export interface OfFirm {
  readonly firmId: string;
  readonly person: Session;
}

/** The firm as a page's heading names it: the operator knows it by its id. */
export function nameOfFirm({ firmId, person }: OfFirm): string {
  return person.kind === "operator" ? `Firm ${firmId}` : person.firmName;
}
