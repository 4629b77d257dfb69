/** Methods of the Web API: what they ask for, and what they refuse. */
import { parseOr, required, type SlackArguments } from './arguments.ts'
import type { SlackUploads } from './files.ts'
import { parseMetadata, readHistory } from './history.ts'
import { ApiError, type SlackBot, type SlackChannel, type SlackWorld } from './workspace.ts'

const MAX_MARKDOWN = 12_000
const MAX_TEXT = 40_000

type Call = { world: SlackWorld; uploads: SlackUploads; bot: SlackBot; values: SlackArguments; url: string }
type Method = (call: Call) => Record<string, unknown>

const HISTORY_SCOPE_OF_KIND = {
  channel: 'channels:history',
  group: 'groups:history',
  im: 'im:history',
  mpim: 'mpim:history',
} as const
const SCOPE_OF_KIND = { channel: 'channels:read', group: 'groups:read', im: 'im:read', mpim: 'mpim:read' } as const

const methods: Record<string, Method> = {
  'auth.test': ({ bot, url }) => ({
    url: `${url}/`,
    team: bot.team.name,
    user: bot.name,
    team_id: bot.team.id,
    user_id: bot.user_id,
    bot_id: bot.bot_id,
    is_enterprise_install: false,
  }),
  'auth.revoke': ({ bot }) => {
    bot.state = 'revoked'
    return { revoked: true }
  },
  'chat.postMessage': ({ world, bot, values }) => {
    needScope(bot, 'chat:write')
    const { text, markdown_text } = values
    if (markdown_text && (text || values.blocks)) throw new ApiError('markdown_text_conflict')
    if (!text && !markdown_text) throw new ApiError('no_text')
    if ((markdown_text ?? '').length > MAX_MARKDOWN || (text ?? '').length > MAX_TEXT)
      throw new ApiError('msg_too_long')
    const channel = channelFor(world, bot, required(values, 'channel'))
    const { thread_ts } = values
    needThread(channel, thread_ts)
    const metadata = parseMetadata(values.metadata)
    const ts = world.nextTs()
    const message = {
      ts,
      user: bot.user_id,
      text: text ?? markdown_text ?? '',
      ...(thread_ts && { thread_ts }),
      ...(metadata && { metadata }),
    }
    channel.messages.set(ts, message)
    const previews = previewsIn(values)
    world.sent.push({
      bot,
      channel: channel.id,
      ts,
      thread_ts,
      ...(previews.length > 0 && { previews }),
      ...(text ? { text } : { markdown_text: markdown_text ?? '' }),
    })
    return { channel: channel.id, ts, message: { type: 'message', bot_id: bot.bot_id, app_id: bot.app_id, ...message } }
  },
  'assistant.threads.setStatus': ({ world, bot, values }) => {
    needScope(bot, 'chat:write')
    const channel = channelFor(world, bot, required(values, 'channel_id'))
    const thread_ts = required(values, 'thread_ts')
    needThread(channel, thread_ts)
    if (values.status === undefined) throw new ApiError('invalid_arguments')
    world.statuses.push({ bot, channel: channel.id, thread_ts, status: values.status })
    return {}
  },
  'conversations.history': ({ world, bot, values }) =>
    readHistory(historyChannel(world, bot, values), values, ({ ts, thread_ts }) => !thread_ts || thread_ts === ts),
  'conversations.replies': ({ world, bot, values }) => {
    const channel = historyChannel(world, bot, values)
    const root = required(values, 'ts')
    if (!channel.messages.has(root)) throw new ApiError('thread_not_found')
    return readHistory(channel, values, ({ ts, thread_ts }) => ts === root || thread_ts === root, root)
  },
  'conversations.info': ({ world, bot, values }) => {
    const channel = world.channels.get(required(values, 'channel'))
    if (!channel) throw new ApiError('channel_not_found')
    needScope(bot, SCOPE_OF_KIND[channel.kind])
    const { id, kind, name } = channel
    const isDirect = kind === 'im'
    return {
      channel: {
        id,
        is_channel: kind === 'channel',
        is_group: kind === 'group',
        is_im: isDirect,
        is_mpim: kind === 'mpim',
        ...(isDirect ? { user: [...channel.members].find((member) => member !== bot.user_id) } : { name }),
        ...(kind === 'mpim' && { purpose: { value: `Group messaging with: ${name}`, creator: '', last_set: 0 } }),
      },
    }
  },
  'users.info': ({ world, bot, values }) => {
    needScope(bot, 'users:read')
    const person = world.people.get(required(values, 'user'))
    if (!person) throw new ApiError('user_not_found')
    const { id, name, real_name, locale } = person
    const [first_name, ...rest] = real_name.split(' ')
    return {
      user: {
        id,
        team_id: bot.team.id,
        name,
        real_name,
        ...(values.include_locale === 'true' && { locale }),
        is_bot: false,
        profile: { real_name, display_name: '', first_name, last_name: rest.join(' ') },
      },
    }
  },
  'files.info': ({ world, bot, values, url }) => {
    needScope(bot, 'files:read')
    const file = world.files.get(required(values, 'file'))
    if (!file) throw new ApiError('file_not_found')
    return { file: describeFile(file, url) }
  },
  'files.getUploadURLExternal': ({ bot, values, uploads, url }) => {
    needScope(bot, 'files:write')
    const length = Number(required(values, 'length'))
    if (!Number.isInteger(length) || length < 1) throw new ApiError('invalid_arguments')
    const { id, path } = uploads.open(bot, required(values, 'filename'), length)
    return { upload_url: `${url}${path}`, file_id: id }
  },
  'files.completeUploadExternal': ({ world, bot, values, uploads }) => {
    needScope(bot, 'files:write')
    const named = parseFiles(required(values, 'files'))
    // Without a channel a file stays private to the bot.
    const channel = values.channel_id ? channelFor(world, bot, values.channel_id) : null
    if (channel) needThread(channel, values.thread_ts)
    const completed = named.map(({ id, title }) => ({ title: title ?? '', ...uploads.complete(bot, id) }))
    for (const { id, name, title, bytes } of completed) {
      if (!channel) continue
      const ts = world.nextTs()
      const { thread_ts } = values
      const files = [{ id, name, size: bytes.length }]
      channel.messages.set(ts, { ts, user: bot.user_id, text: '', ...(thread_ts && { thread_ts }), files })
      world.sent.push({ bot, channel: channel.id, ts, thread_ts: values.thread_ts, file: { name, title, bytes } })
    }
    return { files: completed.map(({ id, title }) => ({ id, title })) }
  },
}

/** Of an app's message Slack fetches pictures unless it is asked not to, and pages if it is asked to. */
function previewsIn({ text = '', markdown_text = '', unfurl_links, unfurl_media }: SlackArguments): string[] {
  const addresses = `${text} ${markdown_text}`.match(/https?:\/\/[^\s|<>()]+/g) ?? []
  const isPicture = (address: string) => /\.(png|jpe?g|gif|webp)(\?|$)/i.test(address)
  return addresses.filter((address) => (isPicture(address) ? unfurl_media !== 'false' : unfurl_links === 'true'))
}

/** Throws `ApiError` for what Slack would answer with `ok: false`. */
export function callMethod(method: string, call: Call): Record<string, unknown> {
  const serve = methods[method]
  if (!serve) throw new ApiError('unknown_method', { req_method: method })
  return serve(call)
}

export const describeFile = (
  {
    id,
    name,
    mimetype,
    bytes,
    team,
  }: { id: string; name: string; mimetype: string; bytes: Buffer; team: { id: string } },
  url: string,
) => ({
  id,
  name,
  title: name,
  mimetype,
  size: bytes.length,
  mode: 'hosted',
  is_external: false,
  url_private: `${url}/files-pri/${team.id}-${id}/${encodeURIComponent(name)}`,
  url_private_download: `${url}/files-pri/${team.id}-${id}/download/${encodeURIComponent(name)}`,
})

function historyChannel(world: SlackWorld, bot: SlackBot, values: SlackArguments): SlackChannel {
  const channel = channelFor(world, bot, required(values, 'channel'))
  needScope(bot, HISTORY_SCOPE_OF_KIND[channel.kind])
  return channel
}

function needScope({ scopes }: SlackBot, needed: string): void {
  if (!scopes.includes(needed)) throw new ApiError('missing_scope', { needed, provided: scopes.join(',') })
}

function channelFor(world: SlackWorld, bot: SlackBot, id: string): SlackChannel {
  const channel = world.channels.get(id)
  // A private channel of others does not exist for the bot.
  if (!channel || (channel.kind !== 'channel' && !channel.members.has(bot.user_id)))
    throw new ApiError('channel_not_found')
  if (!channel.members.has(bot.user_id)) throw new ApiError('not_in_channel')
  if (channel.is_archived) throw new ApiError('is_archived')
  return channel
}

function needThread(channel: SlackChannel, thread_ts: string | undefined): void {
  if (thread_ts !== undefined && !channel.messages.has(thread_ts)) throw new ApiError('invalid_thread_ts')
}

function parseFiles(text: string): { id: string; title?: string }[] {
  const refusal = new ApiError('invalid_arguments')
  const files = parseOr(text, refusal)
  if (Array.isArray(files) && files.length > 0 && files.every((file) => typeof file?.id === 'string')) return files
  throw refusal
}
