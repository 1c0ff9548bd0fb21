// SQL that reads contra firms.
import { type Reader, sql } from "../../../platform/store/db.ts";

/** An address as it is stored: what it lacks has no key. */
export type StoredAddress = Readonly<Record<string, string>>;

/** A firm from which accounts are transferred. */
export interface ContraFirmRow {
  readonly name: string;
  readonly dtcNumber: string | null;
  readonly phoneNumber: string | null;
  readonly primaryAddress: StoredAddress | null;
  readonly acatEligible: boolean;
}

/** The contra firms by name: those that take part in ACATS, those that do not, or both (null). */
export async function selectContraFirms(
  db: Reader,
  acatEligible: boolean | null,
): Promise<ContraFirmRow[]> {
  return db.rows(sql<ContraFirmRow>`
    select name, dtc_number as "dtcNumber", phone_number as "phoneNumber",
      primary_address as "primaryAddress", acat_eligible as "acatEligible"
    from contra_firm where acat_eligible = coalesce(${acatEligible}::boolean, acat_eligible)
    order by name`);
}

/** The contra firm of that name, or undefined. */
export async function selectContraFirm(
  db: Reader,
  name: string,
): Promise<ContraFirmRow | undefined> {
  return db.first(sql<ContraFirmRow>`
    select name, dtc_number as "dtcNumber", phone_number as "phoneNumber",
      primary_address as "primaryAddress", acat_eligible as "acatEligible"
    from contra_firm where name = ${name}`);
}
