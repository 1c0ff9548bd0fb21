// Ids of transfers: what may be one, and how a new one is drawn. (interface 2.5)

// 32 of them, so that each is as likely; those that are read as another (I, L, O, U) are left out.
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Whether a text in a path can be the id of a transfer, which a load may have given it. */
export function isAcatId(text: string): boolean {
  return text.length <= 80 && !/[\p{Cc}\p{Cs}]/u.test(text);
}

/** Draws eight letters and digits; there are so many that no account has one of them twice. */
export function drawAcatId(random: (bytes: number) => Uint8Array): string {
  return Array.from(random(8), (byte) => alphabet[byte & 31]).join("");
}
