// The event as webhooks receive it, in the contract.
import type { SentMessage } from "../../../platform/http/contract/contract-document.ts";
import { Event } from "../events/reads.ts";

/** The message, by its name in the contract. */
export const sentEvents: Readonly<Record<string, SentMessage>> = {
  event: {
    summary: "An event, as it is sent to a webhook",
    description:
      "Signed by the Standard Webhooks specification. It may be sent more than once; events of one " +
      "subject come in order.",
    tags: ["Webhooks"],
    headers: {
      "webhook-id": "The event's id, the same in every attempt.",
      "webhook-timestamp": "When this attempt was made, in seconds since 1970.",
      "webhook-signature": "A signature of each secret, `v1,` and base64, separated by spaces.",
    },
    body: Event,
    example: {
      id: "911901387618045470",
      type: "restriction.created",
      subject: "RA00000001",
      occurredAt: "2026-03-02T10:00:00.000-05:00",
      requestId: "q83vEjRWeJCrze8S",
      data: { accountRestrictionId: "4711", reasonCode: "021", typeCode: "SO" },
    },
  },
};
