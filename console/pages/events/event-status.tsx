// The status of an event, and what of it waits for a decision, as tags.
import { type CorporateEvent, eventStatuses } from "../../data/event-codes.ts";
import { Icon } from "../../parts/icon.tsx";

const tones: Readonly<Record<CorporateEvent["status"], string>> = {
  DRAFT: "tag",
  ANNOUNCED: "tag blue",
  ENTITLED: "tag blue",
  POSTING: "tag warn",
  POSTED: "tag good",
  REVERSING: "tag warn",
  REVERSED: "tag",
  CANCELLED: "tag",
};

/** The status of an event. */
export function EventStatus({ of: { status } }: { readonly of: Pick<CorporateEvent, "status"> }) {
  return <span className={tones[status]}>{eventStatuses[status]}</span>;
}

const waits: Readonly<Record<CorporateEvent["attention"][number], string>> = {
  LATE: "Late",
  DIFFERS: "Differs",
  REFUSED: "Rejected",
  HELD: "On hold",
  FOUND: "Already booked",
};

/** The parts of an event that wait for a decision. */
export function Attention({ of: { attention } }: { readonly of: CorporateEvent }) {
  return attention.map((each) => (
    <span key={each} className="tag bad">
      <Icon name="alert" />
      {waits[each]}
    </span>
  ));
}
