import { createWebchatConversation, sendWebchatMessage } from '#contracts/paths/webchat.ts'
import { applyEvents } from '#thread/apply-events.ts'
import { emptyThread } from '#thread/thread.ts'
import { ApiFailure, callApi } from '../../lib/api.ts'
import { changeSession, type Outgoing, readSession } from '../../lib/session.ts'
import { encodeFile, overLimit } from '../attachments.ts'
import { clockTime } from '../parts/times.ts'
import { getWords } from '../words/words.ts'
import { updateConversation, updateLastMessage } from './conversations.ts'
import { moveDraft } from './drafts.ts'
import { connect } from './live.ts'
import { readNewest } from './messages.ts'
import { problemOf } from './problem.ts'
import { getState, notify, setState } from './store.ts'
import { dropFiles, storedFiles, storeFiles } from './stored-files.ts'

const RETRY_MS = [1000, 3000, 10_000, 30_000]
let tries = 0
let timer: ReturnType<typeof setTimeout> | undefined
let isFlushing = false
/** What is sent within it is not worth a time of day. */
const MOMENT_SECONDS = 60

const isTooMuch = (error: unknown): error is ApiFailure => error instanceof ApiFailure && error.status === 429
const dueIn = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString()

/** A random UUID. `crypto.randomUUID` is missing where a page is served without TLS. */
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 15) | 64
  bytes[8] = ((bytes[8] ?? 0) & 63) | 128
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

function changeOutbox(change: (outbox: Outgoing[]) => Outgoing[]): void {
  setState({ outbox: changeSession(({ outbox }) => ({ outbox: change(outbox) })).outbox })
}

/** Shows the message at once and keeps it until the server has it, whatever happens to the page meanwhile. */
export async function send(content: string, files: File[] = []): Promise<void> {
  const message: Outgoing = {
    client_message_id: randomId(),
    conversation_id: getState().thread.conversation_id,
    content,
    files: files.length,
    created_at: new Date().toISOString(),
    failure: null,
  }
  if (files.length > 0) await storeFiles(message.client_message_id, files)
  changeOutbox((outbox) => [...outbox, message])
  void flush()
}

export function sendAgain(id: string): void {
  changeOutbox((outbox) => outbox.map((one) => (one.client_message_id === id ? { ...one, failure: null } : one)))
  void flush()
}

export function discard(id: string): void {
  changeOutbox((outbox) => outbox.filter((one) => one.client_message_id !== id))
  void dropFiles(id)
}

/** Sends what waits, in order. Of the tabs of a browser one does, so that a first message makes one visitor. */
export async function flush(): Promise<void> {
  if (isFlushing || !getState().init || !navigator.onLine) return
  isFlushing = true
  clearTimeout(timer)
  try {
    await underLock(sendAll)
    tries = 0
  } catch (error) {
    const seconds = error instanceof ApiFailure ? error.retryAfterSeconds : 0
    if (isTooMuch(error))
      notify(seconds > MOMENT_SECONDS ? getWords().sendsLater(clockTime(dueIn(seconds))) : getWords().tooFast)
    timer = setTimeout(flush, seconds * 1000 || RETRY_MS[Math.min(tries++, RETRY_MS.length - 1)])
  } finally {
    isFlushing = false
  }
}

/** Pages without TLS have no locks, and frames that are denied storage are denied locks too. */
async function underLock(work: () => Promise<void>): Promise<void> {
  let isLocked = false
  const start = () => {
    isLocked = true
    return work()
  }
  try {
    await navigator.locks.request('svc-webchat-outbox', start)
  } catch (error) {
    if (isLocked) throw error
    await work()
  }
}

/** A limit may hold up new conversations alone: what is for other conversations goes first. */
async function sendAll(): Promise<void> {
  const rateLimited = new Map<string | null, ApiFailure>()
  for (;;) {
    // Another tab may have sent some of them.
    const { outbox } = readSession()
    setState({ outbox })
    const next = outbox.find((one) => one.failure === null && !rateLimited.has(one.conversation_id))
    if (!next) break
    try {
      await sendOne(next)
    } catch (error) {
      if (!isTooMuch(error)) throw error
      rateLimited.set(next.conversation_id, error)
      const { retryAfterSeconds: seconds } = error
      change(next, { due: seconds > MOMENT_SECONDS ? dueIn(seconds) : undefined })
    }
  }
  const [soonest] = [...rateLimited.values()].sort((a, b) => a.retryAfterSeconds - b.retryAfterSeconds)
  if (soonest) throw soonest
}

async function sendOne(message: Outgoing): Promise<void> {
  const { client_message_id, content } = message
  const files = message.files > 0 ? await storedFiles(client_message_id) : []
  if (!files) return change(message, { failure: getWords().filesLost })
  try {
    const conversation_id = message.conversation_id ?? (await beginAsVisitor())
    const attachments = await Promise.all(files.map(encodeFile))
    const body = { message: content, client_message_id, attachments, ...(conversation_id && { conversation_id }) }
    const { data } = await callApi(sendWebchatMessage, { body })
    accept({ ...message, conversation_id }, data)
  } catch (error) {
    if (error instanceof ApiFailure && [0, 429, 500, 502, 503, 504].includes(error.status)) throw error
    change(message, { failure: refusalOf(error), due: undefined })
  }
}

/**
 * A message of nobody would make another visitor each time it is sent again; an empty conversation does no harm. Null
 * where there is a visitor already: then a message sent again is known by its own id.
 */
async function beginAsVisitor(): Promise<string | null> {
  return readSession().token ? null : await beginConversation()
}

/** The conversation that is shown, which begins where there was none. */
export const ensureConversation = async (): Promise<string> =>
  getState().thread.conversation_id ?? (await beginConversation())

async function beginConversation(): Promise<string> {
  const { data } = await callApi(createWebchatConversation, { body: {} })
  enter(data)
  return data.conversation.id
}

function change(message: Outgoing, changes: Partial<Outgoing>): void {
  changeOutbox((outbox) =>
    outbox.map((one) => (one.client_message_id === message.client_message_id ? { ...one, ...changes } : one)),
  )
}

function refusalOf(error: unknown): string {
  const words = getWords()
  if (!(error instanceof ApiFailure)) return words.sendFailed
  const { status, code, refusal } = error
  if (status === 401 || status === 403) {
    const problem = problemOf(error)
    setState({ problem })
    return words.problems[problem].title
  }
  if (code === 'CONVERSATION_NOT_ACTIVE') return words.archivedConversation
  if (code === 'ATTACHMENT_TYPE_NOT_ACCEPTED') return words.fileTypeRefused
  if (code === 'ATTACHMENT_LIMIT_EXCEEDED' && refusal.limits) return overLimit(refusal.reason, refusal.limits)
  return status === 404 ? words.conversationGone : words.sendFailed
}

type Entered = Awaited<ReturnType<typeof callApi<typeof createWebchatConversation>>>['data']
type Accepted = Awaited<ReturnType<typeof callApi<typeof sendWebchatMessage>>>['data']

/** What was written before its conversation had an id belongs to this one. */
function enter({ webchat_token, ws_token, conversation }: Entered): void {
  const { thread, screen } = getState()
  const isShown = thread.conversation_id === null && screen === 'chat'
  // Before the session names the conversation: a frame that is removed in between would look for the draft there.
  if (isShown) moveDraft(conversation.id)
  const { outbox } = changeSession((session) => ({
    ...(webchat_token && { token: webchat_token }),
    ...(isShown && { conversation_id: conversation.id }),
    outbox: session.outbox.map((one) =>
      one.conversation_id === null ? { ...one, conversation_id: conversation.id } : one,
    ),
  }))
  setState({ outbox, ...(isShown && { thread: { ...emptyThread(conversation.id), conversation } }) })
  updateConversation(conversation)
  connect(ws_token)
}

function accept(sent: Outgoing, data: Accepted): void {
  if (sent.conversation_id === null) enter(data)
  const { conversation, message, answer } = data
  const { outbox } = changeSession((session) => ({
    ...(data.webchat_token && { token: data.webchat_token }),
    outbox: session.outbox.filter(({ client_message_id }) => client_message_id !== sent.client_message_id),
  }))
  const events = [message, ...(answer ? [answer] : [])].map((one) => ({ kind: 'accepted' as const, message: one }))
  setState({ outbox, thread: applyEvents(getState().thread, events) })
  updateConversation(conversation)
  updateLastMessage(message)
  void dropFiles(sent.client_message_id)
  connect(data.ws_token)
  // What was pushed before this page knew the conversation was not for it then.
  if (sent.conversation_id === null) void readNewest()
}
