import { Type } from 'typebox';

/** The variable of a service that calls billing. */
export const billingVariables = {
  BILLING_URL: Type.String({
    pattern: '^https?://[^,]+(,https?://[^,]+)*$',
    description: 'root of the billing service; several processes separated by commas',
  }),
};
