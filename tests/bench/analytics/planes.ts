import type { DemoEnv } from '@tollgate/deploy/seed/demo-env';
import { decodeId } from '@tollgate/runtime/ids';
import got from 'got';

/** The control planes of the stack, signed in. */
export interface Planes {
  /** Whole answer of a GET; throws for anything but 200. */
  platform(path: string): Promise<string>;
  user(path: string): Promise<string>;
  /** A change on the platform plane; throws for anything but a success. */
  change(method: 'PUT' | 'POST', path: string, body: unknown, key?: string): Promise<string>;
  /** Where a GET of the platform plane goes, for those who stream the answer. */
  platformRequest(path: string): { url: string; headers: Record<string, string> };
  /** The demo's user, by uuids. */
  owner: { userId: string; keyId: string };
  /** Public ids of the same. */
  ids: { user: string; key: string };
}

interface Signed {
  access_token: string;
}

/** Signs in on both planes. */
export async function openPlanes(demo: DemoEnv, publicUrl: string): Promise<Planes> {
  const signIn = async (url: string, email: string, password: string): Promise<string> =>
    (await got.post(url, { json: { email, password } }).json<Signed>()).access_token;
  const adminUrl = demo.TOLLGATE_ADMIN_URL;
  const administrator = await signIn(
    `${adminUrl}/api/platform/auth/login`,
    demo.TOLLGATE_ADMIN_EMAIL,
    demo.TOLLGATE_ADMIN_PASSWORD,
  );
  const user = await signIn(
    `${publicUrl}/api/auth/login`,
    demo.TOLLGATE_USER_EMAIL,
    demo.TOLLGATE_USER_PASSWORD,
  );
  const platformRequest = (path: string) => ({
    url: `${adminUrl}/api/platform${path}`,
    headers: { authorization: `Bearer ${administrator}` },
  });
  const mine = { headers: { authorization: `Bearer ${user}` } };
  const me = await got(`${publicUrl}/api/me`, mine).json<{ id: string }>();
  const keys = await got(`${publicUrl}/api/keys`, mine).json<{ id: string }[]>();
  const key = keys[0]?.id ?? '';
  return {
    platform: async (path) => {
      const { url, headers } = platformRequest(path);
      return (await got(url, { headers, retry: { limit: 0 } })).body;
    },
    user: async (path) =>
      (await got(`${publicUrl}/api${path}`, { ...mine, retry: { limit: 0 } })).body,
    change: async (method, path, body, once) => {
      const { url, headers } = platformRequest(path);
      const more = once === undefined ? {} : { 'idempotency-key': once };
      const all = { method, json: body, headers: { ...headers, ...more } };
      return (await got(url, { ...all, retry: { limit: 0 } })).body;
    },
    platformRequest,
    owner: { userId: decodeId('usr', me.id) ?? '', keyId: decodeId('key', key) ?? '' },
    ids: { user: me.id, key },
  };
}
