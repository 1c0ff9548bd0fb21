// Requests of the sandbox: its clock, the steps of transfers, notices and an offer's approval.
import fc from "fast-check";
import { mayMoveTransfer } from "../../src/brokerage/money/transfers/life-cycle.ts";
import { caller, done, forbidden, type Model, Request, refused } from "./model.ts";
import { sweep } from "./model-requests.ts";

const clock = fc
  .record({ caller, days: fc.constantFrom("0", "1", "3") })
  .map(({ caller, days }) => {
    return new Request({
      caller,
      name: `moves the clock by ${days} days`,
      send: (_, service) => service.call(caller, "PUT", "/restapi/simulation/clock", { days }),
      expected: () => {
        if (caller !== "operator") return forbidden;
        return days === "0" ? refused("invalid.days") : done(200);
      },
      become: (model) => {
        model.day += Number(days);
        model.ahead += Number(days);
        sweep(model);
      },
    });
  });

const ways: Readonly<Record<string, string>> = {
  "Request Pending": "Submitted",
  Submitted: "In Review",
  "In Review": "Settling",
  Adjusted: "Settling",
  Accelerated: "Settling",
  Settling: "Completed",
};

/** The status to which an outcome brings a transfer; undefined where there is none. */
function after(status: string, type: string, outcome: string): string | undefined {
  if (outcome === "adjust") return "Adjusted";
  if (outcome === "reject") return "Rejected";
  if (outcome === "fail") return "Failed";
  return status === "Submitted" && type === "non-ACAT" ? "Settling" : ways[status];
}

const stepping = fc
  .record({
    caller,
    which: fc.nat(4),
    outcome: fc.constantFrom("next", "next", "next", "adjust", "reject", "fail"),
  })
  .map(({ caller, which, outcome }) => {
    const idIn = ({ transfers }: Model) => [...transfers.keys()][which % transfers.size] ?? "";
    const toIn = (model: Model) => {
      const { status = "", type = "" } = model.transfers.get(idIn(model)) ?? {};
      const to = after(status, type, outcome);
      const isStep = to && mayMoveTransfer(type, { from: status, to, by: "operator" });
      return isStep ? to : undefined;
    };
    return new Request({
      caller,
      name: `steps transfer ${which}: ${outcome}`,
      send: (model, service) => {
        const { account } = model.transfers.get(idIn(model)) ?? {};
        const path = `/restapi/simulation/transfers/${account}/${idIn(model)}/steps`;
        return service.call(caller, "POST", path, { outcome });
      },
      expected: (model) => {
        if (caller !== "operator") return forbidden;
        return toIn(model) === undefined ? refused("acat.status.rule") : done(201);
      },
      become: (model) => {
        const transfer = model.transfers.get(idIn(model));
        if (transfer) transfer.status = toIn(model) ?? "";
      },
    });
  });

const noticing = fc
  .record({ caller, ticker: fc.constantFrom("CRUX", "NONE.SUCH") })
  .map(({ caller, ticker }) => {
    const question = "Rename the company.";
    const body = {
      type: "P",
      ticker,
      issuer: "Crux Mining plc",
      activity: "Special meeting",
      deadline: "2031-06-30",
      questions: [{ questionsId: "1", questionsType: "P", question, contested: false }],
    };
    return new Request({
      caller,
      name: `sends notices about ${ticker}`,
      send: (_, service) => service.call(caller, "POST", "/restapi/simulation/notices", body),
      expected: () => {
        if (caller !== "operator") return forbidden;
        return ticker === "CRUX" ? done(201) : refused("corporate.action.security.rule");
      },
      become: () => {},
    });
  });

const approving = caller.map((caller) => {
  const path = "/restapi/simulation/offers/802/approvals";
  return new Request({
    caller,
    name: "has an offer approved and published",
    send: (_, service) => service.call(caller, "POST", path, {}),
    expected: () => (caller === "operator" ? done(201) : forbidden),
    become: (model) => {
      model.isSimulated = true;
    },
  });
});

/** Requests of the sandbox. */
export const simulationRequests = [clock, stepping, noticing, approving];
