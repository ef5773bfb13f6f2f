import type { CompleteDeps } from '@tollgate/inference/complete';
import type { PromptCounts } from '@tollgate/inference/messages/prompt-counts';
import type { MediaStore } from '@tollgate/media/media-store';

/** What routes work with. */
export interface RouteDeps extends CompleteDeps {
  /** Null where the installation keeps no files: then no videos are made. */
  media: MediaStore | null;
  promptCounts: PromptCounts;
}
