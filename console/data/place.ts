// Where the console is served: the address of its files says so, with any prefix of PUBLIC_URL.

const folder = new URL("..", import.meta.url);

/** The path of the console, without a slash at its end. */
export const consolePath = folder.pathname.replace(/\/$/, "");

/** The address of the service, without a slash at its end. */
export const serviceUrl = new URL("..", folder).href.replace(/\/$/, "");
