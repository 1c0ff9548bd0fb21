// Fastify and Drizzle as their documentation teaches them: routes with JSON schemas, a hook that
// checks the bearer's token, prepared relational queries, and changes in transactions.
import process from "node:process";
import { and, between, eq, inArray, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import Fastify from "fastify";
import pg from "pg";
import { accountOf } from "../account-answer.ts";
import { daysOf, hashOf, instantOf } from "../answers.ts";
import { sentExclusions, type Update } from "../change.ts";
import { lotOf } from "../lot-answer.ts";
import * as schemas from "./json-schemas.ts";
import * as schema from "./schema.ts";

interface Caller {
  readonly apiUser: string;
  readonly firmOid: string;
}

declare module "fastify" {
  interface FastifyRequest {
    caller: Caller;
  }
}

const settings = JSON.parse(process.argv[2] ?? "") as pg.PoolConfig;
const db = drizzle(new pg.Pool({ ...settings, max: 36 }), { schema });
const given = sql.placeholder;

const tokenOf = db.query.apiToken
  .findFirst({ where: eq(schema.apiToken.tokenHash, given("hash")) })
  .prepare("token");
const seen = and(
  eq(schema.account.number, given("number")),
  eq(schema.account.firmOid, given("firm")),
);
const wholeAccount = db.query.account
  .findFirst({
    where: seen,
    with: {
      beneficiaries: { orderBy: (row, { asc }) => asc(row.position) },
      trustedContacts: { orderBy: (row, { asc }) => asc(row.position) },
      exclusions: { orderBy: (row, { asc }) => asc(row.position) },
    },
  })
  .prepare("account");
const anyAccount = db
  .select({ number: schema.account.number })
  .from(schema.account)
  .where(seen)
  .prepare("seen");
const valuesOf = db
  .select({ date: schema.unitValue.valuedOn, value: schema.unitValue.value })
  .from(schema.unitValue)
  .where(
    and(
      eq(schema.unitValue.accountNumber, given("number")),
      between(schema.unitValue.valuedOn, given("first"), given("last")),
    ),
  )
  .orderBy(schema.unitValue.valuedOn)
  .prepare("values");
const lotsOf = db
  .select()
  .from(schema.reportedLot)
  .where(
    and(
      eq(schema.reportedLot.accountNumber, given("number")),
      eq(schema.reportedLot.taxYear, given("year")),
    ),
  )
  .orderBy(schema.reportedLot.position)
  .prepare("lots");

const app = Fastify();
const unknown = { message: "There is no such account." };

app.addHook("onRequest", async (request, reply) => {
  const caller = await tokenOf.execute({ hash: hashOf(request.headers.authorization) });
  if (caller === undefined) return reply.code(401).send({ message: "Who are you?" });
  request.caller = caller;
});

async function isSeen(number: string, caller: Caller): Promise<boolean> {
  return (await anyAccount.execute({ number, firm: caller.firmOid })).length > 0;
}

interface OfAccount {
  Params: { number: string };
}

app.get<OfAccount>("/restapi/accounts/:number", async (request, reply) => {
  const { number } = request.params;
  const row = await wholeAccount.execute({ number, firm: request.caller.firmOid });
  return row === undefined ? reply.code(404).send(unknown) : accountOf(row);
});

app.get<OfAccount & { Querystring: { daterange: string } }>(
  "/restapi/accounts/:number/performance/unitvalues",
  { schema: { querystring: schemas.range, response: { 200: schemas.series } } },
  async (request, reply) => {
    const { number } = request.params;
    if (!(await isSeen(number, request.caller))) return reply.code(404).send(unknown);
    const [first, last] = daysOf(request.query.daterange);
    const rows = await valuesOf.execute({ number, first, last });
    const values = rows.map(({ date, value }) => ({ date: instantOf(date), value }));
    return { identifierType: "ACCOUNT", identifierValue: number, values };
  },
);

app.get<OfAccount & { Querystring: { taxyear: string } }>(
  "/restapi/accounts/:number/reportedtaxlots",
  { schema: { querystring: schemas.taxYear, response: { 200: schemas.lots } } },
  async (request, reply) => {
    const { number } = request.params;
    if (!(await isSeen(number, request.caller))) return reply.code(404).send(unknown);
    const rows = await lotsOf.execute({ number, year: request.query.taxyear });
    return rows.map(lotOf);
  },
);

app.put<OfAccount & { Body: Update }>(
  "/restapi/accounts/:number",
  { schema: { body: schemas.update } },
  async (request, reply) => {
    const { caller, body } = request;
    const { number } = request.params;
    const isKnown = await db.transaction(async (tx) => {
      const locked = await tx
        .select({ number: schema.account.number })
        .from(schema.account)
        .where(and(eq(schema.account.number, number), eq(schema.account.firmOid, caller.firmOid)))
        .for("update");
      if (locked.length === 0) return false;
      await replaceLists(tx, number, body);
      const entry = { accountNumber: number, apiUser: caller.apiUser, action: "account.updated" };
      await tx.insert(schema.auditEntry).values({ ...entry, detail: body });
      return true;
    });
    return isKnown ? reply.code(200).send() : reply.code(404).send(unknown);
  },
);

type Transaction = Parameters<Parameters<typeof db.transaction>[0]>[0];

async function replaceLists(tx: Transaction, accountNumber: string, body: Update): Promise<void> {
  const { trustedContact, exclusion } = schema;
  if (body.trustedContacts !== undefined) {
    await tx.delete(trustedContact).where(eq(trustedContact.accountNumber, accountNumber));
    const rows = body.trustedContacts.map((contact, at) => ({
      ...contact,
      accountNumber,
      position: at + 1,
    }));
    if (rows.length > 0) await tx.insert(trustedContact).values(rows);
  }
  const sent = sentExclusions(body);
  if (sent.length === 0) return;
  const kinds = sent.map(({ kind }) => kind);
  const ofKinds = inArray(exclusion.kind, kinds);
  await tx.delete(exclusion).where(and(eq(exclusion.accountNumber, accountNumber), ofKinds));
  const rows = sent.flatMap(({ kind, list }) =>
    list.map((each, at) => ({
      accountNumber,
      kind,
      position: at + 1,
      value: each.exclusionValue,
      startOn: each.exclusionStartDate,
      endOn: each.exclusionEndDate,
    })),
  );
  if (rows.length > 0) await tx.insert(exclusion).values(rows);
}

interface NewRestriction {
  readonly inceptionInfo?: string;
  readonly reason: { readonly code: string };
  readonly type: { readonly code: string };
}

app.post<OfAccount & { Body: NewRestriction }>(
  "/restapi/accounts/:number/restrictions",
  { schema: { body: schemas.restriction } },
  async (request, reply) => {
    const { caller, body } = request;
    const { number } = request.params;
    if (!(await isSeen(number, caller))) return reply.code(404).send(unknown);
    const id = await db.transaction(async (tx) => {
      const [placed] = await tx
        .insert(schema.restriction)
        .values({
          accountNumber: number,
          inceptionInfo: body.inceptionInfo,
          typeCode: body.type.code,
          reasonCode: body.reason.code,
        })
        .returning({ id: schema.restriction.id });
      const entry = { accountNumber: number, apiUser: caller.apiUser };
      const action = "restriction.created";
      await tx.insert(schema.auditEntry).values({ ...entry, action, detail: body });
      return placed?.id;
    });
    const at = `/restapi/accounts/${number}/restrictions/${id}`;
    return reply.code(201).header("Location", at).send();
  },
);

process.on("disconnect", () => process.exit(0));
const address = await app.listen({ port: 0, host: "127.0.0.1" });
process.send?.({ port: Number(new URL(address).port) });
