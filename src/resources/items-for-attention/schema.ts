// The shape of items for attention. (interface 3)
import { codeList } from "../../reference/codes.ts";
import { choice, day, decimal, id, text } from "../../values/scalars.ts";
import { object, optional } from "../../values/wire.ts";

/** An item as it is loaded. */
export const ItemForAttentionRecord = object({
  accountNumber: text({ description: "The account that the item is about." }),
  id: id({ description: "Id of the item, unique within the account." }),
  loginId: text({ description: "The member whose attention it needs." }),
  ifaType: choice(codeList("ifa-type"), { description: "What is requested." }),
  ifaStatus: choice(codeList("ifa-status"), { description: "What was done about it." }),
  targetOid: optional(text({ max: 40, description: "Id of the thing it is about, in free text." })),
  viewsRemaining: optional(
    decimal({ places: 0, min: "0", max: "1000", description: "How often it may still be viewed." }),
  ),
  startDate: day({ description: "The first day on which it is shown." }),
  expirationDate: optional(day({ description: "The last day on which it is shown." })),
});
