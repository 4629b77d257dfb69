import { FormData } from 'undici'
import { z } from 'zod'
import type { Config } from '#platform/config.ts'
import { readLimited } from '#platform/outbound/read-limited.ts'
import { OutboundRefused } from '#platform/outbound/refused.ts'
import { TRANSFER_TIMEOUT_MS } from '../bots/request-platform.ts'
import { callMsgr, type MsgrAnswer, readEnvelope, requestMsgr } from './msgr-call.ts'

const Bot = z.object({
  id: z.int(),
  username: z.string(),
  first_name: z.string(),
  can_read_all_group_messages: z.boolean().optional(),
})
export type MsgrBotIdentity = z.infer<typeof Bot>

const WebhookInfo = z.object({
  /** Empty where none is set. */
  url: z.string(),
  pending_update_count: z.int(),
  /** In seconds since 1970. */
  last_error_date: z.int().optional(),
  last_error_message: z.string().optional(),
})
export type MsgrWebhookInfo = z.infer<typeof WebhookInfo>

const Sent = z.object({ message_id: z.int() })
type MsgrSent = z.infer<typeof Sent>

const Stored = z.object({ file_path: z.string(), file_size: z.int().optional() })
type MsgrFile = z.infer<typeof Stored>

const Done = z.literal(true)

/** A chat, and its topic where it has topics. */
export type MsgrTarget = { chat_id: string; message_thread_id?: number | undefined }
type Reply = { reply_to_message_id?: number | undefined }
type MsgrUpload = MsgrTarget & { name: string; mime_type: string; bytes: Uint8Array | Blob }

/** Telegram answers 404 to a malformed token, which callers treat like any other token that is not accepted. */
export async function getMe(config: Config, token: string, signal?: AbortSignal): Promise<MsgrAnswer<MsgrBotIdentity>> {
  const answer = await callMsgr(config, token, 'getMe', { schema: Bot, signal })
  return answer.outcome === 'refused' && answer.status === 404 ? { ...answer, status: 401 } : answer
}

export const setWebhook = (
  config: Config,
  token: string,
  { url, secret_token }: { url: string; secret_token: string },
  signal?: AbortSignal,
): Promise<MsgrAnswer<true>> =>
  callMsgr(config, token, 'setWebhook', {
    schema: Done,
    body: { url, secret_token, allowed_updates: ['message', 'my_chat_member'], max_connections: 40 },
    signal,
  })

/** Pending updates stay at Telegram for the next webhook. */
export const deleteWebhook = (config: Config, token: string, signal?: AbortSignal): Promise<MsgrAnswer<true>> =>
  callMsgr(config, token, 'deleteWebhook', { schema: Done, body: { drop_pending_updates: false }, signal })

export const getWebhookInfo = (
  config: Config,
  token: string,
  signal?: AbortSignal,
): Promise<MsgrAnswer<MsgrWebhookInfo>> => callMsgr(config, token, 'getWebhookInfo', { schema: WebhookInfo, signal })

/**
 * Telegram refuses a whole message for text that only looks like a link, unless detection is off (`skip_entity_detection`).
 */
export const sendRichMessage = (
  config: Config,
  token: string,
  { markdown, skip_entity_detection, ...to }: MsgrTarget & Reply & { markdown: string; skip_entity_detection: boolean },
  signal?: AbortSignal,
): Promise<MsgrAnswer<MsgrSent>> =>
  callMsgr(config, token, 'sendRichMessage', {
    schema: Sent,
    body: { ...targetFields(to), rich_message: { markdown: markdown.toWellFormed(), skip_entity_detection } },
    signal,
  })

/**
 * Sent unchanged: without a `parse_mode` Telegram reads no markup. It fetches the page of the first address, unless that is off: an
 * address that an unknown sender has brought into an answer may carry what it says.
 */
export const sendMessage = (
  config: Config,
  token: string,
  { text, hides_preview = false, ...to }: MsgrTarget & Reply & { text: string; hides_preview?: boolean },
  signal?: AbortSignal,
): Promise<MsgrAnswer<MsgrSent>> =>
  callMsgr(config, token, 'sendMessage', {
    schema: Sent,
    body: {
      ...targetFields(to),
      text: text.toWellFormed(),
      ...(hides_preview && { link_preview_options: { is_disabled: true } }),
    },
    signal,
  })

export const sendPhoto = (
  config: Config,
  token: string,
  photo: MsgrUpload,
  signal?: AbortSignal,
): Promise<MsgrAnswer<MsgrSent>> => upload(config, token, 'sendPhoto', 'photo', photo, signal)

export const sendDocument = (
  config: Config,
  token: string,
  document: MsgrUpload,
  signal?: AbortSignal,
): Promise<MsgrAnswer<MsgrSent>> => upload(config, token, 'sendDocument', 'document', document, signal)

/** Telegram shows it for five seconds at most, or until a message arrives. */
export const sendChatAction = (
  config: Config,
  token: string,
  target: MsgrTarget,
  signal?: AbortSignal,
): Promise<MsgrAnswer<true>> =>
  callMsgr(config, token, 'sendChatAction', {
    schema: Done,
    body: { ...targetFields(target), action: 'typing' },
    signal,
  })

export const getFile = (
  config: Config,
  token: string,
  file_id: string,
  signal?: AbortSignal,
): Promise<MsgrAnswer<MsgrFile>> => callMsgr(config, token, 'getFile', { schema: Stored, body: { file_id }, signal })

/** Refused with 413 where the file is larger than `maxBytes`; never more than that is kept in memory. */
export function downloadFile(
  config: Config,
  token: string,
  file_path: string,
  maxBytes: number,
  signal?: AbortSignal,
): Promise<MsgrAnswer<Buffer>> {
  const path = file_path.split('/').map(encodeURIComponent).join('/')
  const url = `${config.MSGR_API_URL}/file/bot${token}/${path}`
  return requestMsgr(token, url, { timeoutMs: TRANSFER_TIMEOUT_MS, signal }, async (response) => {
    if (!response.ok) return readEnvelope(response, token, z.never())
    try {
      return { outcome: 'granted', value: await readLimited(response, maxBytes) }
    } catch (error) {
      if (!(error instanceof OutboundRefused)) throw error
      return { outcome: 'refused', status: 413, description: error.message }
    }
  })
}

function upload(
  config: Config,
  token: string,
  method: string,
  field: string,
  { name, mime_type, bytes, ...target }: MsgrUpload,
  signal: AbortSignal | undefined,
): Promise<MsgrAnswer<MsgrSent>> {
  const body = new FormData()
  for (const [key, value] of Object.entries(targetFields(target))) body.set(key, String(value))
  // A blob of a blob shares its bytes; others are copied here once.
  const part = bytes instanceof Blob ? bytes : new Uint8Array(bytes)
  body.set(field, new Blob([part], { type: mime_type }), name)
  return callMsgr(config, token, method, { schema: Sent, body, timeoutMs: TRANSFER_TIMEOUT_MS, signal })
}

/** Sends the answer even if the message that it replies to was deleted meanwhile. */
const targetFields = ({ chat_id, message_thread_id, reply_to_message_id }: MsgrTarget & Reply) => ({
  chat_id,
  ...(message_thread_id !== undefined && { message_thread_id }),
  ...(reply_to_message_id !== undefined && {
    reply_parameters: { message_id: reply_to_message_id, allow_sending_without_reply: true },
  }),
})
