// The path of a member.
import { Type } from "../../../values/type.ts";

/** The path of a member. */
export const MemberPath = memberPath("ada.whitfield");

/** The same, where another member of the sample has something to show. */
export function memberPath(example: string) {
  return Type.Object({ loginid: Type.String({ examples: [example] }) });
}
