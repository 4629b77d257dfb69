import { Channel } from '#contracts/conversations.ts'
import { validationError } from '#platform/http/errors.ts'
import type { ChannelKey } from '../contacts/find-or-add-contact.ts'
import { defineChannel } from '../conversations/define-channel.ts'

/** Conversations of programs, which read the answer where they have asked. */
export const privateApi = defineChannel({
  name: 'api',
  audience: () => [],
  streams: false,
  searchable: true,
  titled: false,
  acceptsAttachments: true,
})

/**
 * One of the contract's channels, or any other stable name, which is stored as `custom` under that name. Null for internal
 * chat, which is between signed-in people and teammates: no program writes into it, and none finds anything there.
 */
export function apiChannelKey(name: string): ChannelKey | null {
  if (name === 'employee_chat') return null
  const known = Channel.safeParse(name)
  if (known.success && known.data !== 'custom') return { channel: known.data, channel_name: '' }
  return { channel: 'custom', channel_name: name }
}

/** The same for a received message. */
export function openChannelKey(name: string): ChannelKey {
  const key = apiChannelKey(name)
  if (key) return key
  throw validationError([{ path: 'channel', message: 'Internal chat is not open to programs; choose another name' }])
}
