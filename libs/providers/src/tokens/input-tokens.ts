/**
 * Bounds on the tokens that a provider may count for a prompt, whole numbers, each at least as high
 * as the one before.
 */
export interface InputTokens {
  /** The bound for a prompt as people write it. */
  usual: number;
  /**
   * The bound for any prompt, apart from words that no language has; a hold is made for this
   * number.
   */
  bound: number;
  /** The bound that no prompt exceeds, whatever its words. */
  most: number;
}
