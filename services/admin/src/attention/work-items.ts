import { ATTENTION_OF_KIND_MAX } from '@tollgate/contract/platform/attention';
import type { AttentionItemOut } from '@tollgate/contract/platform/attention';
import { PURGES_SHOWN_MAX } from '@tollgate/contract/platform/jobs';
import { measureOpenVideos } from '@tollgate/requests/videos/video-open.queries';
import { listPurges } from '@tollgate/retention/purges';
import { encodeId } from '@tollgate/runtime/ids';
import { listEndpoints } from '@tollgate/webhooks/endpoints';
import { OPERATORS } from '@tollgate/webhooks/owner';
import type { AdminDeps } from '../deps.ts';
import { countedItem, itemOf } from './item.ts';

/** A delivery may fail once without anybody having to look. */
const FAILURES_MIN = 3;

type Deps = Pick<AdminDeps, 'reports' | 'jobs'>;

/** What needs attention among jobs, videos, purges and the webhooks of the operators. */
export async function workItems({ reports, jobs }: Deps): Promise<AttentionItemOut[]> {
  const [queues, videos, purges, webhooks] = await Promise.all([
    jobs.read(),
    measureOpenVideos(reports),
    listPurges(reports, PURGES_SHOWN_MAX),
    listEndpoints(reports, OPERATORS),
  ]);
  const failedPurges = purges.filter(({ status }) => status === 'failed');
  return [
    ...(queues === null ? [itemOf('queues_unreachable', {})] : []),
    ...(queues?.queues ?? []).flatMap(({ name, failed }) =>
      countedItem('jobs_failed', failed, { name }),
    ),
    ...countedItem('videos_indeterminate', videos.byState.indeterminate),
    ...countedItem('purges_failed', failedPurges.length),
    ...webhooks
      .filter(({ status, failures }) => status !== 'disabled' && failures >= FAILURES_MIN)
      .slice(0, ATTENTION_OF_KIND_MAX)
      .map(({ id, url, failingSince }) =>
        itemOf('webhook_failing', {
          id: encodeId('whk', id),
          name: url,
          since: failingSince?.toISOString() ?? null,
        }),
      ),
  ];
}
