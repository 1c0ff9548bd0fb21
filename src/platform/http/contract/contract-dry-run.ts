// The response to a dry run in the contract.
import type { DryRunEvent } from "../../change/rehearsal.ts";

const text = { type: "string" };

/** The shapes of the response. */
export const dryRunSchemas = {
  DryRun: {
    type: "object",
    description: "The effects that a change would have had.",
    required: ["location", "record", "events", "unjudged"],
    properties: {
      location: {
        ...text,
        format: "uri",
        description: "The `Location` of the response to the change.",
      },
      record: {
        // Bookings are read as a list of positions.
        oneOf: [
          { $ref: "#/components/schemas/DryRunRecord" },
          { type: "array", items: { $ref: "#/components/schemas/DryRunRecord" } },
          { type: ["string", "null"] },
        ],
        description:
          "The response of a GET of `location` after the change; null where there is nothing that the caller may get.",
      },
      events: { type: "array", items: { $ref: "#/components/schemas/DryRunEvent" } },
      unjudged: {
        type: "array",
        items: text,
        description:
          "The codes of rules that the change alone is judged by: whether another record, which the caller may not see, has the value.",
      },
    },
  },
  DryRunRecord: {
    type: "object",
    description: "A record as it would stand.",
    additionalProperties: true,
  },
  DryRunEvent: {
    type: "object",
    description: "An event that the change would emit.",
    required: ["subject", "type", "data"],
    properties: {
      subject: { ...text, description: "An account number, or a kind of record and its id." },
      type: text,
      data: { $ref: "#/components/schemas/DryRunEventData" },
    },
  },
  DryRunEventData: {
    type: "object",
    description: "Ids, statuses and names of fields, by the type of the event.",
    patternProperties: {
      "^.*$": {
        type: ["string", "number", "boolean", "array", "null"],
        items: { type: "string" },
      },
    },
  },
} as const;

const event: DryRunEvent = {
  subject: "RA00000006",
  type: "restriction.lifted",
  data: { accountRestrictionId: "4001", reasonCode: "021", typeCode: "CR" },
};

/** The body of the response. */
export const dryRunContent = {
  "application/json": {
    schema: { $ref: "#/components/schemas/DryRun" },
    example: {
      location: "http://127.0.0.1:8080/restapi/accounts/RA00000006/restrictions/4001",
      record: null,
      events: [event],
      unjudged: [],
    },
  },
};
