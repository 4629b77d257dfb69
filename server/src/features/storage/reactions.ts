import { onJob } from '#platform/reaction.ts'
import { adjustTree } from './documents/adjust-documents.ts'
import { recoverLostDocuments } from './documents/claim-document.ts'
import { adjustLargeTree, eraseDetached, purgeLinks, purgeTrash, recoverDocuments } from './jobs.ts'
import { purgeExpiredLinks } from './links/purge-links.ts'
import { eraseDetachedEntries } from './trash/erase.ts'
import { purgeOldTrash } from './trash/purge-old-trash.ts'

export const reactions = [
  onJob(purgeTrash, purgeOldTrash),
  onJob(eraseDetached, eraseDetachedEntries),
  onJob(purgeLinks, purgeExpiredLinks),
  onJob(adjustLargeTree, adjustTree),
  onJob(recoverDocuments, recoverLostDocuments),
]
