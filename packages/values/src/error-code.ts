// An error code of the interface with its sentence. (interface 3)

/** A row of a resource's catalogue: the code as callers see it and the sentence that explains
 * it. */
export interface ErrorCode {
  readonly code: string;
  readonly sentence: string;
}
