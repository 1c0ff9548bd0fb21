// The issuer of the sample, as a load changes it.
import type { TestService } from "./harness.ts";

/** Moves Redwood Robotics to a state. */
export async function moveIssuer(service: TestService, state: string): Promise<void> {
  await service.load({
    "firms.csv":
      "firmOid,partnerCode,name,kind,state,billingLevel,programOids,underContract," +
      "issuerAccountNumber\n" +
      `1004,REDWOOD,"Redwood Robotics, Inc.",issuing,${state},account,[],true,RC00000001\n`,
  });
}
