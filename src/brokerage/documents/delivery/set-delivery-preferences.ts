// Setting how a member wants papers, with the consent that electronic ones need. (docs/documents.md)
import { type Context, clientsInView, kindOfCaller } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { refuseFor } from "../../../values/problem.ts";
import { addStoredBytes } from "../../clients-and-accounts/agreements/changes.ts";
import { problemsOfStorage } from "../../clients-and-accounts/agreements/reads.ts";
import { lockMemberForCaller } from "../../clients-and-accounts/members/changes.ts";
import { hashOf } from "../vault/changes.ts";
import { consentWords } from "./consent-words.ts";
import { setDeliveryPreferencesEntry } from "./entries.ts";
import { deliveryChanged } from "./events.ts";
import { unchosen } from "./get-delivery-preferences.ts";
import { type ChoiceRow, insertChoice, type Preferences, selectChoice } from "./queries.ts";
import { problemsWithUpdate } from "./rules.ts";
import type { DeliveryUpdate } from "./schema.ts";

/** Stores the member's choice in addition to the earlier ones; a firm stores signed consents within its `most` bytes. A consent is stored with its words, the time, the
 * caller and the address of the request. */
export async function setDeliveryPreferences(
  ctx: Context,
  loginId: string,
  request: DeliveryUpdate,
  most = Number.MAX_SAFE_INTEGER,
): Promise<void> {
  const stored = { firmOid: ctx.caller.firm.oid, size: request.signedConsent?.length ?? 0 };
  await write(ctx, setDeliveryPreferencesEntry, async (tx) => {
    await lockMemberForCaller(tx, ctx.caller, loginId);
    const choice = await selectChoice(tx, loginId);
    const isMember = kindOfCaller(ctx.caller) === "client";
    const hasConsent = choice?.consent ?? false;
    refuseFor([
      ...problemsWithUpdate(request, { hasConsent, isMember }),
      ...(stored.size === 0 ? [] : await problemsOfStorage(tx, { ...stored, most })),
    ]);
    if (stored.size > 0) addStoredBytes(tx, stored);

    const before = preferencesOf(choice ?? unchosen);
    const after = preferencesAfter(before, request);
    const signed = request.signedConsent ?? null;
    const sha256 = signed && hashOf(signed);
    const consent = { consentWords: request.consent ? consentWords : null, signedConsent: signed };
    const place = (choice?.place ?? 0) + 1;
    insertChoice(tx, { ...rowOf(ctx, loginId), ...after, ...consent, sha256, place });
    const fields = (Object.keys(after) as (keyof Preferences)[])
      .filter((name) => before[name] !== after[name])
      .toSorted();
    const note = {
      subject: `member:${loginId}`,
      before,
      after,
      detail: { sha256 },
      events: [deliveryChanged({ loginId, fields })],
    };
    return { value: null, audit: [note] };
  });
}

function preferencesOf(choice: Preferences): Preferences {
  const { statements, confirmations, taxForms, bills, consent } = choice;
  return { statements, confirmations, taxForms, bills, consent };
}

/** The preferences as a request leaves them: without a consent all is on paper. */
function preferencesAfter(before: Preferences, request: DeliveryUpdate): Preferences {
  const consent = request.consent ?? before.consent;
  if (!consent) return unchosen;
  return {
    statements: request.statements ?? before.statements,
    confirmations: request.confirmations ?? before.confirmations,
    taxForms: request.taxForms ?? before.taxForms,
    bills: request.bills ?? before.bills,
    consent,
  };
}

function rowOf(
  { caller, requestId, address, now }: Context,
  loginId: string,
): Pick<
  ChoiceRow,
  "loginId" | "apiUserId" | "callerLoginId" | "requestId" | "address" | "chosenAt"
> {
  const callerLoginId = (caller.member ?? clientsInView(caller)[0])?.loginId ?? null;
  return {
    loginId,
    apiUserId: caller.apiUserId,
    callerLoginId,
    requestId,
    address,
    chosenAt: now,
  };
}
