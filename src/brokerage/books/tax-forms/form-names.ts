// The tax forms.

/** The forms of which a paper is made. */
export const formNames = ["1099-b", "8949"] as const;
/** One of them. */
export type FormName = (typeof formNames)[number];
