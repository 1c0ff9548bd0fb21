// Measures whether the time of a refusal distinguishes a known API key from an unknown one: pairs
// of requests with a wrong signature against a running service. Usage: node scripts/key-timing.ts
// URL KEY [PAIRS]
import { createHash, createHmac, randomBytes } from "node:crypto";
import { Agent, request } from "node:http";

const [base = "http://127.0.0.1:8080", known = "", pairs = "2500"] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const path = "/restapi/accounts/RA00000001";
const warmUp = 300;

/** The header of a request that was signed with a secret that nobody has. */
function wronglySigned(apiKey: string): string {
  const timestamp = new Date().toISOString();
  const bodyHash = createHash("md5").digest("hex");
  const text = `GET\n${base}${path}\n${timestamp}\n${bodyHash}`;
  const signature = createHmac("sha256", randomBytes(32)).update(text).digest("base64");
  const elements = { API_KEY: apiKey, SIGNATURE: signature, TIMESTAMP: timestamp };
  const parts = Object.entries(elements).map(
    ([name, value]) => `FOLIOWS_${name}=${encodeURIComponent(value)}`,
  );
  return `FOLIOWS ${parts.join(",")}`;
}

/** How long the refusal of a request takes, in microseconds. */
function refuse(apiKey: string): Promise<number> {
  const headers = { authorization: wronglySigned(apiKey) };
  return new Promise((resolve, reject) => {
    const start = process.hrtime.bigint();
    request(base + path, { agent, headers }, (response) => {
      response.resume().on("end", () => {
        if (response.statusCode !== 401 && response.statusCode !== 429) {
          reject(new Error(`a response ${response.statusCode}`));
        }
        resolve(Number(process.hrtime.bigint() - start) / 1_000);
      });
    })
      .on("error", reject)
      .end();
  });
}

const differences: number[] = [];
for (let pair = -warmUp; pair < Number(pairs); pair += 1) {
  const unknown = `bk_${randomBytes(15).toString("base64url")}`;
  // The known and the unknown key take turns at coming first.
  const order = pair % 2 === 0 ? [known, unknown] : [unknown, known];
  const times = new Map<string, number>();
  for (const key of order) times.set(key, await refuse(key));
  if (pair >= 0) differences.push((times.get(known) ?? 0) - (times.get(unknown) ?? 0));
}

const mean = (list: readonly number[]) => list.reduce((sum, each) => sum + each, 0) / list.length;
const average = mean(differences);
const variance = mean(differences.map((each) => (each - average) ** 2));
const t = average / Math.sqrt(variance / differences.length);
process.stdout.write(
  `${differences.length} pairs, known minus unknown ${average.toFixed(1)} µs, t ${t.toFixed(2)}\n`,
);
agent.destroy();
process.exitCode = Math.abs(t) < 3 ? 0 : 1;
