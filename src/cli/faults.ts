// Why a command ends without having done what was asked.

/** A command cannot do what was requested; the message is one sentence. */
export class CommandFault extends Error {}

/** The words of a command do not fit together, whatever the store holds; the message says why, and
 * the command ends with 2. */
export class UsageFault extends Error {}
