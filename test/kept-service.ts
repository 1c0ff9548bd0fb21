// One service for many pieces of work, each over the sample firm as no other has changed it.
import { afterAll, beforeAll, beforeEach } from "vitest";
import { openTestService, type TestService } from "./harness.ts";

/** A service whose store is brought back after each piece of work. */
export interface KeptService<P = void> {
  /** Runs work, and fails if it leaves a wrong audit entry. */
  over<T>(work: (service: TestService, prepared: P) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Prepares nothing: the sample as it is. */
export const asItIs = async (): Promise<void> => {};

/** Opens the service over the sample firm, prepared where that is asked for; on a cluster, anew for
 * each piece of work. */
export async function openKeptService<P>(
  prepare: (service: TestService) => Promise<P>,
): Promise<KeptService<P>> {
  const service = await openTestService();
  const prepared = await prepare(service);
  const bringBack = await service.keep?.();
  if (bringBack === undefined) {
    await service.close();
    return { over: (work) => overClone(prepare, work), close: async () => {} };
  }
  return {
    over: async (work) => {
      try {
        const value = await work(service, prepared);
        await service.check();
        return value;
      } finally {
        await bringBack();
      }
    },
    close: () => service.close(),
  };
}

async function overClone<P, T>(
  prepare: (service: TestService) => Promise<P>,
  work: (service: TestService, prepared: P) => Promise<T>,
): Promise<T> {
  const service = await openTestService();
  try {
    return await work(service, await prepare(service));
  } finally {
    await service.close();
  }
}

/** A service that can be brought back to what it was before the tests. */
export interface RestoredService extends TestService {
  restore(): Promise<void>;
}

/** Opens a service over the sample firm, prepared, before the tests of a file; each test finds it so, on a
 * cluster a new one. */
export function useRestoredService(
  prepare: (service: TestService) => Promise<unknown>,
): RestoredService {
  const service = {} as RestoredService;
  let bringBack: (() => Promise<void>) | undefined;
  let begun = "";
  const open = async () => {
    Object.assign(service, await openTestService());
    await prepare(service);
    begun = service.now().toISOString();
  };
  service.restore = async () => {
    service.setNow(begun);
    if (bringBack !== undefined) return bringBack();
    await service.close();
    await open();
  };
  beforeAll(async () => {
    await open();
    bringBack = await service.keep?.();
  });
  beforeEach(() => service.restore());
  afterAll(() => service.close());
  return service;
}
