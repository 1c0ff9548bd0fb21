// The name of the operating system's user, for what a command writes.
import { userInfo } from "node:os";

/** The user's name, or its number where the system has no entry for it, as under `runAsUser`. */
export function systemUser(lookUp: () => { readonly username: string } = userInfo): string {
  try {
    return lookUp().username;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_SYSTEM_ERROR") throw error;
    return String(process.getuid?.());
  }
}
