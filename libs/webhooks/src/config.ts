import { Type } from 'typebox';

/** The variable of a service that seals or opens secrets of webhooks. */
export const webhookKeyVariables = {
  WEBHOOK_KEY: Type.String({
    secret: 'key-ring',
    minLength: 1,
    description: 'versioned keys that secrets of webhooks are sealed with, JSON',
  }),
};

/**
 * Receivers inside the network, for the endpoints of users: set where users are teams of the same
 * house.
 */
export const userReceiverVariables = {
  ALLOWED_PRIVATE_USER_WEBHOOKS: Type.String({
    default: '',
    description: 'host:port list that webhooks of users may go to although private or without TLS',
  }),
};

/** Receivers inside the network, for the endpoints of the operators. */
export const operatorReceiverVariables = {
  ALLOWED_PRIVATE_WEBHOOKS: Type.String({
    default: '',
    description:
      'host:port list that webhooks of the operators may go to although private or without TLS',
  }),
};
