// Participants of an offer that are not a firm. (interface 2.3)

/** All investing users, and all institutional firms. */
export const reservedParticipants = ["DEFAULT", "IAFIRM"] as const;

/** The reserved participants behind which a firm takes part without being named. */
export function reservedFor({ kind }: { readonly kind: string }): readonly string[] {
  return kind === "institutional" ? reservedParticipants : ["DEFAULT"];
}
