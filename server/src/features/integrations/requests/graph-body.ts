import { z } from 'zod'

/** The text of a message or an event; Microsoft promises neither its content nor its type. */
export const GraphBody = z
  .object({ contentType: z.string().nullish(), content: z.string().nullish() })
  .nullish()
  .transform((body) => ({ isHtml: body?.contentType?.toLowerCase() === 'html', content: body?.content ?? '' }))
export type GraphBody = z.infer<typeof GraphBody>
