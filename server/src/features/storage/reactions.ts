import { onJob } from '#platform/reaction.ts'
import { collectUnnamedBytes } from './bytes/collect-bytes.ts'
import { reactions as indexing } from './indexing/reactions.ts'
import { collectBytes, eraseDetached, purgeLinks, purgeTrash, settleLargeTree } from './jobs.ts'
import { purgeExpiredLinks } from './links/purge-links.ts'
import { settleTree } from './settle-documents.ts'
import { eraseDetachedEntries } from './trash/erase.ts'
import { purgeOldTrash } from './trash/purge-old-trash.ts'

export const reactions = [
  onJob(purgeTrash, purgeOldTrash),
  onJob(eraseDetached, eraseDetachedEntries),
  onJob(collectBytes, collectUnnamedBytes),
  onJob(purgeLinks, purgeExpiredLinks),
  onJob(settleLargeTree, settleTree),
  ...indexing,
]
