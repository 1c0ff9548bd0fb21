// The form of an account's name in which the unique account rule compares it.

/** The name without outer blanks and without case; names that fold to the same text are the
 * same. */
export function foldedName(accountName: string): string {
  // Upper case first: ß and SS meet there, which lower case alone keeps apart.
  return accountName.normalize("NFC").trim().toUpperCase().toLowerCase();
}
