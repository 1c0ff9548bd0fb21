// The service's address, derived from the address of the page's files, with any prefix of
// PUBLIC_URL.

/** The address of the service without a trailing slash; files lie two folders below it. */
export const serviceUrl = new URL("../..", import.meta.url).href.replace(/\/$/, "");

/** The path of the console without a trailing slash. */
export const consolePath = new URL(`${serviceUrl}/console`).pathname;
