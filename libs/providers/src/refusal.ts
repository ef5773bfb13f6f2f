/** Why a request does not go to a model. */
export interface Refusal {
  /** The field of the request at fault. */
  param: string;
  /** A sentence for the caller. */
  message: string;
  /** Of a number that is too small: the smallest that would do. */
  below?: number;
}
