// Where the service is: the address of the page's files says so, with any prefix of PUBLIC_URL.

/** The address of the service, without a slash at its end; files lie two folders below it. */
export const serviceUrl = new URL("../..", import.meta.url).href.replace(/\/$/, "");

/** The path of the console, without a slash at its end. */
export const consolePath = new URL(`${serviceUrl}/console`).pathname;
