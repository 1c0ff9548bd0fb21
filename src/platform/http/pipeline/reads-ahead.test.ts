// What a read may do before its caller's access is decided: send its statements, and nothing more.
import { setImmediate as turn } from "node:timers/promises";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { forbidden, notFound } from "../../../values/problem.ts";
import { requestErrors } from "../../refusals/errors.ts";
import { type Database, sql } from "../../store/db.ts";
import { goAhead, holdUndecided, readAhead } from "./reads-ahead.ts";
import { sendError } from "./refused.ts";

const sent: string[] = [];
const db = {
  rows: async ({ text }: { readonly text: string }) => {
    sent.push(text);
    if (text.includes("absent")) throw new Error("the store fails");
    return [{ name: "Everyday" }, { name: "Rainy day" }];
  },
} as unknown as Database;

/** Three kinds of reads, whose access is decided by `granted`. */
function openApp(granted: Promise<void>) {
  const app = Fastify();
  app.decorateRequest("undecided");
  app.setErrorHandler(sendError);
  app.decorateRequest("headersBefore");
  app.addHook("preValidation", async (request, reply) => {
    reply.header("Access-Control-Allow-Origin", "https://example.com");
    goAhead(request, reply, granted);
  });
  app.addHook("onSend", holdUndecided);
  const ahead = readAhead(db, granted);
  app.get("/one", async () => ahead.first(sql`select name from account`));
  app.get("/all", async () => ahead.rows(sql`select name from account order by 1`));
  app.get("/failing", async () => ahead.rows(sql`select absent`));
  app.get("/nothing-read", async (_request, reply) => {
    return reply.header("X-Read", "1").send({ version: "1" });
  });
  app.get("/refused", async (_request, reply) => {
    reply.header("X-Read", "1");
    throw notFound(requestErrors.routeNotFound);
  });
  return app;
}

test("its statement is sent at once, and its response waits until access is granted", async () => {
  const { promise: granted, resolve } = Promise.withResolvers<void>();
  const app = openApp(granted);
  const paths = ["/one", "/all", "/nothing-read", "/refused"];
  let isSent = false;
  const responses = Promise.all(
    paths.map(async (path) => {
      const response = await app.inject(path);
      isSent = true;
      return [response.statusCode, response.json()];
    }),
  );
  await expect.poll(() => sent).toContain("select name from account");
  await turn();
  expect(isSent).toBe(false);
  resolve();
  const [one, all, nothingRead, refused] = await responses;
  expect(one).toEqual([200, { name: "Everyday" }]);
  expect(all).toEqual([200, [{ name: "Everyday" }, { name: "Rainy day" }]]);
  expect(nothingRead).toEqual([200, { version: "1" }]);
  expect(refused?.[0]).toBe(404);
});

test.each(["/one", "/all", "/failing", "/nothing-read", "/refused"])(
  "%s gets the refusal of access, whatever else became of it",
  async (path) => {
    const { promise: granted, reject } = Promise.withResolvers<void>();
    const response = openApp(granted).inject(path);
    setImmediate(() => reject(forbidden()));
    const { statusCode, body } = await response;
    expect([statusCode, body]).toEqual([403, JSON.stringify(forbidden().problems)]);
  },
);

test("a read that nobody awaits may fail", async () => {
  const refused = Promise.reject(forbidden());
  const ahead = readAhead(db, refused);
  for (const text of [sql`select 1`, sql`select absent`]) {
    void ahead.rows(text);
    void ahead.first(text);
  }
  // An unhandled rejection would fail this test.
  await turn();
  await expect(refused).rejects.toMatchObject({ status: 403 });
});
