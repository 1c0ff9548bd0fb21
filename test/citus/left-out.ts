// The tests that make no sense on a cluster and are left out there, each with the reason; test:citus runs all others.
import { beforeEach, inject } from "vitest";

const catalogue = "Citus has keys, views and triggers of its own in the catalogue";
const passwords =
  "the nodes of the tests admit roles of the store from this machine without a password";
const plans = "the plan of a statement is that of the coordinator";
const statement = "Citus refuses the statement with which the test damages the store";

/** Tests by their names. */
const leftOut: Readonly<Record<string, string>> = {
  "a back-up takes no space on the disk of the store":
    "the coordinator gathers the rows of a table, in temporary files if they are many",
  "a store that is damaged names the table that cannot be read": statement,
  "finds that a time was altered by a millisecond": statement,
  "finds that the last was removed, and the head has another's seal": statement,
  "each kind is reported in order, and the first hundred of many": statement,
  "that point elsewhere stay within the account or name reference data": catalogue,
  "shares no counter and fires no trigger": catalogue,
  "has one function, by which readers mark the store as used, and no view or rule": catalogue,
  "are granted to nobody else": catalogue,
  "without Citus there is no node, and nothing can be distributed": "a cluster has Citus",
  "a page of one account reads the rows in the order of facts, and sorts none of them": plans,
  "a page of several reads the rows in the order of facts, and sorts none of them": plans,
  "the next accounts with a row are looked up one by one": plans,
  "an owner of very many accounts costs no more than they are": plans,
  "migrate gives it a new password with another key, and only with one that may": passwords,
  "is read by a login whose password changes with the master key": passwords,
  "a role that the login may not take is refused":
    "the tests of a cluster log in as who may do anything",
};

beforeEach(({ task, skip }) => {
  const reason = leftOut[task.name];
  if (reason !== undefined && inject("server").workers.length > 0) skip(reason);
});
