/** A request that failed: the code of the refusal, and what the server says of it. */
export class RequestError extends Error {
  constructor(
    readonly code: string,
    text: string,
  ) {
    super(text);
  }
}
