// Health and metrics on a port of their own: whatever happens to the connections of callers, a
// monitor gets its response. (docs/operations.md)
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { refusal } from "../../../values/problem.ts";
import { http } from "../../process/node-http.ts";
import { requestErrors } from "../../refusals/errors.ts";
import type { App } from "../frame.ts";
import { commonHeaders, requestIdFor } from "../request/request-ids.ts";

/** How long a request may take to arrive. */
const requestTimeout = 10_000;

const served = /^\/(?:health\/[a-z]+|metrics)(?:\?|$)/;

/** Serves the health and the metrics of the service on a port, 0 for a free one, until the service
 * closes; returns the port. Without a host this machine alone reaches it. */
export async function listenForHealth(app: App, port: number, host = "127.0.0.1"): Promise<number> {
  const { frame } = app;
  const server = http.createServer({ requestTimeout }, (request, response) => {
    if (served.test(request.url ?? "")) return app.routing(request, response);
    const { status, problems } = refusal(404, requestErrors.routeNotFound);
    const type = { "Content-Type": "application/json; charset=utf-8" };
    const id = requestIdFor(request.headers, frame);
    const usual = commonHeaders(id, request.headers);
    const headers = { ...usual, ...type, Connection: "close" };
    response.writeHead(status, headers).end(JSON.stringify(problems));
  });
  server.listen(port, host);
  await once(server, "listening");
  app.server.once("close", () => {
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}
