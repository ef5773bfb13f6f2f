import { Type } from 'typebox';

/** The variables of a service that calls addresses outside of the installation. */
export const proxyVariables = {
  HTTPS_PROXY: Type.Optional(
    Type.String({
      secret: 'address',
      pattern: '^https?://[^\\s/]+/?$',
      description:
        'an HTTP proxy, such as `http://user:password@proxy.example:3128`, that calls to https addresses of others go through by CONNECT',
    }),
  ),
  NO_PROXY: Type.String({
    default: '',
    description:
      'comma list of what is called without the proxy: names with all names below them, `host:port`, addresses, networks such as `10.0.0.0/8`, or `*`',
  }),
};
