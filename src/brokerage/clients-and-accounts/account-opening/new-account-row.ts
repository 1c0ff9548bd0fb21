// The rows of an account that is opened, and how its number is drawn.

import { newYorkDay } from "@bursar/values/dates";
import type { AccountNumber } from "@bursar/values/ids";
import type { Context } from "../../../platform/change/context.ts";
import { isRetirementAccount } from "../../../reference/codes.ts";
import { type MinorRow, sealMinorSsn } from "../accounts/changes.ts";
import type { NewAccount } from "./new-account-schema.ts";
import type { NewAccountRow, NewFolio } from "./queries.ts";

// 16 and 32 of them, so that each is as likely; those that are read as another are left out.
const letters = "ABCDEFGHJKMNPQRS";
const signs = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Draws `R`, a letter, and eight letters and digits: so many that none is drawn twice. */
export function drawAccountNumber(random: (bytes: number) => Uint8Array): AccountNumber {
  const [first = 0, ...others] = random(9);
  const rest = others.map((byte) => signs[byte & 31]).join("");
  return `R${letters[first & 15]}${rest}` as AccountNumber;
}

/** The folios that every account has: its cash, and what it holds outside folios. */
export function foliosOf(number: AccountNumber): NewFolio[] {
  return [
    { folioNumber: `${number}01`, name: "Cash", folioType: "cash" },
    { folioNumber: `${number}02`, name: "Outside folios", folioType: "holdings" },
  ];
}

/** An account's own row, as a request opens it. */
export function accountRowOf(
  { vault, now, caller }: Context,
  request: NewAccount,
  opened: Pick<NewAccountRow, "number" | "billingPlanOid" | "primaryOwner" | "clientFirmOid">,
): NewAccountRow {
  const { accountName, accountType, minor } = request;
  const usualMethod = isRetirementAccount(accountType) ? "AVGC" : "LGHL";
  return {
    ...opened,
    accountName,
    accountType,
    firmOid: caller.firm.oid,
    defaultTaxLotSelection: request.defaultTaxLotSelection ?? usualMethod,
    longTermTaxRate: request.longTermTaxRate ?? null,
    shortTermTaxRate: request.shortTermTaxRate ?? null,
    initContributionDate: request.initContributionDate ?? null,
    w9BackupWithholding: request.w9BackupWithholding ?? false,
    openedOn: newYorkDay(now),
    openedBy: caller.member?.loginId ?? null,
    minor: minor === undefined ? null : withoutSsn(minor),
    minorSsn: sealMinorSsn(vault, opened.number, minor?.SSN),
  };
}

function withoutSsn({ SSN: _, ...minor }: NonNullable<NewAccount["minor"]>): MinorRow {
  return minor;
}
