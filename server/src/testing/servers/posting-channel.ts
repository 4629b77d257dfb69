import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { layers, surfaces } from '#app/features.ts'
import { describeEndpoint } from '#contracts/endpoint.ts'
import { defineChannel } from '#features/conversations/define-channel.ts'
import { readConversation } from '#features/conversations/read-conversation.ts'
import { removeConversation } from '#features/replies/remove-conversation.ts'
import { sendMessage } from '#features/replies/send-message.ts'
import { AppError } from '#platform/error.ts'
import type { Feature } from '#platform/feature.ts'
import { route } from '#platform/route.ts'

/** Where the other side of the channel listens, why it is not even asked, and how long an attempt prepares at most. */
export const deliveries = {
  target: process.env.POSTING_TARGET ?? '',
  refuse: null as Error | null,
  prepares_ms: Number(process.env.POSTING_PREPARES_MS ?? 0),
}

/** A channel that delivers by HTTP, as a chat platform's would, and nothing else. */
export const postingChannel = defineChannel({
  name: 'posting',
  audience: () => [],
  streams: false,
  searchable: true,
  titled: false,
  acceptsAttachments: false,
  async deliver(_ctx, { message, contact_channel, idempotency_key, signal }) {
    if (deliveries.refuse) throw deliveries.refuse
    if (deliveries.prepares_ms > 0) await sleep(Math.random() * deliveries.prepares_ms)
    const response = await fetch(deliveries.target, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': idempotency_key },
      body: JSON.stringify({ to: contact_channel.external_id, text: message.content }),
      signal,
    })
    if (!response.ok) throw new Error(`The other side answered ${response.status}`)
  },
})

const receiveMessage = describeEndpoint('POST /api/private/posting/{employee_id}', {
  summary: 'A message that comes in',
  params: z.object({ employee_id: z.uuid() }),
  body: z.object({ from: z.string(), message: z.string() }),
})

const forget = describeEndpoint('DELETE /api/private/posting/{employee_id}/{conversation_id}', {
  summary: 'A conversation that the other side has deleted',
  params: z.object({ employee_id: z.uuid(), conversation_id: z.uuid() }),
})

/** The surface of that channel: a message comes in by HTTP, and its answer is posted. */
export const postingFeature: Feature = {
  name: 'posting',
  routes: [
    route(receiveMessage, {
      caller: 'teammate_key',
      serve: async (ctx, { body }) => {
        const { run, answer } = await sendMessage(ctx, {
          teammate: ctx.teammate,
          channel: postingChannel,
          key: { channel: 'custom', channel_name: postingChannel.name },
          to: { open: { contact_external_id: body.from, contact: {}, external_id: body.from } },
          opens_current: true,
          user_id: null,
          message: body.message,
          attachments: [],
          is_async: true,
        })
        return { run_id: run.id, message_id: answer.id, conversation_id: answer.conversation_id }
      },
    }),
    route(forget, {
      caller: 'teammate_key',
      serve: async (ctx, { params }) => {
        const found = await readConversation(ctx, params.conversation_id)
        if (!found) throw new AppError('not_found', 'Conversation not found')
        await removeConversation(ctx, params.conversation_id, found.parties)
        return { success: true }
      },
    }),
  ],
}

/** A whole server with that surface. */
export const featuresWithPosting: readonly Feature[] = [...layers, ...surfaces, postingFeature]
