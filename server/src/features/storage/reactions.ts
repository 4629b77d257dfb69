import { onJob } from '#platform/reaction.ts'
import { recoverLostDocuments } from './claim-document.ts'
import { settleTree } from './documents/settle-documents.ts'
import { eraseDetached, purgeLinks, purgeTrash, recoverDocuments, settleLargeTree } from './jobs.ts'
import { purgeExpiredLinks } from './links/purge-links.ts'
import { eraseDetachedEntries } from './trash/erase.ts'
import { purgeOldTrash } from './trash/purge-old-trash.ts'

export const reactions = [
  onJob(purgeTrash, purgeOldTrash),
  onJob(eraseDetached, eraseDetachedEntries),
  onJob(purgeLinks, purgeExpiredLinks),
  onJob(settleLargeTree, settleTree),
  onJob(recoverDocuments, recoverLostDocuments),
]
