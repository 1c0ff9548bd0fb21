// The service over real connections: broken HTTP, bodies over the limit, and stopping. (interface 7)
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { sql } from "../src/platform/store/db.ts";
import { openTestService, type TestService } from "./harness.ts";
import { untilOneWaits } from "./lock-waits.ts";
import { addressOf, exchange, openSocket, readToEnd } from "./raw-http.ts";

const path = "/restapi/accounts/RA00000001/restrictions";
const restriction = '{"reason":{"code":"021"},"type":{"code":"SO"}}';

function request(line: string, headers: readonly string[] = [], body = ""): string {
  const lines = [`${line} HTTP/1.1`, "Host: bursar.test", "Connection: close", ...headers];
  return `${lines.join("\r\n")}\r\n\r\n${body}`;
}

function partsOf(response: string) {
  const [head = "", body = ""] = response.split(/\r\n\r\n(.*)/s);
  const [status = "", ...headers] = head.split("\r\n");
  return { status: status.slice("HTTP/1.1 ".length, 12), headers: headers.join("\n"), body };
}

describe("broken requests", () => {
  let service: TestService;
  let port: number;
  beforeAll(async () => {
    service = await openTestService();
    port = await addressOf(service.app);
  });
  afterAll(() => service.close());

  test.each([
    ["no HTTP", "GARBAGE\r\n\r\n"],
    ["TLS", "\x16\x03\x01\x02\x00\x01\x00\x01"],
    ["an unknown method", request("BREW /health/live")],
    ["a tunnel", request("CONNECT other.test:443")],
    ["no Host", "GET /health/live HTTP/1.1\r\nConnection: close\r\n\r\n"],
    ["two Hosts", request("GET /health/live", ["Host: other.test"])],
    [
      "a Host that is none",
      "GET /health/live HTTP/1.1\r\nHost: a.test/b\r\nConnection: close\r\n\r\n",
    ],
    ["a Host with marks", 'GET /health/live HTTP/1.1\r\nHost: a"><b\r\nConnection: close\r\n\r\n'],
    [
      "a Host with letters of no host",
      "GET /health/live HTTP/1.1\r\nHost: \xff\r\nConnection: close\r\n\r\n",
    ],
    ["the address of another host", request("GET http://other.test/health/live")],
    ["an address with a user", request("GET http://bursar.test@other.test/health/live")],
    ["an address with another port", request("GET http://bursar.test:8080/health/live")],
    ["an address of another scheme", request("GET ftp://bursar.test/health/live")],
    ["a broken header", request("GET /health/live", ["No colon"])],
    ["two lengths", request(`POST ${path}`, ["Content-Length: 2", "Content-Length: 3"], "{}")],
    [
      "a length and chunks",
      request(`POST ${path}`, ["Content-Length: 3", "Transfer-Encoding: chunked"], "0\r\n\r\n"),
    ],
    [
      "chunks in HTTP/1.0",
      "POST /nothing HTTP/1.0\r\nHost: bursar.test\r\nConnection: keep-alive\r\n" +
        "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    ],
    ["a broken chunk", request(`POST ${path}`, ["Transfer-Encoding: chunked"], "zz\r\n")],
  ])("with %s get 400 in the form of every refusal", async (_, sent) => {
    const response = partsOf(await exchange(port, Buffer.from(sent, "latin1")));
    expect(response.status).toBe("400");
    expect(JSON.parse(response.body)).toEqual([
      {
        type: "REQUEST",
        errorCode: "request.malformed",
        message: "The request is not well-formed HTTP.",
      },
    ]);
    const headers = response.headers.toLowerCase();
    for (const name of ["x-request-id", "x-content-type-options", "cache-control"]) {
      expect(headers).toContain(`${name}: `);
    }
  });

  const padded = (length: number) => `/health/live?${"x".repeat(length - "/health/live?".length)}`;

  test.each([
    ["an address of 8 KiB", request(`GET ${padded(8_192)}`), "200", undefined],
    ["an address beyond 8 KiB", request(`GET ${padded(8_193)}`), "414", "address.too.long"],
    [
      "headers of 15 KiB",
      request("GET /health/live", [`X: ${"x".repeat(15_000)}`]),
      "200",
      undefined,
    ],
    [
      "headers beyond 16 KiB",
      request("GET /health/live", [`X: ${"x".repeat(17_000)}`]),
      "431",
      "head.too.large",
    ],
    [
      "headers of more than twice that",
      request("GET /health/live", [`X: ${"x".repeat(40_000)}`]),
      "431",
      "head.too.large",
    ],
    ["an address beyond 16 KiB", request(`GET ${padded(17_000)}`), "431", "head.too.large"],
  ])("%s is read or refused", async (_, sent, status, errorCode) => {
    const response = partsOf(await exchange(port, sent));
    expect(response.status).toBe(status);
    expect(response.headers.toLowerCase()).toContain("connection: close");
    expect(JSON.parse(response.body)[0]?.errorCode).toBe(errorCode);
  });

  test("a request without Connection is closed as well once its address is too long", async () => {
    const sent = `GET ${padded(8_193)} HTTP/1.1\r\nHost: bursar.test\r\n\r\n`;
    expect(partsOf(await exchange(port, sent)).status).toBe("414");
  });

  test("whoever keeps a refused connection open is cut off", async () => {
    const own = await openTestService();
    const socket = connect({
      port: await addressOf(own.app),
      host: "127.0.0.1",
      allowHalfOpen: true,
    });
    const ended = once(socket, "end");
    socket.on("error", () => {}).resume();
    socket.write("GARBAGE\r\n\r\n");
    await ended;
    const open = promisify(own.app.server.getConnections.bind(own.app.server));
    await vi.waitFor(async () => expect(await open()).toBe(0), { timeout: 20_000 });
    socket.destroy();
    await own.close();
  }, 40_000);

  test.each(["bursar.test", "bursar.test:8080", "127.0.0.1:1", "[::1]:8080", "a_b.test", ""])(
    "a Host of %j is accepted",
    async (host) => {
      const sent = `GET /health/live HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
      expect(partsOf(await exchange(port, sent)).status).toBe("200");
    },
  );

  test.each([
    ["HTTP/1.1", "Host: \r\n"],
    ["HTTP/1.1", "Host: :8080\r\n"],
    ["HTTP/1.0", ""],
  ])("links of a request that names no host are relative: %s %j", async (version, host) => {
    const own = await openTestService({ publicUrls: [] });
    const at = await addressOf(own.app);
    const { token } = own.keys.adviser;
    const ask = (path: string) =>
      exchange(
        at,
        `GET ${path} ${version}\r\n${host}Authorization: Bearer ${token}\r\nConnection: close\r\n\r\n`,
      );
    const listed = await ask("/restapi/accounts?limit=1");
    expect(listed).toMatch(/^link: <\/restapi\/accounts\?[^>]*>; rel="next"\r$/im);
    expect(await ask("/openapi.json")).toContain('{"servers":[{"url":"/"}]');
    await own.close();
  });

  test("connections are closed when idle", () => {
    expect(service.app.server.timeout).toBe(120_000);
  });

  test("an unknown expectation is ignored", async () => {
    const response = await exchange(port, request("GET /health/live", ["Expect: wonders"]));
    expect(partsOf(response).status).toBe("200");
  });

  describe("a body over the limit gets 413", () => {
    const tooLarge = "body.too.large";

    test("by its declared length, before it is sent and its credentials are checked", async () => {
      const headers = ["Content-Type: application/json", "Content-Length: 1048577"];
      const response = partsOf(await exchange(port, request(`POST ${path}`, headers)));
      expect([response.status, JSON.parse(response.body)[0].errorCode]).toEqual(["413", tooLarge]);
    });

    test("by its chunks, once they are too many", async () => {
      const chunk = `10000\r\n${"x".repeat(0x10000)}\r\n`;
      const chunked = ["Content-Type: application/json", "Transfer-Encoding: chunked"];
      const headers = [...chunked, `Authorization: Bearer ${service.keys.adviser.token}`];
      const sent = request(`POST ${path}`, headers, chunk.repeat(17));
      const response = partsOf(await exchange(port, sent));
      expect([response.status, JSON.parse(response.body)[0].errorCode]).toEqual(["413", tooLarge]);
      expect(response.body).toContain("At most 1,048,576 bytes are accepted.");
    });

    test("but not for a path that is not served", async () => {
      const response = await exchange(port, request("POST /nothing", ["Content-Length: 1048577"]));
      expect(partsOf(response).status).toBe("404");
    });
  });

  test("a chunked body within the limit is accepted like any other", async () => {
    const headers = [
      "Content-Type: application/json",
      "Transfer-Encoding: chunked",
      `Authorization: Bearer ${service.keys.adviser.token}`,
    ];
    const a = restriction.slice(0, 10);
    const b = restriction.slice(10);
    const chunks = [a, b].map((part) => `${part?.length.toString(16)}\r\n${part}\r\n`).join("");
    const response = await exchange(port, request(`POST ${path}`, headers, `${chunks}0\r\n\r\n`));
    expect(partsOf(response).status).toBe("201");
  });

  test("a body of more than a thousand single bytes gets 400, and its connection closed", async () => {
    const headers = [
      "Content-Type: application/json",
      "Transfer-Encoding: chunked",
      `Authorization: Bearer ${service.keys.adviser.token}`,
    ];
    const sent = request(`POST ${path}`, headers, "1\r\nx\r\n".repeat(1_500));
    const response = partsOf(await exchange(port, sent));
    expect(response.status).toBe("400");
    expect(response.headers.toLowerCase()).toContain("connection: close");
    expect(JSON.parse(response.body)).toEqual([
      {
        type: "REQUEST",
        errorCode: "too.many.pieces",
        message: "The body comes in too many small pieces; send it in larger ones.",
      },
    ]);
  });
});

describe("a stopping service", () => {
  const authorized = (service: TestService) => [
    "Content-Type: application/json",
    `Content-Length: ${restriction.length}`,
    `Authorization: Bearer ${service.keys.adviser.token}`,
  ];

  /** Sends a change of an account whose row is locked, and stops the service meanwhile. */
  async function stopWhileChanging<T>(
    service: TestService,
    work: (port: number, response: Promise<string>, close: () => void) => Promise<T>,
  ): Promise<T> {
    const port = await addressOf(service.app);
    const socket = await openSocket(port);
    return service.db.transaction(async (tx) => {
      await tx.execute(sql`select from account where account_number = 'RA00000001' for update`);
      const response = readToEnd(socket);
      socket.write(request(`POST ${path}`, authorized(service), restriction));
      await untilOneWaits(service.db);
      return work(port, response, () => socket.destroy());
    });
  }

  test("responds to accepted requests, refuses new ones with 503, and then ends", async () => {
    const service = await openTestService();
    const idle = await openSocket(await addressOf(service.app));
    let hasDrained = false;
    const { accepted, refused, drained } = await stopWhileChanging(
      service,
      async (port, response) => {
        const ended = service.app.drain().then(() => {
          hasDrained = true;
        });
        const late = readToEnd(idle);
        idle.write(request("GET /restapi/accounts/RA00000001"));
        const second = partsOf(await late);
        const third = partsOf(await exchange(port, request("GET /health/ready")));
        expect(third.status).toBe("503");
        expect(hasDrained).toBe(false);
        return { accepted: response, refused: second, drained: ended };
      },
    );
    expect(refused.status).toBe("503");
    expect(refused.headers.toLowerCase()).toContain("connection: close");
    expect(refused.headers.toLowerCase()).toContain("retry-after: 1");
    expect(JSON.parse(refused.body)).toMatchInlineSnapshot(`
      [
        {
          "errorCode": "service.unavailable",
          "message": "The service is not available; try again.",
          "type": "REQUEST",
        },
      ]
    `);
    expect(partsOf(await accepted).status).toBe("201");
    await drained;
    await service.close();
  });

  test("does not wait for a caller who hung up", async () => {
    const service = await openTestService();
    const { drained } = await stopWhileChanging(service, async (_port, response, hangUp) => {
      hangUp();
      await response;
      return { drained: service.app.drain() };
    });
    await drained;
    await service.close();
  });

  test("does not wait for requests that were refused at once", async () => {
    const service = await openTestService();
    const port = await addressOf(service.app);
    for (const line of ["GET /restapi/accounts/%zz", "GET /nothing", "PATCH /health/live"]) {
      await exchange(port, request(line));
    }
    await exchange(port, "GARBAGE\r\n\r\n");
    await service.app.drain();
    await service.close();
  });

  test("ends although a caller keeps a connection open without a request", async () => {
    const service = await openTestService();
    const socket = await openSocket(await addressOf(service.app));
    const ended = readToEnd(socket);
    socket.write("GET /health/live HTTP/1.1\r\nHost: bursar.test\r\n\r\n");
    await setTimeout(50);
    await service.app.drain();
    await service.close();
    expect(partsOf(await ended).status).toBe("200");
  });
});
