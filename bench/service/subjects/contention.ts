// Many callers that change one account, against one caller.
import type { Subject } from "../subject.ts";
import { updateJob } from "./writes.ts";

const name = "20 callers on one account";

/** Changes of one account wait for each other; together they must not be slower than alone. */
export const contention: Subject = {
  name,
  prepare: async (bench) => {
    const [account] = bench.accounts.all;
    const job = updateJob(bench, [account?.number ?? ""]);
    const { pid } = bench.service;
    return {
      subject: name,
      against: "1 caller",
      least: 1,
      a: () => ({ job: { ...job, callers: 20 }, pid }),
      b: () => ({ job: { ...job, callers: 1 }, pid }),
    };
  },
};
