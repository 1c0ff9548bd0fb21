// Properties shared by the pages of a firm's runs.
import { useQuery } from "@tanstack/react-query";
import { householdReads } from "../data/household-reads.ts";
import type { Session } from "../data/session.ts";

/** The firm whose runs are shown, and the user who views them. */
export interface OfFirm {
  readonly firmId: string;
  readonly person: Session;
}

/** The firm's name; the operator's pages read it, and show the id until then. */
export function useFirmName({ firmId, person }: OfFirm): string {
  const isOwn = firmId === person.firmId;
  const firm = useQuery({ ...householdReads.firm(firmId), enabled: !isOwn });
  return isOwn ? person.firmName : (firm.data?.firmName ?? `Firm ${firmId}`);
}
