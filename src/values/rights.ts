// The rights to an account that a client member may have; each level of permission is a set of them.
// (interface 5)

/** The rights of a client member to read or change. */
export const rights = ["summary", "detail", "money", "trade", "vote", "papers", "owner"] as const;

/** The right that a request under an account needs. */
export type Right = (typeof rights)[number];

/** The right that a route needs: one, or another where its path names the member who asks. */
export type RightOfRoute = Right | { readonly own: Right; readonly others: Right };
