import { encodeId } from '@tollgate/runtime/ids';
import { getUserVideo } from '@tollgate/contract/routes/account/videos';
import { keepVideo } from '../../../support/kept-videos.ts';
import { anAccount } from '../support/account.ts';
import type { RunningAccount } from '../support/account.ts';
import { expectNotFound } from '../support/not-found.ts';
import { aSignedInUser } from '../support/user.ts';
import type { SignedInUser } from '../support/user.ts';

let account: RunningAccount;
let user: SignedInUser;

beforeAll(async () => {
  account = await anAccount();
  user = await aSignedInUser(account);
});
afterAll(() => account.drop());

describe('GET /api/videos/{video_id} answers 200', () => {
  test('with what is held while the video is made, and with file and charge afterwards', async () => {
    const get = async (ended?: 'completed') => {
      const given = { userId: user.userId, ...(ended === undefined ? {} : { ended }) };
      const id = await keepVideo(account.owner, given);
      const params = { video_id: encodeId('vid', id) };
      return (await account.send(getUserVideo, { params, token: user.token })).body;
    };
    expect(await get()).toMatchObject({ state: 'queued', held: '0.400000000', file: null });
    const made = await get('completed');
    expect(made).toMatchObject({
      state: 'completed',
      held: null,
      charged: '0.300000000',
      file: { bytes: 1234, seconds: 4.02, width: 1280, height: 720 },
      public_id: made.id.replace('vid_', 'req_'),
    });
  });
});

describe('GET /api/videos/{video_id} answers 404', () => {
  test('alike for what is unknown, malformed, deleted or another user’s', async () => {
    const other = await aSignedInUser(account);
    const foreign = await keepVideo(account.owner, { userId: other.userId, ended: 'completed' });
    await expectNotFound(account, {
      route: getUserVideo,
      param: 'video_id',
      prefix: 'vid',
      token: user.token,
      foreignId: encodeId('vid', foreign),
    });
    const gone = await keepVideo(account.owner, { userId: user.userId, ended: 'deleted' });
    const params = { video_id: encodeId('vid', gone) };
    expect((await account.send(getUserVideo, { params, token: user.token })).status).toBe(404);
  });
});
