// The body of an update, as both peers have validated it.

/** One exclusion that was sent. */
export interface SentExclusion {
  readonly exclusionValue: string;
  readonly exclusionStartDate?: string;
  readonly exclusionEndDate?: string;
}

/** The lists that were sent; each replaces the stored one. */
export interface Update {
  readonly trustedContacts?: readonly {
    readonly firstName: string;
    readonly lastName: string;
    readonly relationship?: string;
    readonly email?: string;
    readonly telephone?: string;
  }[];
  readonly securityExclusions?: readonly SentExclusion[];
  readonly issueExclusions?: readonly SentExclusion[];
  readonly sectorExclusions?: readonly SentExclusion[];
}

/** The lists of exclusions that were sent, by kind. */
export function sentExclusions(update: Update) {
  const lists = [
    { kind: "SECURITY", list: update.securityExclusions },
    { kind: "ISSUE", list: update.issueExclusions },
    { kind: "SECTOR", list: update.sectorExclusions },
  ];
  return lists.flatMap(({ kind, list }) => (list === undefined ? [] : [{ kind, list }]));
}
