import type { FrameLocator } from 'playwright-core'
import { z } from 'zod'

/** What the chat reads of a conversation, to be answered otherwise than by the server. */
export const MESSAGES = '**/api/public/webchat/messages?**'
export const Read = z.looseObject({
  data: z.array(z.looseObject({ id: z.string(), role: z.string(), content: z.string() })),
})

/** The button below an answer that is whole. */
export const good = (chat: FrameLocator) => chat.getByRole('button', { name: 'Good answer' })
