// The API reference: every request of the contract, sent with the session of the signed-in user.
import "./reference.css";
import "./scalar.ts";
import { serviceUrl } from "../data/place.ts";
import { currentSession } from "../data/session.ts";

const person = await currentSession().catch(() => undefined);

/** Sends a request as the console does: with the cookie, and for a change the page's token.
 * Credentials that were typed in take precedence over the session. */
const asPerson: typeof fetch = (input, init) => {
  const request = new Request(input, init);
  const { headers, method, url } = request;
  if (/^(Bearer|Basic)?\s*$/.test(headers.get("Authorization") ?? "")) {
    headers.delete("Authorization");
  }
  const isOwn = url.startsWith(`${serviceUrl}/`);
  if (isOwn && person && !headers.has("Authorization") && method !== "GET") {
    headers.set("X-Session-Token", person.token);
  }
  return fetch(request);
};

const said = document.createElement("p");
said.className = "said";
said.textContent = person
  ? `Requests are sent as ${person.name} of ${person.firmName}.`
  : "Not signed in. Sign in at the console, or enter a bearer token below.";
const way = document.createElement("a");
way.href = `${serviceUrl}/console/`;
way.textContent = "Console";
said.append(" ", way);
const place = document.getElementById("root");
place?.before(said);

Scalar.createApiReference("#root", {
  url: `${serviceUrl}/openapi.json`,
  servers: [{ url: serviceUrl, description: "This service" }],
  customFetch: asPerson,
  // Nothing from other origins: the policy of the page would block it.
  withDefaultFonts: false,
  telemetry: false,
  proxyUrl: "",
  hideClientButton: true,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: "never",
  documentDownloadType: "json",
  // Each request shows its own shapes: a second list of all would double the page.
  hideModels: true,
  persistAuth: false,
  defaultHttpClient: { targetKey: "shell", clientKey: "curl" },
});
