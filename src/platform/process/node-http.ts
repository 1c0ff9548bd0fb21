// Node's HTTP module. An import of it would read each of its exports, one of which loads Node's own HTTP
// client: 30 ms of processor time at each start, for what nothing here uses.

/** The module as `node:http` exports it. */
export const http = process.getBuiltinModule("node:http");
