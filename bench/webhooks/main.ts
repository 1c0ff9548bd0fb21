// `npm run bench -- webhooks`: how long after a change was answered the receiver of a webhook has
// its event, at a steady rate of changes.
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { inFolder } from "../scale/sizes.ts";
import { startService } from "../service/bursar-process.ts";

/** The load: for how many seconds, and how many changes a second. */
interface Load {
  readonly seconds: number;
  readonly rate: number;
}

/** Measures once on a sample firm of its own; returns 2 if the options are wrong. */
export async function runBench(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seconds: { type: "string", default: "20" },
      rate: { type: "string", default: "20" },
    },
  });
  const load = { seconds: Number(values.seconds), rate: Number(values.rate) };
  if (!(load.seconds > 0 && load.rate > 0)) {
    process.stderr.write("usage: npm run bench -- webhooks [--seconds N] [--rate N]\n");
    return 2;
  }
  process.stdout.write(lineOf(await inFolder((folder) => delaysIn(folder, load)), load));
  return 0;
}

function lineOf(delays: readonly number[], { rate }: Load): string {
  const sorted = delays.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? 0);
  const figures = `${at(0.5)} ms (median), ${at(0.99)} ms (p99), ${at(1)} ms at most`;
  return `${sorted.length} changes, ${rate} a second: from the response to the receiver ${figures}\n`;
}

/** From each response to the arrival of its event, in milliseconds. */
async function delaysIn(folder: string, { seconds, rate }: Load): Promise<number[]> {
  const dataDir = join(folder, "data");
  const environment = { DATA_DIR: dataDir, RATE_LIMIT: "1000000" };
  const service = await startService(join(folder, "serve.log"), environment);
  const arrived = new Map<string, number>();
  const receiver = createServer(async (request, response) => {
    const text = Buffer.concat(await request.toArray()).toString();
    const { data } = JSON.parse(text) as { readonly data: { readonly id?: string } };
    arrived.set(data.id ?? "", performance.now());
    response.writeHead(204).end();
  });
  receiver.listen(0, "127.0.0.1");
  await once(receiver, "listening");
  try {
    const { port } = receiver.address() as AddressInfo;
    const post = sender(service.port, operatorOf(dataDir));
    await post("webhooks", { url: `http://127.0.0.1:${port}/`, types: ["item.created"] });
    const responded = new Map<string, number>();
    const sent: Promise<void>[] = [];
    for (let count = 0; count < seconds * rate; count += 1) {
      sent.push(
        post("members/ada.whitfield/ifas", item(count)).then((id) => {
          responded.set(id, performance.now());
        }),
      );
      await delay(1_000 / rate);
    }
    await Promise.all(sent);
    for (const end = performance.now() + 60_000; arrived.size < responded.size; await delay(20)) {
      if (performance.now() > end) throw new Error(`${arrived.size} of ${responded.size} arrived`);
    }
    return [...responded].map(([id, at]) => Math.max(0, (arrived.get(id) ?? 0) - at));
  } finally {
    receiver.close();
    receiver.closeAllConnections();
    await service.stop();
  }
}

const accounts = ["RA00000001", "RA00000002", "RA00000003", "RA00000009"];

function item(count: number): object {
  const accountNumber = accounts[count % accounts.length];
  return { accountNumber, ifaType: "NO", title: `Measured ${count}` };
}

function operatorOf(dataDir: string): string {
  const { callers } = JSON.parse(readFileSync(join(dataDir, "credentials.json"), "utf8")) as {
    readonly callers: { readonly operator: { readonly token: string } };
  };
  return callers.operator.token;
}

/** Sends what makes a record, and returns its id. */
function sender(port: number, token: string) {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  return async (path: string, body: object): Promise<string> => {
    const url = `http://127.0.0.1:${port}/restapi/${path}`;
    const created = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
    const text = await created.text();
    if (created.status !== 201) throw new Error(`${path}: ${created.status} ${text}`);
    return created.headers.get("location")?.split("/").at(-1) ?? "";
  };
}
