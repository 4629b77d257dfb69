import { onJob } from '#platform/reaction.ts'
import { collectBytes } from '../storage/jobs.ts'
import { collectUnusedBytes } from './collect-unused-bytes.ts'
import { deliverDue } from './deliver-message.ts'
import { deliverDueMessages } from './jobs.ts'

export const reactions = [onJob(deliverDueMessages, deliverDue), onJob(collectBytes, collectUnusedBytes)]
