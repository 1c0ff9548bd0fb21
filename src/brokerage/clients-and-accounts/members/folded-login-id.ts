// The form of a login id, and the folded form in which no two members may have the same.

/** The login id without case; ids that fold to the same text are the same. */
export function foldedLoginId(loginId: string): string {
  // Upper case first: ß and SS meet there, which lower case alone keeps apart.
  return loginId.normalize("NFC").toUpperCase().toLowerCase();
}

/** Whether a text may be a login id: PostgreSQL text cannot contain U+0000, and a login id has no
 * lone surrogate. */
export function isLoginId(loginId: string): boolean {
  return loginId.length <= 128 && !/[\p{Cc}\p{Cs}]/u.test(loginId);
}
