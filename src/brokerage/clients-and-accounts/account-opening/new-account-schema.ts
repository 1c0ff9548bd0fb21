// The wire shape of an account that is opened. (docs/life-cycles.md, Account)
import type { Static, TUnsafe } from "typebox";
import { accountTypes } from "../../../reference/codes.ts";
import { invalid } from "../../../values/problem.ts";
import { choice, day, text } from "../../../values/scalars.ts";
import { list, note, object, optional, wired, wrongKind } from "../../../values/wire.ts";
import {
  AccountName,
  firstName,
  lastName,
  nineDigits,
  settableFields,
  ssn,
} from "../accounts/reads.ts";

const loginId = text({ max: 64 });

/** `Y` or `N`, or a truth value. */
function withholding(): TUnsafe<boolean> {
  return wired<boolean>(
    { type: ["boolean", "string"], description: "`Y`, `N`, or a truth value; `N` if left out." },
    {
      kind: "scalar",
      decode(raw, field, problems) {
        if (typeof raw === "boolean") return raw;
        if (typeof raw !== "string") return wrongKind(problems, field, "Y, N, true or false");
        const word = raw.toLowerCase();
        if (["y", "true"].includes(word)) return true;
        return ["n", "false"].includes(word) ? false : note(problems, field, undefined);
      },
      codes: (field) => [invalid(field).errorCode],
    },
  );
}

/** The minor of a custodial account. */
const NewMinor = object(
  {
    firstName,
    lastName,
    dateOfBirth: day({ description: "Less than 21 years ago." }),
    SSN: ssn(nineDigits, "Nine digits, with or without dashes; responses show the last four."),
  },
  { title: "NewMinor" },
);

/** A request to open an account. */
export const NewAccount = object(
  {
    accountName: AccountName,
    accountType: choice(accountTypes),
    primaryAccountOwner: text({
      max: 64,
      description: "The login id of a client; for a corporate account the id of a corporate firm.",
    }),
    jointAccountOwners: optional(
      list(loginId, { max: 20, description: "Login ids of further owners of a joint account." }),
    ),
    minor: optional(NewMinor),
    w9BackupWithholding: optional(withholding()),
    trustees: optional(
      list(loginId, { max: 20, description: "Login ids of trustees, on the account of a trust." }),
    ),
    ...settableFields,
  },
  {
    title: "NewAccount",
    examples: [
      {
        accountName: "Lake house",
        accountType: "J",
        primaryAccountOwner: "ada.whitfield",
        jointAccountOwners: ["ben.whitfield"],
        billingPlanOid: "3001",
        defaultTaxLotSelection: "FIFO",
        w9BackupWithholding: "N",
      },
    ],
  },
);
export type NewAccount = Static<typeof NewAccount>;
