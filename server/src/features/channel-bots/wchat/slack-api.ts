import { z } from 'zod'
import type { Config } from '#platform/config.ts'
import { readLimited } from '#platform/outbound/read-limited.ts'
import { OutboundRefused } from '#platform/outbound/refused.ts'
import { requestPlatform, TRANSFER_TIMEOUT_MS } from '../bots/request-platform.ts'
import { callSlack, postBytes, type SlackAnswer, waitOf } from './slack-call.ts'
import type { WchatApp } from './wchat-app.ts'

const Installation = z.object({
  access_token: z.string().min(1),
  token_type: z.literal('bot'),
  app_id: z.string(),
  bot_user_id: z.string(),
  /** None where the app was installed for a whole enterprise. */
  team: z.object({ id: z.string().min(1), name: z.string() }),
})
export type Installation = z.infer<typeof Installation>

const Identity = z.object({
  team_id: z.string().min(1),
  team: z.string().optional(),
  /** Of the workspace, such as `https://acme.slack.com/`. */
  url: z.string().optional(),
  user_id: z.string().min(1),
  /** The name of that user. */
  user: z.string().optional(),
  /** Absent for a token that is a person's. */
  bot_id: z.string().optional(),
  scopes: z.array(z.string()).nullable(),
})
export type SlackIdentity = z.infer<typeof Identity>

const Posted = z.object({ channel: z.string(), ts: z.string() })
const Upload = z.object({ upload_url: z.url(), file_id: z.string().min(1) })
const Conversation = z.object({
  channel: z.object({
    name: z.string().optional(),
    is_im: z.boolean().optional(),
    is_mpim: z.boolean().optional(),
    purpose: z.object({ value: z.string() }).optional(),
  }),
})
type SlackConversation = z.infer<typeof Conversation>['channel']

const Person = z.object({
  user: z.object({
    name: z.string().optional(),
    real_name: z.string().optional(),
    locale: z.string().optional(),
    profile: z
      .object({
        display_name: z.string().optional(),
        real_name: z.string().optional(),
        first_name: z.string().optional(),
        last_name: z.string().optional(),
      })
      .optional(),
  }),
})
export type SlackPerson = z.infer<typeof Person>['user']

const StoredFile = z.object({
  file: z.object({ url_private_download: z.string().optional(), url_private: z.string().optional() }),
})

/** Refusals by which Slack says that it accepts a token no more. */
const DEAD_TOKEN = ['invalid_auth', 'account_inactive', 'token_revoked', 'token_expired', 'not_authed']

export const isDeadToken = (answer: SlackAnswer<unknown>): boolean =>
  answer.outcome === 'refused' && DEAD_TOKEN.includes(answer.error)

export function exchangeCode(config: Config, app: WchatApp, code: string): Promise<SlackAnswer<Installation>> {
  const basic = Buffer.from(`${app.client_id}:${app.client_secret}`).toString('base64')
  return callSlack(config, app.client_secret, 'oauth.v2.access', {
    schema: Installation,
    authorization: `Basic ${basic}`,
    form: { code, redirect_uri: app.redirect_url },
  })
}

export const testToken = (config: Config, token: string): Promise<SlackAnswer<SlackIdentity>> =>
  callSlack(config, token, 'auth.test', { schema: Identity })

/** Best effort: the connection is gone here whatever Slack answers. */
export const revokeToken = (config: Config, token: string): Promise<SlackAnswer<unknown>> =>
  callSlack(config, token, 'auth.revoke', { schema: z.object({}) })

/** A channel, and the first message of the thread in it where there is one. */
export type SlackTarget = { channel: string; thread_ts?: string | undefined }

/** By which a message is found again: `part` is the first of its parts that is in it, `count` how many are. */
export type SlackMark = { message_id: string; part: number; count: number }

/** Unseen by people; https://docs.slack.dev/messaging/message-metadata. */
export const MARK_TYPE = 'delivery'
const metadataOf = (mark: SlackMark | undefined) => mark && { event_type: MARK_TYPE, event_payload: mark }

/** Slack would fetch what a message links to, and an address that an unknown sender has brought into an answer may carry what it says. */
const NO_PREVIEWS = { unfurl_links: false, unfurl_media: false }

/** The words as Markdown, at most 12,000 characters. */
export const postMarkdown = (
  config: Config,
  token: string,
  { markdown, mark, ...target }: SlackTarget & { markdown: string; mark?: SlackMark },
  signal?: AbortSignal,
): Promise<SlackAnswer<{ channel: string; ts: string }>> =>
  callSlack(config, token, 'chat.postMessage', {
    schema: Posted,
    form: { ...target, ...NO_PREVIEWS, markdown_text: markdown, metadata: metadataOf(mark) },
    signal,
  })

/** Plain text: no markup, no mentions and no links to channels. */
export const postText = (
  config: Config,
  token: string,
  { text, mark, ...target }: SlackTarget & { text: string; mark?: SlackMark },
  signal?: AbortSignal,
): Promise<SlackAnswer<{ channel: string; ts: string }>> =>
  callSlack(config, token, 'chat.postMessage', {
    schema: Posted,
    form: { ...target, ...NO_PREVIEWS, text: escapeText(text), mrkdwn: false, metadata: metadataOf(mark) },
    signal,
  })

/** The three characters that Slack reads as control characters; https://docs.slack.dev/messaging/formatting-message-text. */
const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Shown below the thread as “<bot> <status>” for two minutes at most, or until a reply; an empty one is none. */
export const setStatus = (
  config: Config,
  token: string,
  { channel, thread_ts, status }: { channel: string; thread_ts: string; status: string },
  signal?: AbortSignal,
): Promise<SlackAnswer<object>> =>
  callSlack(config, token, 'assistant.threads.setStatus', {
    schema: z.object({}),
    form: { channel_id: channel, thread_ts, status },
    signal,
  })

export const findConversation = (
  config: Config,
  token: string,
  channel: string,
): Promise<SlackAnswer<{ channel: SlackConversation }>> =>
  callSlack(config, token, 'conversations.info', { schema: Conversation, form: { channel } })

export const findPerson = (config: Config, token: string, user: string): Promise<SlackAnswer<{ user: SlackPerson }>> =>
  callSlack(config, token, 'users.info', { schema: Person, form: { user, include_locale: true } })

/** Of a file that came from another workspace, whose event has its id alone. */
export const findFile = (
  config: Config,
  token: string,
  file: string,
): Promise<SlackAnswer<z.infer<typeof StoredFile>>> =>
  callSlack(config, token, 'files.info', { schema: StoredFile, form: { file } })

type SlackUpload = { name: string; mime_type: string; bytes: Uint8Array }

/**
 * Brings a file to Slack; it is seen once `shareFile` names it, so that this may be repeated: a call whose outcome is not
 * known counts as unsent.
 */
export async function uploadFile(
  config: Config,
  token: string,
  { name, mime_type, bytes }: SlackUpload,
  signal?: AbortSignal,
): Promise<SlackAnswer<string>> {
  const target = await callSlack(config, token, 'files.getUploadURLExternal', {
    schema: Upload,
    form: { filename: name, length: bytes.byteLength },
    signal,
  })
  if (target.outcome !== 'granted') return repeatable(target)
  const { upload_url, file_id } = target.value
  if (!isSlackAddress(config, upload_url)) return notAllowed(upload_url)
  const sent = await postBytes(upload_url, { bytes, name, mime_type }, { timeoutMs: TRANSFER_TIMEOUT_MS, signal })
  return sent.outcome === 'granted' ? { outcome: 'granted', value: file_id } : repeatable(sent)
}

const repeatable = (answer: Exclude<SlackAnswer<unknown>, { outcome: 'granted' }>): SlackAnswer<never> =>
  answer.outcome === 'unknown' ? { ...answer, outcome: 'unsent' } : answer

export const shareFile = (
  config: Config,
  token: string,
  { channel, thread_ts, file_id, name }: SlackTarget & { file_id: string; name: string },
  signal?: AbortSignal,
): Promise<SlackAnswer<object>> =>
  callSlack(config, token, 'files.completeUploadExternal', {
    schema: z.object({}),
    form: { files: [{ id: file_id, title: name }], channel_id: channel, thread_ts },
    timeoutMs: TRANSFER_TIMEOUT_MS,
    signal,
  })

/**
 * The bytes of a file, at most so many. The token goes along, and so only to Slack's own addresses; without the scope for files
 * Slack answers 200 with its sign-in page instead.
 */
export async function downloadFile(
  config: Config,
  token: string,
  url: string,
  maxBytes: number,
  signal?: AbortSignal,
): Promise<SlackAnswer<Buffer>> {
  if (!isSlackAddress(config, url)) return notAllowed(url)
  const init = { headers: { authorization: `Bearer ${token}` } }
  const answer = await requestPlatform<SlackAnswer<Buffer>>(
    url,
    { init, timeoutMs: TRANSFER_TIMEOUT_MS, signal, secrets: [token] },
    async (response) => {
      if (response.status === 429) return { outcome: 'limited', retry_after_seconds: waitOf(response) }
      if (response.status >= 500) return { outcome: 'unknown', description: `Slack answered with ${response.status}.` }
      if (!response.ok) return refused(`http_${response.status}`, `Slack answered with ${response.status}.`)
      if (isSignInPage(response)) return refused('missing_scope', 'Slack sent its sign-in page: files:read is missing.')
      try {
        return { outcome: 'granted', value: await readLimited(response, maxBytes) }
      } catch (error) {
        if (!(error instanceof OutboundRefused)) throw error
        return refused('file_too_large', error.message)
      }
    },
  )
  const isRedirect = answer.outcome === 'unknown' && answer.description === 'unexpected redirect'
  return isRedirect ? refused('missing_scope', 'Slack redirects to its sign-in page: files:read is missing.') : answer
}

/** A file that is HTML comes as an attachment, a page of Slack's does not. */
const isSignInPage = ({ headers }: Response): boolean =>
  (headers.get('content-type') ?? '').startsWith('text/html') &&
  !(headers.get('content-disposition') ?? '').startsWith('attachment')

const refused = (error: string, description: string) => ({ outcome: 'refused', error, description }) as const

const notAllowed = (url: string) =>
  refused('host_not_allowed', `${URL.canParse(url) ? new URL(url).host : 'The address'} is not one of Slack’s.`)

/** Only addresses that this server was configured with: the API's, and that of files. */
function isSlackAddress({ WCHAT_API_URL, WCHAT_FILES_URL }: Config, url: string): boolean {
  if (!URL.canParse(url)) return false
  const { origin, username, password } = new URL(url)
  return (
    username === '' && password === '' && [WCHAT_API_URL, WCHAT_FILES_URL].some((own) => new URL(own).origin === origin)
  )
}
