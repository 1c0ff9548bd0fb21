// The statements of transfers that are asked for and followed by requests.

import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import { type Reader, sql, type Tx } from "../../../platform/store/db.ts";
import type { OpenTransfer } from "./rules.ts";

/** The assets that a transfer moves where it does not move everything; a null amount is all
 * shares. */
interface AssetsRow {
  readonly stocks: readonly {
    readonly ticker: string;
    readonly description: string | null;
    readonly amount: Decimal | null;
  }[];
  readonly cashAmount: Decimal | null;
  readonly transferAllCash: boolean;
}

/** A transfer that a request enters. */
export interface NewTransferRow {
  readonly accountNumber: string;
  readonly acatId: string;
  readonly loginId: string;
  readonly transferType: string;
  readonly status: string;
  readonly comment: null;
  readonly contraFirmName: string;
  readonly contraAccountNumber: string;
  readonly dtcNumber: string | null;
  readonly assets: AssetsRow | null;
  readonly rothFiveYear: Decimal | null;
  readonly createdAt: Date;
  readonly lastModifiedAt: Date;
}

/** Enters a transfer. */
export function insertTransfer(tx: Tx, row: NewTransferRow): void {
  tx.send(sql`
    insert into transfer
      (account_number, acat_id, transfer_type, status, contra_account_number, dtc_number,
       created_at, last_modified_at, login_id, contra_firm_name, assets, roth_five_year)
    values
      (${row.accountNumber}, ${row.acatId}, ${row.transferType}, ${row.status},
       ${row.contraAccountNumber}, ${row.dtcNumber}, ${row.createdAt}, ${row.lastModifiedAt},
       ${row.loginId}, ${row.contraFirmName}, ${row.assets && JSON.stringify(row.assets)},
       ${row.rothFiveYear}::integer)`);
}

/** The transfer once it has moved on. */
export interface MovedTransfer {
  readonly accountNumber: string;
  readonly acatId: string;
  readonly status: string;
  readonly comment: string | null;
  readonly lastModifiedAt: Date;
}

/** Moves a transfer on. */
export function updateMovedTransfer(tx: Tx, row: MovedTransfer): void {
  tx.send(sql`
    update transfer set status = ${row.status}, comment = ${row.comment},
      last_modified_at = ${row.lastModifiedAt}
    where account_number = ${row.accountNumber} and acat_id = ${row.acatId}`);
}

/** The signature of an owner: an e-sign record. */
export interface SignatureRow {
  readonly loginId: string;
  readonly imageEncoding: string;
  readonly content: Buffer;
  readonly sha256: Buffer;
  readonly apiUserId: Id;
  /** The member logged in, else the one acted for. */
  readonly callerLoginId: string | null;
  readonly requestId: string;
  readonly address: string;
  readonly signedAt: Date;
}

/** Stores a signature; the writer's rights prevent later changes. */
export function insertSignature(
  tx: Tx,
  { accountNumber, acatId }: Pick<NewTransferRow, "accountNumber" | "acatId">,
  row: SignatureRow,
): void {
  tx.send(sql`
    insert into transfer_signature
      (account_number, acat_id, login_id, image_encoding, content, content_sha256, api_user_id,
       caller_login_id, request_id, address, signed_at)
    values
      (${accountNumber}, ${acatId}, ${row.loginId}, ${row.imageEncoding}, ${row.content},
       ${row.sha256}, ${row.apiUserId}, ${row.callerLoginId}, ${row.requestId}, ${row.address},
       ${row.signedAt})`);
}

/** The transfers of an account with a status that is not among the final ones. */
export async function selectOpenTransfers(
  db: Reader,
  accountNumber: string,
  final: readonly string[],
): Promise<OpenTransfer[]> {
  return db.rows(sql<OpenTransfer>`
    select transfer_type as "transferType", contra_account_number as "contraAccountNumber",
      contra_firm_name as "contraFirmName", dtc_number as "dtcNumber",
      assets is not null as "hasAssets"
    from transfer
    where account_number = ${accountNumber} and status <> all (${final}::text[])`);
}
