/** Why a request does not go to a model. */
export interface Refusal {
  /** The field of the request at fault. */
  param: string;
  /** A sentence for the caller. */
  message: string;
  /** The smallest number that would do, where the number is too small. */
  below?: number;
  /**
   * Whether the field is one that the route itself does not know; its path is that of the request
   * as it came.
   */
  isUnknown?: true;
}
