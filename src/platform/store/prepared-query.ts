// A named statement of which the columns are asked for once on each connection, and not with each run: a
// prepared statement never changes them. The driver would have them described, and read again, each time.
import pg from "pg";

/** What the driver knows of the columns of a statement's rows, and how it reads them. */
interface Columns {
  readonly fields: unknown;
  readonly _parsers: unknown;
  readonly _prebuiltEmptyResultObject: unknown;
}

/** The driver's connection, as far as a query sends by it. */
interface Wire {
  describe(what: object): void;
}

/** What the driver's query has inside. */
interface DriverQuery {
  readonly name: string;
  readonly _result: Columns;
  _accumulateRows: unknown;
  prepare(wire: Wire): void;
  handleCommandComplete(message: object, wire: Wire): void;
}

type Base = new (
  text: string,
  values: readonly unknown[],
  done: (error: Error | undefined, result: unknown) => void,
) => DriverQuery;

/** What is known on a connection. */
interface Known {
  /** By the names of statements. */
  readonly columns: Map<string, Columns>;
  /** The connection, by which nothing is described. */
  readonly silent: Wire;
}

const known = new WeakMap<Wire, Known>();

function knownOn(wire: Wire): Known {
  const found = known.get(wire);
  if (found !== undefined) return found;
  const silent = Object.assign(Object.create(wire) as Wire, { describe: () => {} });
  const made = { columns: new Map<string, Columns>(), silent };
  known.set(wire, made);
  return made;
}

/** A query for `client.query`. */
export class PreparedQuery extends (pg.Query as unknown as Base) {
  override prepare(wire: Wire): void {
    const { columns, silent } = knownOn(wire);
    const own = columns.get(this.name);
    if (own === undefined) {
      super.prepare(wire);
      return;
    }
    Object.assign(this._result, own);
    this._accumulateRows = true;
    super.prepare(silent);
  }

  override handleCommandComplete(message: object, wire: Wire): void {
    const { columns } = knownOn(wire);
    if (this.name !== "" && !columns.has(this.name)) {
      const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
      columns.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject });
    }
    super.handleCommandComplete(message, wire);
  }
}
