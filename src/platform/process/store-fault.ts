// Faults of the store, its files or its keys, reported to the operator.

/** The store cannot be used in its present state; the message says in one sentence what to do. */
export class StoreFault extends Error {
  constructor(message: string) {
    super(message);
    this.name = "StoreFault";
  }
}
