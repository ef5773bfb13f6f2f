/** Why a request does not go to a model. */
export interface Refusal {
  /** The field of the request at fault. */
  param: string;
  /** A sentence for the caller. */
  message: string;
  /** Of a number that is too small: the smallest that would do. */
  below?: number;
  /** Whether the field is one that the route itself does not know; its path is that of the request as it came. */
  isUnknown?: true;
}
