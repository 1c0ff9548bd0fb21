// Where events may be sent, how they are signed, and when they are tried again.
import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import {
  isGlobal,
  receiverAddresses,
  receiverUrl,
} from "../../../platform/webhooks/receiver-address.ts";
import { triedForMs, waitAfter } from "../../../platform/webhooks/schedule.ts";
import { drawSecret, signedMessage } from "../../../platform/webhooks/signed-message.ts";
import { ruleProblem } from "../../../values/problem.ts";
import { checkShape } from "../../../values/shape-rule.ts";
import { webhookErrors } from "./errors.ts";
import {
  problemsWithNumber,
  problemsWithPing,
  problemsWithRedelivery,
  problemsWithStatus,
  rulesOfWebhook,
} from "./rules.ts";

const accepted = [
  "https://hooks.example.com/a?b=c",
  "https://hooks.example.com:443/",
  "https://hooks.example.com:8443/",
  "https://HOOKS.example.com./",
  "https://93.184.215.14/",
  "https://[2606:2800:220:1::1]/",
];

const refused = [
  // Not an address to which one may post in confidence.
  "",
  "hooks.example.com",
  "//hooks.example.com/",
  "ftp://hooks.example.com/",

  "http://hooks.example.com/",
  "https://hooks.example.com:8080/",
  "https://hooks.example.com:22/",
  "https://user:word@hooks.example.com/",
  "https://user@hooks.example.com/",
  "https://hooks.example.com/#here",
  "file:///etc/passwd",
  "https://",
  // Names of this machine, and of its network.
  "https://localhost/",
  "https://a.localhost/",
  "https://LOCALHOST./",
  "https://metadata/",
  "https://intranet./",
  "https://127.0.0.1/",
  "https://[::1]/",
  // Numbers in other clothes.
  "https://2130706433/",
  "https://0x7f.1/",
  "https://0177.0.0.1/",
  "https://127.1/",
  "https://①②⑦.0.0.1/",
  "https://169.254.169.254/",
  "https://[::ffff:a9fe:a9fe]/",
];

test.each(accepted)("events may be sent to %s", (url) => {
  expect(receiverUrl(url, false)?.protocol).toBe("https:");
  expect(receiverUrl(url, true)?.protocol).toBe("https:");
});

test.each(refused)("events may not be sent to %j", (url) => {
  expect(receiverUrl(url, false)).toBeUndefined();
});

test.each([
  ["http://localhost:3000/a", true],
  ["http://127.0.0.1/", true],
  ["http://[::1]:9/", true],
  ["http://127.0.0.2/", false],
  ["http://hooks.example.com/", false],
  ["http://user@localhost/", false],
  ["http://10.0.0.1/", false],
  ["http://0.0.0.0/", false],
  ["https://localhost/", false],
])("in a sandbox events may be sent to %s: %s", (url, may) => {
  expect(receiverUrl(url, true) !== undefined).toBe(may);
  expect(receiverUrl(url, false)).toBeUndefined();
});

describe("addresses", () => {
  test.each(["1.1.1.1", "93.184.215.14", "2606:2800:220:1::1", "2a00:1450:4001::200e"])(
    "%s is of the internet",
    (address) => {
      expect(isGlobal(address)).toBe(true);
    },
  );

  test.each([
    // IPv4: this host, private networks, carriers, links, groups, documentation, benchmarks.
    "0.0.0.0",
    "0.1.2.3",
    "10.0.0.1",
    "127.0.0.1",
    "127.255.255.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "100.64.0.1",
    "100.127.255.255",
    "169.254.169.254",
    "192.0.0.1",
    "192.0.2.1",
    "198.51.100.1",
    "203.0.113.9",
    "198.18.0.1",
    "198.19.255.255",
    "192.88.99.1",
    "224.0.0.1",
    "239.255.255.255",
    "240.0.0.1",
    "255.255.255.255",
    // IPv6: the same.
    "::",
    "::1",
    "fe80::1",
    "fe80::1%eth0",
    "fc00::1",
    "fd12:3456::1",
    "fec0::1",
    "ff02::1",
    "100::1",
    "2001:db8::1",
    "3fff::1",
    "2001:2::1",
    "2001:10::1",
    "2001:20::1",
    "5f00::1",
    // An address within another: mapped, compatible, translated (NAT64, local NAT64), 6to4, Teredo.
    "::ffff:10.0.0.1",
    "::ffff:1.1.1.1",
    "::10.0.0.1",
    "::ffff:0:10.0.0.1",
    "64:ff9b::10.0.0.1",
    "64:ff9b::1.1.1.1",
    "64:ff9b:1::1",
    "2002:a00:1::1",
    "2001::1",
    // Neither unicast nor an address.
    "4000::1",
    "",
    "hooks.example.com",
    "1.1.1.1/32",
  ])("%j is not", (address) => {
    expect(isGlobal(address)).toBe(false);
  });

  const url = new URL("https://hooks.example.com/");
  const resolved = (...addresses: string[]) =>
    receiverAddresses(url, { resolve: async () => addresses, isSandbox: true });

  test("are judged as the name resolves when something is sent", async () => {
    expect(await resolved("1.1.1.1", "2606:2800:220:1::1")).toHaveLength(2);
  });

  test.each([[["10.0.0.1"]], [["1.1.1.1", "127.0.0.1"]], [["1.1.1.1", "::1"]], [[]]])(
    "%j are refused together",
    async (addresses) => {
      await expect(resolved(...addresses)).rejects.toThrow();
    },
  );

  test("that stand in the URL are not looked up", async () => {
    const resolve = () => Promise.reject(new Error("looked up"));
    const of = (text: string) => receiverAddresses(new URL(text), { resolve, isSandbox: true });
    expect(await of("https://93.184.215.14/")).toEqual(["93.184.215.14"]);
    expect(await of("http://localhost:9/")).toEqual(["127.0.0.1"]);
    expect(await of("http://[::1]:9/")).toEqual(["::1"]);
  });
});

const about = { now: new Date(), params: {}, query: {}, firmKind: "institutional" } as const;

test.each([
  [{ url: "https://hooks.example.com/" }, []],
  [{ url: "https://10.0.0.1/" }, [webhookErrors.url]],
  [{ types: ["price.set"] }, []],
  [{ types: [] }, [webhookErrors.types]],
  [{ types: null }, []],
  [{ url: "http://localhost/", types: [] }, [webhookErrors.url, webhookErrors.types]],
])("what a request %j is refused for", (body, errors) => {
  const problems = checkShape(
    rulesOfWebhook((url) => receiverUrl(url, false) !== undefined),
    body,
    about,
    [],
  );
  expect(problems).toEqual(errors.map(ruleProblem));
});

test("rules that need the store", () => {
  expect(problemsWithNumber(19)).toEqual([]);
  expect(problemsWithNumber(20)).toEqual([ruleProblem(webhookErrors.count)]);
  expect(problemsWithStatus("disabled", "active")).toEqual([]);
  expect(problemsWithStatus("paused", "paused")).toEqual([]);
  expect(problemsWithStatus("disabled", "disabled")).toEqual([]);
  expect(problemsWithStatus("disabled", "paused")).toEqual([ruleProblem(webhookErrors.status)]);
  expect(problemsWithPing("active")).toEqual([]);
  expect(problemsWithPing("disabled")).toEqual([ruleProblem(webhookErrors.status)]);
  expect(problemsWithRedelivery("active", "delivered")).toEqual([]);
  expect(problemsWithRedelivery("active", "undelivered")).toEqual([]);
  expect(problemsWithRedelivery("paused", "pending")).toEqual([
    ruleProblem(webhookErrors.status),
    ruleProblem(webhookErrors.redeliver),
  ]);
  expect(problemsWithRedelivery("active", "withheld")).toHaveLength(1);
});

test("a message is signed as the public package of the specification verifies it", () => {
  const draw = (byte: number) => drawSecret((length) => Buffer.alloc(length, byte));
  const newer = draw(1);
  const earlier = draw(2);
  const body = JSON.stringify({ type: "price.set", data: { note: "é" } });
  const { headers } = signedMessage({ id: "17", body, now: new Date() }, [newer, earlier]);
  expect(new Webhook(newer).verify(body, headers)).toEqual(JSON.parse(body));
  expect(new Webhook(earlier).verify(body, headers)).toEqual(JSON.parse(body));
  expect(() => new Webhook(draw(3)).verify(body, headers)).toThrow("No matching signature");
  expect(() => new Webhook(newer).verify(`${body} `, headers)).toThrow("No matching signature");
  expect(headers["webhook-signature"]?.split(" ")).toHaveLength(2);
});

test("waits grow to eight hours, and fill three days", () => {
  const random = (byte: number) => () => Buffer.of(byte);
  const waits = Array.from({ length: 30 }, (_, index) => waitAfter(index + 1, random(0)));
  expect(waits.slice(0, 4).map((ms) => ms / 1_000)).toEqual([5, 15, 45, 135]);
  expect(waits.at(-1)).toBe(8 * 3_600_000);
  expect(waits.every((wait, index) => index === 0 || wait >= Number(waits[index - 1]))).toBe(true);
  // Chance takes off a fifth at most.
  expect(waitAfter(1, random(255))).toBe(4_000);
  let attempts = 1;
  let passed = 0;
  for (; passed < triedForMs; attempts += 1) passed += waitAfter(attempts, random(0));
  expect(attempts).toBe(18);
});
