// The requests for corporate events.

import type { App } from "../../../platform/http/frame.ts";
import {
  created,
  jsonOrCsv,
  Located,
  linkNextPage,
  sendPage,
  sendText,
  updated,
} from "../../../platform/http/pipeline/response.ts";
import { Type } from "../../../values/type.ts";
import { accountPath, readBy } from "../../clients-and-accounts/accounts/reads.ts";
import { createCorporateEvent } from "./create-corporate-event.ts";
import { announcementErrors } from "./errors.ts";
import { getCorporateEvent } from "./get-corporate-event.ts";
import {
  AccountEntitlement,
  CorporateEventLine,
  CorporateEventLineUpdate,
  EntitlementsQuery,
  LinesQuery,
} from "./line-schema.ts";
import { linesAsCsv } from "./lines-as-csv.ts";
import { listCorporateEventLines } from "./list-corporate-event-lines.ts";
import { listCorporateEvents } from "./list-corporate-events.ts";
import { listEntitlements } from "./list-entitlements.ts";
import { rulesOfLineUpdate, rulesOfNewEvent, rulesOfUpdate } from "./rules.ts";
import {
  CorporateEvent,
  CorporateEventsQuery,
  CorporateEventUpdate,
  NewCorporateEvent,
} from "./schema.ts";
import { updateCorporateEvent } from "./update-corporate-event.ts";
import { updateCorporateEventLine } from "./update-corporate-event-line.ts";

const path = "/restapi/corporateevents";
const tags = [
  { name: "Corporate events", description: "One announcement for all holders of a security." },
];
const readers = ["institutional", "issuing", "operator", "client"] as const;
const EventPath = Type.Object({ eventid: Type.String({ examples: ["4301"] }) });
const {
  statusAlone,
  commentMissing,
  notFound,
  lineNotFound,
  security,
  duplicate,
  lineStatus,
  ...ofEvent
} = announcementErrors;
const { terms, dates, options } = announcementErrors;

/** Registers the requests for corporate events. */
export async function corporateEventRoutes(app: App): Promise<void> {
  reads(app);
  changes(app);
  lines(app);
  ofAccount(app);
}

function reads(app: App): void {
  app.get(
    path,
    {
      // The events that a firm sees depend on the positions of all of its accounts.
      config: { callers: readers, isLarge: () => true },
      schema: {
        operationId: "listCorporateEvents",
        summary: "List corporate events",
        tags,
        querystring: CorporateEventsQuery,
        response: { 200: Type.Array(CorporateEvent, { maxItems: 1_000 }) },
      },
    },
    async ({ context, query }, reply) =>
      sendPage(reply, CorporateEvent, await listCorporateEvents(context, query)),
  );

  app.get(
    `${path}/:eventid`,
    {
      config: { callers: readers, errors: [notFound] },
      schema: {
        operationId: "getCorporateEvent",
        summary: "Get a corporate event, with the sums of all holders",
        tags,
        params: EventPath,
        response: { 200: CorporateEvent },
      },
    },
    async ({ context, params }) => getCorporateEvent(context, params.eventid),
  );
}

function changes(app: App): void {
  app.post(
    path,
    {
      config: {
        callers: ["operator", "issuing"],
        rules: rulesOfNewEvent,
        errors: [terms, dates, options, security, duplicate],
      },
      schema: {
        operationId: "createCorporateEvent",
        summary: "Draft a corporate event",
        tags,
        body: NewCorporateEvent,
        response: { 201: Located },
      },
    },
    async ({ context, body }, reply) => {
      const id = await createCorporateEvent(context, body);
      return created(reply, `${path}/${id}`);
    },
  );

  app.put(
    `${path}/:eventid`,
    {
      config: {
        callers: ["operator", "issuing"],
        rules: rulesOfUpdate,
        errors: [statusAlone, commentMissing, notFound, ...Object.values(ofEvent), security],
      },
      schema: {
        operationId: "updateCorporateEvent",
        summary: "Change a corporate event, or move it on",
        tags,
        params: EventPath,
        body: CorporateEventUpdate,
        response: { 200: Located },
      },
    },
    async ({ context, params, body }, reply) => {
      await updateCorporateEvent(context, params.eventid, body);
      return updated(reply, `${path}/${encodeURIComponent(params.eventid)}`);
    },
  );
}

function lines(app: App): void {
  app.get(
    `${path}/:eventid/lines`,
    {
      config: { callers: ["institutional", "operator"], errors: [notFound] },
      schema: {
        operationId: "listCorporateEventLines",
        summary: "List what a corporate event gives each account",
        tags,
        params: EventPath,
        querystring: LinesQuery,
        response: { 200: jsonOrCsv(Type.Array(CorporateEventLine, { maxItems: 1_000 })) },
      },
    },
    async ({ context, params, query }, reply) => {
      const page = await listCorporateEventLines(context, params.eventid, query);
      if (query.format !== "csv") return sendPage(reply, CorporateEventLine, page);
      linkNextPage(reply, page.next);
      return sendText(reply, "text/csv", linesAsCsv(page.entries));
    },
  );

  app.put(
    `${path}/:eventid/lines/:accountnumber`,
    {
      config: {
        callers: ["operator"],
        rules: rulesOfLineUpdate,
        errors: [commentMissing, notFound, lineNotFound, lineStatus],
      },
      schema: {
        operationId: "updateCorporateEventLine",
        summary: "Hold, release, recompute or keep the line of an account",
        tags,
        params: Type.Object({
          eventid: Type.String({ examples: ["4302"] }),
          accountnumber: Type.String({ examples: ["RA00000003"] }),
        }),
        body: CorporateEventLineUpdate,
        response: { 200: Located },
      },
    },
    async ({ context, params, body }, reply) => {
      const { eventid: eventId, accountnumber: accountNumber } = params;
      await updateCorporateEventLine(context, { eventId, accountNumber }, body);
      return updated(
        reply,
        `${path}/${encodeURIComponent(eventId)}/lines?accountnumber=${accountNumber}`,
      );
    },
  );
}

function ofAccount(app: App): void {
  app.get(
    "/restapi/accounts/:accountnumber/entitlements",
    {
      config: readBy("detail"),
      schema: {
        operationId: "listEntitlements",
        summary: "List what announced events pay the account",
        tags,
        params: accountPath("RA00000003"),
        querystring: EntitlementsQuery,
        response: { 200: Type.Array(AccountEntitlement) },
      },
    },
    async ({ context, params, query }) => listEntitlements(context, params.accountnumber, query),
  );
}
