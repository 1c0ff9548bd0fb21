// Reads of what the caller already has, with and without `If-None-Match`.
import type { Subject } from "../subject.ts";
import { fetchOnce, type Read, readJob, reportedLots, yearOfAccount } from "./reads.ts";

/** The subjects that return 304. */
export const conditionalSubjects: readonly Subject[] = [
  conditional("304 of a year of unit values", yearOfAccount),
  conditional("304 of a tax year, 200 lots", reportedLots),
];

function conditional(name: string, read: Read): Subject {
  return {
    name,
    prepare: async (bench) => {
      const known = await fetchOnce(bench, read);
      const whole = readJob(bench, read, known);
      const held = known.map(({ path, etag }) => ({
        method: "GET" as const,
        path,
        headers: [`If-None-Match: ${etag}`],
        length: 0,
      }));
      const { pid } = bench.service;
      return {
        subject: name,
        against: "whole response",
        least: 1.2,
        a: (round) => ({ job: { ...whole, targets: held, status: 304, seed: `${round}` }, pid }),
        b: (round) => ({ job: { ...whole, seed: `${round}` }, pid }),
      };
    },
  };
}
