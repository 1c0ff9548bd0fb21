// The form of a back-up's file: a line that names the format, a line of JSON, a gzip stream of
// frames, and at the end an HMAC-SHA256 over every byte before it.
import { createHmac, type KeyObject, timingSafeEqual } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { pipeline, Readable } from "node:stream";
import { createGunzip, createGzip } from "node:zlib";
import { StoreFault } from "../process/store-fault.ts";
import type { KnownMigration } from "./store-tables.ts";

/** The header of a back-up, before its content. */
export interface BackupHeader {
  readonly takenAt: string;
  /** The check value of the master key under which secrets are sealed. */
  readonly masterKeyCheck: string;
  readonly migrations: readonly KnownMigration[];
}

/** T begins a table, D is COPY text of it, E ends it, M is the manifest and the last. */
export interface Frame {
  readonly kind: "T" | "D" | "E" | "M";
  readonly payload: Buffer;
}

const magic = Buffer.from("bursar backup 1\n");
const macLength = 32;
const longestHeader = 1024 * 1024;

/** A frame whose payload is JSON. */
export function jsonFrame(kind: Frame["kind"], value: unknown): Frame {
  return { kind, payload: Buffer.from(JSON.stringify(value)) };
}

/** The file's bytes, made while they are read. */
export async function* encodeBackup(
  key: KeyObject,
  header: BackupHeader,
  frames: AsyncIterable<Frame>,
): AsyncGenerator<Buffer> {
  const mac = createHmac("sha256", key);
  const counted = (bytes: Buffer) => {
    mac.update(bytes);
    return bytes;
  };
  yield counted(magic);
  yield counted(Buffer.from(`${JSON.stringify(header)}\n`));
  const gzip = createGzip({ level: 3, chunkSize: 64 * 1024 });
  // A failure of the frames reaches the loop below through the stream.
  pipeline(Readable.from(encodeFrames(frames), { highWaterMark: 1 }), gzip, () => {});
  for await (const chunk of gzip) yield counted(chunk as Buffer);
  yield mac.digest();
}

async function* encodeFrames(frames: AsyncIterable<Frame>): AsyncGenerator<Buffer> {
  for await (const { kind, payload } of frames) {
    const head = Buffer.alloc(5, kind);
    head.writeUInt32BE(payload.length, 1);
    yield Buffer.concat([head, payload]);
  }
}

/** An open back-up of which every byte has been checked. */
export interface BackupFile {
  readonly header: BackupHeader;
  frames(): AsyncGenerator<Frame>;
  close(): Promise<void>;
}

/** Opens a back-up; refuses one that was made under another key or is not as it was written. */
export async function openBackup(
  path: string,
  key: KeyObject,
  masterKeyCheck: string,
): Promise<BackupFile> {
  const file = await open(path).catch((error: { code?: string }) => {
    throw new StoreFault(`${path} cannot be read (${error.code}).`);
  });
  try {
    const { size } = await file.stat();
    const { header, length } = await readHeader(file, path);
    if (header.masterKeyCheck !== masterKeyCheck) {
      throw new StoreFault(`${path} was made under another master key: use that key.`);
    }
    const end = size - macLength;
    await checkMac(file, { path, key, end });
    return {
      header,
      frames: () => decodeFrames(rangeOf(file, length, end), path),
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function readHeader(
  file: FileHandle,
  path: string,
): Promise<{ header: BackupHeader; length: number }> {
  const bytes = Buffer.alloc(magic.length + longestHeader);
  const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
  const end = bytes.indexOf("\n", magic.length);
  const isOurs = bytes.subarray(0, magic.length).equals(magic);
  if (!isOurs || end === -1 || end >= bytesRead) {
    throw new StoreFault(`${path} is not a back-up in this version's format.`);
  }
  try {
    const header = JSON.parse(bytes.toString("utf8", magic.length, end)) as BackupHeader;
    return { header, length: end + 1 };
  } catch {
    throw altered(path);
  }
}

async function checkMac(
  file: FileHandle,
  { path, key, end }: { path: string; key: KeyObject; end: number },
): Promise<void> {
  if (end <= 0) throw altered(path);
  const mac = createHmac("sha256", key);
  for await (const chunk of rangeOf(file, 0, end)) mac.update(chunk);
  const given = Buffer.alloc(macLength);
  await file.read(given, 0, macLength, end);
  if (!timingSafeEqual(mac.digest(), given)) throw altered(path);
}

/** The sentence for a file that is not as it was written. */
export function altered(path: string): StoreFault {
  return new StoreFault(`${path} was altered or is incomplete: nothing was restored.`);
}

async function* rangeOf(file: FileHandle, from: number, to: number): AsyncGenerator<Buffer> {
  for (let at = from; at < to; ) {
    const chunk = Buffer.allocUnsafe(Math.min(256 * 1024, to - at));
    const { bytesRead } = await file.read(chunk, 0, chunk.length, at);
    if (bytesRead === 0) return;
    yield chunk.subarray(0, bytesRead);
    at += bytesRead;
  }
}

async function* decodeFrames(chunks: AsyncIterable<Buffer>, path: string): AsyncGenerator<Frame> {
  const gunzip = createGunzip({ chunkSize: 64 * 1024 });
  pipeline(Readable.from(chunks, { highWaterMark: 1 }), gunzip, () => {});
  let held: Buffer = Buffer.alloc(0);
  for await (const chunk of gunzip) {
    held = held.length === 0 ? (chunk as Buffer) : Buffer.concat([held, chunk as Buffer]);
    for (let length = frameLength(held); length !== undefined; length = frameLength(held)) {
      const kind = String.fromCharCode(held[0] ?? 0) as Frame["kind"];
      yield { kind, payload: held.subarray(5, length) };
      held = held.subarray(length);
    }
  }
  if (held.length > 0) throw altered(path);
}

/** The length of the first frame, once it is there as a whole. */
function frameLength(held: Buffer): number | undefined {
  if (held.length < 5) return undefined;
  const length = 5 + held.readUInt32BE(1);
  return held.length >= length ? length : undefined;
}
