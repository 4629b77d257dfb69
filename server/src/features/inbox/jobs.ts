import { z } from 'zod'
import { defineJob } from '#platform/job.ts'
import { defineRunKind } from '../runs/jobs.ts'

/** Continues translating what a contact wrote. */
export const translateText = defineRunKind('inbox.translation', { is_conversation_task: true })

/** After an upgrade; with nothing left to fold it reads one empty table. */
export const foldTexts = defineJob('inbox.fold-texts', z.object({}), { every_seconds: 10 })
