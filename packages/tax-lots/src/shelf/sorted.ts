// An ordered list in blocks: to insert, remove and find costs the logarithm of its length in
// comparisons. The order is total: no two items are equal in it.
import assert from "node:assert/strict";

/** Items in order; only the functions of this file change it. */
export interface Sorted<T> {
  readonly order: (a: T, b: T) => number;
  readonly blocks: T[][];
}

const longestBlock = 128;

/** An empty list in that order. */
export function sorted<T>(order: (a: T, b: T) => number): Sorted<T> {
  return { order, blocks: [] };
}

/** Puts an item in its place. */
export function insert<T>(list: Sorted<T>, item: T): void {
  const { blocks, order } = list;
  const final = blocks.at(-1);
  if (final === undefined) {
    blocks.push([item]);
    return;
  }
  let at = blocks.length - 1;
  let block = final;
  if (order(final[final.length - 1] as T, item) < 0) block.push(item);
  else {
    const isAfter = (other: T) => order(other, item) > 0;
    at = firstBlock(blocks, isAfter);
    block = blocks[at] as T[];
    block.splice(firstIn(block, isAfter), 0, item);
  }
  if (block.length > longestBlock) blocks.splice(at + 1, 0, block.splice(longestBlock >> 1));
}

/** Takes an item out; it must be there. */
export function remove<T>(list: Sorted<T>, item: T): void {
  const { blocks, order } = list;
  const isThere = (other: T) => order(other, item) >= 0;
  const at = blocks[0]?.[0] === item ? 0 : firstBlock(blocks, isThere);
  const block = blocks[at];
  assert(block !== undefined, "an item to remove is in its list");
  const index = block[0] === item ? 0 : firstIn(block, isThere);
  assert(block[index] === item, "an item to remove is in its place");
  if (index === 0) block.shift();
  else block.splice(index, 1);
  if (block.length === 0) blocks.splice(at, 1);
}

/** The first item. */
export function first<T>(list: Sorted<T>): T | undefined {
  return list.blocks[0]?.[0];
}

/** The last item. */
export function last<T>(list: Sorted<T>): T | undefined {
  return list.blocks.at(-1)?.at(-1);
}

/** The first item for which `isReached` holds; it holds for all that follow one for which it does. */
export function firstReached<T>(list: Sorted<T>, isReached: (item: T) => boolean): T | undefined {
  const block = list.blocks[firstBlock(list.blocks, isReached)];
  return block?.[firstIn(block, isReached)];
}

/** The last item for which `isReached` does not hold yet. */
export function lastBefore<T>(list: Sorted<T>, isReached: (item: T) => boolean): T | undefined {
  const at = firstBlock(list.blocks, isReached);
  const block = list.blocks[at];
  const index = block === undefined ? 0 : firstIn(block, isReached);
  return index > 0 ? block?.[index - 1] : list.blocks[at - 1]?.at(-1);
}

/** Whether items are in order as they are, as they often prove to be. */
export function isSorted<T>(items: readonly T[], order: (a: T, b: T) => number): boolean {
  for (let at = 1; at < items.length; at += 1) {
    if (order(items[at - 1] as T, items[at] as T) > 0) return false;
  }
  return true;
}

/** Every item in order; the list must not change meanwhile. */
export function itemsOf<T>(list: Sorted<T>): T[] {
  return list.blocks.flat();
}

function firstBlock<T>(blocks: readonly T[][], isReached: (item: T) => boolean): number {
  let low = 0;
  let high = blocks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const block = blocks[middle] as T[];
    if (isReached(block[block.length - 1] as T)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function firstIn<T>(block: readonly T[], isReached: (item: T) => boolean): number {
  let low = 0;
  let high = block.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isReached(block[middle] as T)) high = middle;
    else low = middle + 1;
  }
  return low;
}
