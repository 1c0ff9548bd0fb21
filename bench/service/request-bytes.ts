// The bytes of the requests of a job, drawn and, where their sender signs, signed one by one.

import { drawsFor } from "../../src/cli/large-sample/draws.ts";
import { computeSignature } from "../../src/platform/auth/signature.ts";
import type { Job, Sender, Target } from "./job.ts";

/** The state that outlives a job: which numbers are used up, and whose turn is next. */
export interface Memory {
  nextNumber: number;
  /** How many loopback addresses have been taken. */
  addresses: number;
  readonly turns: Map<string, number>;
  /** Whether no further request is to begin, though the job's time is not over. */
  isOver: boolean;
}

/** A request with what its response must be. */
export interface Drawn {
  readonly bytes: Uint8Array | string;
  readonly target: Target;
}

/** Returns the next request at each call; undefined when none is left. */
export function requestsOf(job: Job, memory: Memory): () => Drawn | undefined {
  const ready = new Map<Target, Drawn>();
  const next = job.draw === "random" ? drawing(job) : roundRobin(job);
  return () => {
    const drawn = next();
    if (drawn === undefined) return undefined;
    const { target, turn } = drawn;
    const known = ready.get(target);
    if (known !== undefined) return known;
    const request = { bytes: bytesOf(job, target, numberOf(target, memory, turn)), target };
    if (isAlwaysTheSame(job.sender, target)) {
      const same = { bytes: Buffer.from(request.bytes, "latin1"), target };
      ready.set(target, same);
      return same;
    }
    return request;
  };
}

interface Turn {
  readonly target: Target;
  /** The number of the body to send; left to the memory where targets are drawn. */
  readonly turn?: number;
}

function drawing({ targets, seed }: Job): () => Turn | undefined {
  const draws = drawsFor(seed, "requests");
  return () => {
    const target = targets[draws.below(targets.length)];
    return target && { target };
  };
}

function roundRobin({ targets }: Job): () => Turn | undefined {
  const most = Math.max(0, ...targets.map(({ bodies = [""] }) => bodies.length));
  let at = 0;
  return () => {
    const target = targets[at % targets.length];
    const turn = Math.floor(at / targets.length);
    at += 1;
    return target !== undefined && turn < most ? { target, turn } : undefined;
  };
}

interface Numbered {
  readonly number: string;
  readonly body: string;
}

function numberOf(target: Target, memory: Memory, turn?: number): Numbered {
  const { path, bodies = [] } = target;
  const place = turn ?? memory.turns.get(path) ?? 0;
  if (bodies.length > 1) memory.turns.set(path, place + 1);
  memory.nextNumber += 1;
  const number = memory.nextNumber.toString(36).toUpperCase().padStart(5, "0");
  return { number, body: bodies[place % bodies.length] ?? "" };
}

function isAlwaysTheSame(sender: Sender, target: Target): boolean {
  const { path, headers = [], bodies = [] } = target;
  const texts = [path, ...headers, ...bodies];
  return "token" in sender && bodies.length < 2 && !texts.some((text) => text.includes("{n}"));
}

/** The request as text of which each character is one byte: bodies are ASCII. */
function bytesOf({ port, sender }: Job, target: Target, { number, body }: Numbered): string {
  const { method } = target;
  const fill = (text: string) => text.replaceAll("{n}", number);
  const path = fill(target.path);
  const sent = fill(body);
  const request = { method, url: `http://127.0.0.1:${port}${path}`, sent };
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    `Authorization: ${authorizationOf(sender, request)}`,
    ...(target.headers ?? []).map(fill),
  ];
  if (method !== "GET") {
    lines.push("Content-Type: application/json", `Content-Length: ${sent.length}`);
  }
  return `${lines.join("\r\n")}\r\n\r\n${sent}`;
}

interface Unsigned {
  readonly method: string;
  readonly url: string;
  readonly sent: string;
}

function authorizationOf(sender: Sender, { method, url, sent }: Unsigned): string {
  if ("token" in sender) return `Bearer ${sender.token}`;
  const timestamp = new Date().toISOString();
  const body = Buffer.from(sent, "latin1");
  const signature = computeSignature(sender.sharedSecret, { method, url, timestamp, body });
  return (
    `FOLIOWS FOLIOWS_API_KEY=${sender.apiKey}` +
    `,FOLIOWS_SIGNATURE=${encodeURIComponent(signature)}` +
    `,FOLIOWS_TIMESTAMP=${encodeURIComponent(timestamp)}`
  );
}
