// Events of trustees. Subject: the member.
import Type from "typebox";
import { eventShape } from "../../../platform/change/event.ts";

const data = { loginId: Type.String(), fields: Type.Array(Type.String()) };

/** A trustee was added. */
export const trusteeCreated = eventShape("trustee.created", data);
/** A trustee was changed. */
export const trusteeUpdated = eventShape("trustee.updated", data);
