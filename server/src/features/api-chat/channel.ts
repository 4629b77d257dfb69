import { Channel } from '#contracts/conversations.ts'
import { AppError } from '#platform/error.ts'
import type { ChannelKey } from '../conversations/open-conversation.ts'

/**
 * One of the channels, or any other stable name, which is kept as `custom` under that name. Internal chat is between
 * signed-in people and teammates: a program must not write into it.
 */
export function channelOf(name: string): ChannelKey {
  if (name === 'employee_chat') {
    const message = 'Internal chat is not open to programs; choose another name'
    throw new AppError('bad_request', `channel: ${message}`, {
      code: 'VALIDATION_FAILED',
      data: { issues: [{ path: 'channel', message }] },
    })
  }
  const known = Channel.safeParse(name)
  if (known.success && known.data !== 'custom') return { channel: known.data, channel_name: '' }
  return { channel: 'custom', channel_name: name }
}
