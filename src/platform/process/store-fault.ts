// What is wrong with the store, its files or its keys, for whoever runs the service.

/** The store cannot be used as it stands; the message says in one sentence what to do. */
export class StoreFault extends Error {
  constructor(message: string) {
    super(message);
    this.name = "StoreFault";
  }
}
