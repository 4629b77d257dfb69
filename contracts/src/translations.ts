import { z } from 'zod'
import { describeEndpoints } from './endpoint.ts'
import * as translationPaths from './paths/translations.ts'
import { RUN_REFUSALS } from './runs.ts'

/** As browsers write it: `en`, `pt-BR`. */
const Language = z.string().regex(/^[a-z]{2,8}(-[A-Za-z0-9]{2,8})?$/)

export const Translation = z.object({ content: z.string(), language: Language })
export type Translation = z.infer<typeof Translation>

export const translationEndpoints = describeEndpoints(translationPaths, {
  translateMessage: {
    summary: 'Have the teammate’s model translate what a contact wrote; a translation is kept and paid for once',
    params: z.object({ conversation_id: z.uuid(), message_id: z.uuid() }),
    body: z.object({ language: Language }),
    answer: Translation,
    errors: { 409: ['RUN_CANCELLED'], 422: [...RUN_REFUSALS], 429: [], 502: ['MODEL_FAILED'], 504: [] },
  },
})
