// The form of a login id in which no two members may have the same.

/** The login id without case; ids that fold to the same text are the same. */
export function foldedLoginId(loginId: string): string {
  // Upper case first: ß and SS meet there, which lower case alone keeps apart.
  return loginId.normalize("NFC").toUpperCase().toLowerCase();
}
