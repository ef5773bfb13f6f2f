/** When a call left and when its answer began, by `performance.now()`; null until then. */
export interface CallTiming {
  /**
   * The moment when the connection was open and the request under way: from then on the provider
   * may be working.
   */
  dispatchedMs: number | null;
  firstByteMs: number | null;
}
