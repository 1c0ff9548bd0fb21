// The form of a back-up's file: a line that names the format, a line of JSON, and frames of
// compressed content. A MAC follows the header and each frame; it covers them and the MAC before, so
// that nothing is used before it is verified, and no piece can be altered, left out or put elsewhere.
import assert from "node:assert/strict";
import { createHmac, type KeyObject, timingSafeEqual } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { promisify } from "node:util";
import { deflateRaw, inflateRaw } from "node:zlib";
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

const magic = Buffer.from("bursar backup 2\n");
const macLength = 32;
const headLength = 5;
const longestHeader = 1024 * 1024;
/** The longest content of a frame, in bytes; the writer's are a fraction of it. */
const longestFrame = 16 * 1024 * 1024;

/** A frame whose payload is JSON. */
export function jsonFrame(kind: Frame["kind"], value: unknown): Frame {
  return { kind, payload: Buffer.from(JSON.stringify(value)) };
}

/** The MAC of each piece of a file in turn. */
function openChain(key: KeyObject): (...parts: readonly Buffer[]) => Buffer {
  let last: Buffer = Buffer.alloc(0);
  return (...parts) => {
    const mac = createHmac("sha256", key).update(last);
    for (const part of parts) mac.update(part);
    last = mac.digest();
    return last;
  };
}

/** The file's bytes, made while they are read. */
export async function* encodeBackup(
  key: KeyObject,
  header: BackupHeader,
  frames: AsyncIterable<Frame>,
): AsyncGenerator<Buffer> {
  const macOf = openChain(key);
  const begin = Buffer.concat([magic, Buffer.from(`${JSON.stringify(header)}\n`)]);
  yield Buffer.concat([begin, macOf(begin)]);
  for await (const { kind, payload } of frames) {
    const content = await compress(payload, { level: 3 });
    // Such a frame would not be read back.
    assert(content.length <= longestFrame, "a frame is short");
    const head = Buffer.alloc(headLength, kind);
    head.writeUInt32BE(content.length, 1);
    yield Buffer.concat([head, content, macOf(head, content)]);
  }
}

const compress = promisify(deflateRaw) as (
  bytes: Buffer,
  options: { level: number },
) => Promise<Buffer>;
const expand = promisify(inflateRaw) as (bytes: Buffer) => Promise<Buffer>;

/** An open back-up whose header has been verified. */
export interface BackupFile {
  readonly path: string;
  readonly header: BackupHeader;
  /** Each frame once it is verified; throws at the first that is not as it was written. */
  frames(): AsyncGenerator<Frame>;
  close(): Promise<void>;
}

/** Opens a back-up; refuses one that was made under another key. */
export async function openBackup(
  path: string,
  key: KeyObject,
  masterKeyCheck: string,
): Promise<BackupFile> {
  // A pipe would hold the opening up; a back-up is a file, which can be read at any place.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch(
    (error: { code?: string }) => {
      throw new StoreFault(`${path} cannot be read (${error.code}).`);
    },
  );
  try {
    if (!(await file.stat()).isFile()) throw new StoreFault(`${path} is not a plain file.`);
    const { bytes, header } = await readHeader(file, path);
    if (header.masterKeyCheck !== masterKeyCheck) {
      throw new StoreFault(`${path} was made under another master key: use that key.`);
    }
    const reader = openReader(file, path, bytes.length);
    const macOf = openChain(key);
    const given = await reader.read(macLength);
    if (!timingSafeEqual(macOf(bytes), given)) throw altered(path);
    const frames = () => readFrames(reader, macOf, path);
    return { path, header, frames, close: () => file.close() };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function readHeader(
  file: FileHandle,
  path: string,
): Promise<{ bytes: Buffer; header: BackupHeader }> {
  const bytes = Buffer.alloc(magic.length + longestHeader);
  const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
  const end = bytes.indexOf("\n", magic.length);
  const isOurs = bytes.subarray(0, magic.length).equals(magic);
  if (!isOurs || end === -1 || end >= bytesRead) {
    throw new StoreFault(`${path} is not a back-up in this version's format.`);
  }
  try {
    const header = JSON.parse(bytes.toString("utf8", magic.length, end)) as BackupHeader;
    return { bytes: bytes.subarray(0, end + 1), header };
  } catch {
    throw altered(path);
  }
}

/** The sentence for a file that is not as it was written, with the place at which that begins: in
 * a table, or after one. */
export function altered(path: string, place?: string): StoreFault {
  const where = place === undefined ? "" : `, first ${place}`;
  return new StoreFault(`${path} was altered or is incomplete${where}: it cannot be restored.`);
}

interface Reader {
  /** So many of the next bytes; throws when there are fewer. */
  read(length: number): Promise<Buffer>;
  isAtEnd(): Promise<boolean>;
}

/** Reads a file once, from a place on. */
function openReader(file: FileHandle, path: string, from: number): Reader {
  let at = from;
  const isAtEnd = async () => (await file.read(Buffer.alloc(1), 0, 1, at)).bytesRead === 0;
  async function read(length: number): Promise<Buffer> {
    if (at + length > (await file.stat()).size) throw altered(path);
    const bytes = Buffer.allocUnsafe(length);
    for (let done = 0; done < length; ) {
      const { bytesRead } = await file.read(bytes, done, length - done, at + done);
      if (bytesRead === 0) throw altered(path);
      done += bytesRead;
    }
    at += length;
    return bytes;
  }
  return { read, isAtEnd };
}

async function* readFrames(
  reader: Reader,
  macOf: (...parts: readonly Buffer[]) => Buffer,
  path: string,
): AsyncGenerator<Frame> {
  let place: string | undefined;
  let table = "";
  for (;;) {
    const frame = await readFrame(reader, macOf).catch((error: unknown) => {
      throw error instanceof StoreFault ? altered(path, place) : error;
    });
    if (frame === undefined) throw altered(path, place);
    if (frame.kind === "T") {
      table = JSON.parse(frame.payload.toString("utf8")).table as string;
      place = `in table ${table}`;
    }
    if (frame.kind === "E") place = `after table ${table}`;
    yield frame;
    if (frame.kind !== "M") continue;
    if (!(await reader.isAtEnd())) throw altered(path, place);
    return;
  }
}

/** The next frame; undefined if it is not as it was written. */
async function readFrame(
  reader: Reader,
  macOf: (...parts: readonly Buffer[]) => Buffer,
): Promise<Frame | undefined> {
  const head = await reader.read(headLength);
  const length = head.readUInt32BE(1);
  // A length that was altered must not cost memory before its MAC is known.
  if (length > longestFrame) return undefined;
  const content = await reader.read(length);
  const given = await reader.read(macLength);
  if (!timingSafeEqual(macOf(head, content), given)) return undefined;
  const kind = String.fromCharCode(head[0] ?? 0) as Frame["kind"];
  return { kind, payload: await expand(content) };
}
