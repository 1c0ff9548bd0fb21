// The floor: the most that this machine can do. Bare node:http, pg pipelined and prepared, no
// authentication, no rules; started by the bench with the address of its PostgreSQL.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import process from "node:process";
import pg from "pg";
import { type ConnectionSettings, clientConfig } from "../../src/platform/store/connection.ts";
import { unpackSeries } from "./series-body.ts";

/** As many as the service has: 4 for reads, 16 for writes. */
const readConnections = 4;
const writeConnections = 32;

const settings = JSON.parse(process.argv[2] ?? "") as ConnectionSettings;
const readers = await connect(readConnections);
const writers = await connect(writeConnections);
const remembered = new Map<string, string>();

async function connect(count: number): Promise<() => pg.Client> {
  const clients = Array.from(
    { length: count },
    () => new pg.Client({ ...clientConfig(settings), pipeline: true }),
  );
  await Promise.all(clients.map((client) => client.connect()));
  let turn = 0;
  return () => {
    turn = (turn + 1) % clients.length;
    return clients[turn] as pg.Client;
  };
}

interface ReadyRow {
  readonly body: string;
}
interface PackedRow {
  readonly head: string;
  readonly packed: Buffer;
}

type Body = string | Buffer;

/** How each kind of floor finds the body of a key. */
const bodies: Readonly<Record<string, (subject: string, key: string) => Promise<Body>>> = {
  ready: async (...values) => {
    const text = "select body from ready where subject = $1 and key = $2";
    const { rows } = await readers().query<ReadyRow>({ name: "ready", text, values });
    return rows[0]?.body ?? "";
  },
  packed: async (...values) => {
    const text = "select head, packed from packed where subject = $1 and key = $2";
    const { rows } = await readers().query<PackedRow>({ name: "packed", text, values });
    return rows[0] ? unpackSeries(rows[0]) : "";
  },
  joined: async (...values) => {
    const text =
      "select '[' || string_agg(body, ',' order by place) || ']' as body from fragment " +
      "where subject = $1 and key = $2";
    const { rows } = await readers().query<ReadyRow>({ name: "joined", text, values });
    return rows[0]?.body ?? "";
  },
  memory: async (subject, key) => remembered.get(`${subject}/${key}`) ?? "",
};

const server = createServer((request, response) => {
  const [, kind = "", subject = "", key = ""] = (request.url ?? "").split("/");
  if (kind === "insert") return change(request, response, inserted);
  if (kind === "audited") return change(request, response, (body) => audited(subject, key, body));
  const found = bodies[kind]?.(subject, key) ?? Promise.resolve("");
  found.then(
    (body) => sendResponse(response, body),
    () => refuse(response),
  );
});

function sendResponse(response: ServerResponse, body: Body): void {
  const headers = {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": Buffer.byteLength(body),
  };
  response.writeHead(body === "" ? 404 : 200, headers).end(body);
}

function change(
  request: IncomingMessage,
  response: ServerResponse,
  done: (body: string) => pg.QueryConfig,
): void {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    writers()
      .query(done(Buffer.concat(chunks).toString("latin1")))
      .then(
        () => response.writeHead(201, { "Content-Length": 0 }).end(),
        () => refuse(response),
      );
  });
}

function inserted(body: string): pg.QueryConfig {
  const text = "insert into inserted (body) values ($1)";
  return { name: "insert", text, values: [body] };
}

const mac = Buffer.alloc(32);

/** The least that an audited change can be: its key reserved with the response of a repeat, its
 * subject locked by its head, the change, the entry, the head, and the response that is kept. */
function audited(subject: string, key: string, body: string): pg.QueryConfig {
  const text = `
    with head as (
      insert into chain_head (subject, sequence, mac) values ($1, 1, $4)
      on conflict (subject) do update
        set sequence = chain_head.sequence + 1, mac = excluded.mac returning sequence),
    reservation as (insert into reserved_key (subject, key, answer) values ($1, $2, 'null')),
    change as (insert into changed (subject, body) values ($1, $3)),
    answer as (
      insert into kept_answer (subject, body) values ($1, $3)
      on conflict (subject) do update set body = excluded.body)
    insert into chain_entry (subject, sequence, occurred_at, detail, mac)
    select $1, sequence, now(), $3, $4 from head`;
  return { name: "audited", text, values: [subject, key, body, mac] };
}

function refuse(response: ServerResponse): void {
  response.writeHead(500, { "Content-Length": 0 }).end();
}

process.on("message", async (subject: string) => {
  const text = "select key, body from ready where subject = $1";
  const { rows } = await readers().query<ReadyRow & { key: string }>({ text, values: [subject] });
  remembered.clear();
  for (const { key, body } of rows) remembered.set(`${subject}/${key}`, body);
  process.send?.({ remembered: rows.length });
});
process.on("disconnect", () => process.exit(0));

server.keepAliveTimeout = 120_000;
server.listen(0, "127.0.0.1", () => {
  process.send?.({ port: (server.address() as AddressInfo).port });
});
