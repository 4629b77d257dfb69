import { onJob } from '#platform/reaction.ts'
import { deleteOldEntries } from './delete-old-entries.ts'
import { purgeAuditLog } from './jobs.ts'

export const reactions = [onJob(purgeAuditLog, deleteOldEntries)]
