// Announcing a corporate event; it begins as a draft.
import type { Id } from "@bursar/values/ids";
import { type Context, deciderOf, personOf } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import type { Reader } from "../../../platform/store/db.ts";
import { lockSecurity } from "../../../reference/prices/queries.ts";
import { type Problem, refuseFor, ruleProblem } from "../../../values/problem.ts";
import type { EventKind } from "../entitlements/reads.ts";
import type { Announced } from "./announced.ts";
import { reviseLines } from "./entitled-lines.ts";
import { createCorporateEventEntry } from "./entries.ts";
import { announcementErrors } from "./errors.ts";
import { eventCreated } from "./events.ts";
import { selectDuplicate, selectEventSecurity, storeEvent } from "./queries.ts";
import { problemsWithTerms } from "./rules.ts";
import type { NewCorporateEvent } from "./schema.ts";
import { daysOf, sentTerms } from "./sent-event.ts";

/** Stores a draft, and returns the id that was drawn for it. */
export async function createCorporateEvent(ctx: Context, sent: NewCorporateEvent): Promise<string> {
  return write(
    ctx,
    createCorporateEventEntry,
    async (tx) => {
      const event = draftOf(ctx, sent);
      refuseFor(problemsWithTerms(event));
      await lockSecurity(tx, event.securityId);
      refuseFor(await problemsWithNew(tx, ctx, event, sent));
      storeEvent(tx, event);
      // A dry run shows what each holder would get.
      if (ctx.isRehearsed) await reviseLines(tx, event);
      const { eventId, status, version, kind, terms } = event;
      const note = {
        subject: `security:${event.securityId}`,
        after: { eventId, status, version: String(version) },
        detail: { kind, terms: JSON.stringify(terms) },
        events: [eventCreated({ eventId, status, fields: [] })],
      };
      return { value: eventId, audit: [note] };
    },
    { refusals: { corporate_event_external: ruleProblem(announcementErrors.duplicate) } },
  );
}

function draftOf(ctx: Context, sent: NewCorporateEvent): Announced {
  const person = personOf(ctx.caller);
  return {
    eventId: ctx.newId(),
    kind: sent.kind as EventKind,
    securityId: sent.securityId,
    status: "DRAFT",
    version: 1,
    source: sent.source ?? null,
    externalId: sent.externalId ?? null,
    ...daysOf(sent),
    terms: sentTerms({}, sent),
    received: sent.received ?? null,
    autoPost: sent.autoPost ?? false,
    autoPostBy: sent.autoPost === true ? deciderOf(ctx.caller) : null,
    createdBy: person,
    creatingFirmOid: ctx.caller.firm.oid,
    announcedBy: null,
    postedBy: null,
    correctedBy: null,
    reversedBy: null,
    persons: person === null ? [] : [person],
    comment: null,
    electionsFrozenAt: null,
    createdAt: ctx.now,
  };
}

async function problemsWithNew(
  db: Reader,
  { caller }: Context,
  event: Announced,
  { another = false }: NewCorporateEvent,
): Promise<Problem[]> {
  const into: Id | null = event.terms.intoSecurityId ?? null;
  const security = await selectEventSecurity(db, event.securityId, into);
  const isOwn = caller.firm.kind !== "issuing" || security?.issuingFirmOid === caller.firm.oid;
  if (!security?.hasInto || !isOwn) return [ruleProblem(announcementErrors.security)];
  const duplicate = await selectDuplicate(db, event);
  const isDuplicate = duplicate !== undefined && (duplicate.byId || !another);
  return isDuplicate ? [ruleProblem(announcementErrors.duplicate)] : [];
}
