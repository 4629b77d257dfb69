import { onJob } from '#platform/reaction.ts'
import { forgetOldEntries } from './forget-old-entries.ts'
import { dropOldAuditEntries } from './jobs.ts'

export const reactions = [onJob(dropOldAuditEntries, forgetOldEntries)]
