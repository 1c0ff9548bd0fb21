// What two account names have in common that the unique account rule takes for the same.

/** The name without outer blanks and without case; names that fold alike are the same name. */
export function foldedName(accountName: string): string {
  // Upper case first: ß and SS meet there, which lower case alone keeps apart.
  return accountName.normalize("NFC").trim().toUpperCase().toLowerCase();
}
