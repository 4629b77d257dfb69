import type { Message } from '#contracts/conversations.ts'
import { initWebchat } from '#contracts/paths/webchat.ts'
import type { StartFrame, ToFrame } from '#contracts/widget-frames.ts'
import { applyEvents } from '#thread/apply-events.ts'
import { hasGap } from '#thread/pending-deltas.ts'
import { emptyThread } from '#thread/thread.ts'
import { callApi, forgotten, setContact } from '../../lib/api.ts'
import { postToLoader } from '../../lib/loader-link.ts'
import { changeSession, lendStorage, onSessionChange, readSession, visitorOf } from '../../lib/session.ts'
import {
  leaveChat,
  openConversation,
  readConversations,
  showWelcome,
  startConversation,
  updateConversation,
  updateLastMessage,
} from './conversations.ts'
import { moveDraft } from './drafts.ts'
import { connect, disconnect, type PushedEvent, prepareLive } from './live.ts'
import { notePushed, readNewest } from './messages.ts'
import { flush, send } from './outbox.ts'
import { delayMs, problemOf } from './problem.ts'
import { getState, onState, setState } from './store.ts'
import { sweepFiles } from './stored-files.ts'

/** How often it was asked in vain since everything worked. */
let tries = 0
let timer: ReturnType<typeof setTimeout> | undefined
let isAsking = false

/** Begins as the loader says. */
export function start(message: StartFrame): void {
  lendStorage(message.stored)
  setContact(message.contact)
  const { isOpen, isNarrow, side, hasCloseButton, iconAssetUrl, scheme, settings, variables } = message
  setState({
    view: { isOpen, isNarrow, side },
    hasCloseButton,
    iconAssetUrl,
    pageScheme: scheme,
    overrides: settings,
    variables,
    outbox: readSession().outbox,
  })
  prepareLive({
    wsUrl: message.wsUrl,
    onEvents: receiveEvents,
    onReady() {
      tries = 0
      readAgain()
    },
    onRefused() {
      // A token that has expired is renewed at once; one that is refused again is not asked for without end.
      if (tries++ === 0) void begin()
      else askLater(null)
    },
  })
  const { conversation_id, outbox } = readSession()
  const isBack = conversation_id !== null || outbox.length > 0
  if (isBack) setState({ screen: 'chat', thread: emptyThread(conversation_id) })
  void begin()
}

/** Asks who is here, until there is a chat. */
export async function begin(): Promise<void> {
  clearTimeout(timer)
  timer = undefined
  isAsking = true
  try {
    const { data } = await callApi(initWebchat, {})
    // A client is sure of the chat only once it has received an event.
    if (!data.ws_token) tries = 0
    changeSession(() => ({ ...(data.webchat_token && { token: data.webchat_token }) }))
    setState({ init: data, settings: data.settings, problem: null })
    connect(data.ws_token)
    await Promise.all([readNewest(), readConversations().catch(() => undefined)])
    restoreSingle()
    void sweepFiles(readSession().outbox.map(({ client_message_id }) => client_message_id))
    void flush()
  } catch (error) {
    setState({ problem: problemOf(error) })
    askLater(error)
  } finally {
    isAsking = false
    askWhereRefused()
  }
}

/** Other code that met a problem left the retry to us. */
function askWhereRefused(): void {
  if (getState().problem && !timer && !isAsking) askLater(null)
}
onState(askWhereRefused)

/** A refusal may be withdrawn too: it is asked for ever, and ever more rarely. */
function askLater(error: unknown): void {
  clearTimeout(timer)
  timer = setTimeout(begin, delayMs(tries++, error))
}

/** What waits to be asked is asked at once, because someone is there to see the answer. */
function askNow(): void {
  if (timer) void begin()
}

/** A visitor with one conversation who writes continues in it. */
function restoreSingle(): void {
  const { init, screen, thread, conversations } = getState()
  if (!init || init.multi_conversations || screen !== 'chat' || thread.conversation_id) return
  if (!conversations[0]) return
  moveDraft(conversations[0].id)
  openConversation(conversations[0].id)
}

function readAgain(): void {
  void readNewest()
  readConversations().catch(() => undefined)
  void flush()
}

function receiveEvents(events: PushedEvent[]): void {
  const before = getState()
  notePushed(events)
  const thread = applyEvents(before.thread, events)
  setState({ thread })
  for (const event of events) {
    if (event.kind === 'conversation') updateConversation(event.conversation)
    if (event.kind !== 'message') continue
    updateLastMessage(event.message)
    if (event.isNew) countUnread(event.message)
  }
  if (hasGap(thread)) void readNewest()
}

const counted = new Set<string>()

function countUnread({ conversation_id, role, status }: Message): void {
  if (role === 'contact' || role === 'system' || status === 'in_progress' || isLookedAt(conversation_id)) return
  const { unread } = getState()
  setState({ unread: { ...unread, [conversation_id]: (unread[conversation_id] ?? 0) + 1 } })
}

function isLookedAt(conversation_id: string): boolean {
  const { view, screen, thread } = getState()
  const isSeen = view.isOpen && document.visibilityState === 'visible'
  return isSeen && screen === 'chat' && thread.conversation_id === conversation_id
}

/** Remembers what was looked at, and tells the launcher what was not. */
function followReading(): void {
  let postedTotal = 0
  onState(() => {
    const { thread, unread } = getState()
    const id = thread.conversation_id
    const newest = thread.messages.findLast(({ status }) => status !== 'in_progress')
    if (id && newest && isLookedAt(id)) {
      const mark = `${id} ${newest.id}`
      if (!counted.has(mark)) {
        counted.add(mark)
        changeSession(({ seen }) => ({ seen: { ...seen, [id]: newest.id } }))
      }
      if (unread[id]) {
        setState({ unread: { ...unread, [id]: 0 } })
        return
      }
    }
    const total = Object.values(unread).reduce((sum, count) => sum + count, 0)
    if (total === postedTotal) return
    postedTotal = total
    postToLoader({ type: 'unread', count: total })
  })
}
followReading()

/** What the loader says after the start. */
export function receive(message: ToFrame): void {
  if (message.type === 'view') {
    const { isOpen, isNarrow, side } = message
    setState({ view: { isOpen, isNarrow, side } })
  } else if (message.type === 'scheme') {
    setState({ pageScheme: message.scheme })
  } else if (message.type === 'applySettings') {
    setState({ overrides: { ...getState().overrides, ...message.settings } })
  } else if (message.type === 'updateStyle') {
    setState({ variables: { ...getState().variables, ...message.variables } })
  } else if (message.type === 'sendMessage') {
    if (getState().screen !== 'chat') startConversation()
    void send(message.content)
  } else if (message.type === 'mobileBrowserBack') {
    stepBack()
  } else if (message.type === 'stored') {
    lendStorage(message.text)
    applySession()
  }
}

function stepBack(): void {
  const { screen, call } = getState()
  if (call) {
    postToLoader({ type: 'close' })
    return
  }
  if (screen === 'history') showWelcome()
  if (screen === 'chat') leaveChat()
  postToLoader({ type: screen === 'welcome' ? 'close' : 'steppedBack' })
}

let knownVisitor = visitorOf(readSession().token)

/** Another tab has written: its messages on their way are shown here too, and its visitor is ours. */
function applySession(): void {
  const { token, outbox } = readSession()
  setState({ outbox })
  const visitor = visitorOf(token)
  if (visitor === knownVisitor) return
  knownVisitor = visitor
  if (token) void begin()
}
onSessionChange(applySession)

// The stored visitor was another one: nothing of theirs stays on the screen.
forgotten.addEventListener('token', () => {
  disconnect()
  knownVisitor = visitorOf(readSession().token)
  setState({ thread: emptyThread(), conversations: [], unread: {}, outbox: readSession().outbox })
})

addEventListener('online', () => {
  if (getState().init && !timer) readAgain()
  else void begin()
})
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') askNow()
})
