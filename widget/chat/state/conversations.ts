import type { Message } from '#contracts/conversations.ts'
import {
  archiveWebchatConversation,
  deleteWebchatConversation,
  listWebchatConversations,
  requestWebchatOperator,
  unarchiveWebchatConversation,
  updateWebchatTitle,
} from '#contracts/paths/webchat.ts'
import type { WebchatConversation } from '#contracts/webchat.ts'
import { byRecency, isLastMessage, lastMessageAt } from '#thread/last-message.ts'
import { emptyThread } from '#thread/thread.ts'
import { callApi } from '../../lib/api.ts'
import { changeSession, readSession } from '../../lib/session.ts'
import { getWords } from '../words/words.ts'
import { readNewest } from './messages.ts'
import { getState, notify, setState } from './store.ts'

const PAGE = 20

export async function readConversations(page = 1): Promise<void> {
  const { showsArchive } = getState()
  if (!readSession().token) return
  const status = showsArchive ? ('archived' as const) : undefined
  const read = await callApi(listWebchatConversations, { query: { page, limit: PAGE, ...(status && { status }) } })
  if (getState().showsArchive !== showsArchive) return
  const before = page === 1 ? [] : getState().conversations
  const inRead = new Set(read.data.map(({ id }) => id))
  const conversations = [...before.filter(({ id }) => !inRead.has(id)), ...read.data].filter(
    ({ is_deleted, status }) => !is_deleted && (showsArchive || status !== 'archived'),
  )
  const { seen } = readSession()
  const events = conversations.filter(
    ({ id, last_message }) => last_message && last_message.role !== 'contact' && last_message.id > (seen[id] ?? ''),
  )
  const { unread } = getState()
  setState({
    conversations,
    conversationsPage: page,
    hasMoreConversations: read.hasMore,
    unread: { ...unread, ...Object.fromEntries(events.map(({ id }) => [id, unread[id] || 1])) },
  })
}

/** Shows a conversation, or with null an empty one that its first message begins. */
export function openConversation(conversation_id: string | null): void {
  const { thread, conversations } = getState()
  changeSession(() => ({ conversation_id }))
  if (thread.conversation_id === conversation_id && conversation_id !== null) {
    setState({ screen: 'chat' })
  } else {
    const conversation = conversations.find(({ id }) => id === conversation_id) ?? null
    setState({
      screen: 'chat',
      thread: { ...emptyThread(conversation_id), conversation },
      isThreadRead: !conversation_id,
    })
  }
  if (conversation_id) void readNewest()
}

/** Where an entry point has one conversation for each visitor, it is that one. */
export function startConversation(): void {
  const { init, conversations, thread } = getState()
  if (init?.multi_conversations) openConversation(null)
  else openConversation(conversations[0]?.id ?? thread.conversation_id)
}

export function showHistory(showsArchive = false): void {
  const changes = showsArchive !== getState().showsArchive
  setState({ screen: 'history', showsArchive, ...(changes && { conversations: [], conversationsPage: 0 }) })
  readConversations().catch(() => notify(getWords().historyFailed))
}

export function showWelcome(): void {
  setState({ screen: 'welcome' })
  if (!getState().showsArchive) return
  setState({ showsArchive: false, conversations: [], conversationsPage: 0 })
  readConversations().catch(() => undefined)
}

export function leaveChat(): void {
  changeSession(() => ({ conversation_id: null }))
  const { conversations, init } = getState()
  const hasHistory = init?.multi_conversations && conversations.length > 0
  if (hasHistory && getState().screen === 'chat' && conversations.length > 1) showHistory()
  else showWelcome()
}

/** Clears the shown conversation; the list of conversations stays. */
function leaveShown(): void {
  if (getState().screen === 'chat') leaveChat()
}

/** An event of a conversation, wherever it is shown. */
export function updateConversation(events: WebchatConversation): void {
  const { conversations, thread, showsArchive } = getState()
  // What was said last comes with lists alone.
  const known = conversations.find(({ id }) => id === events.id)
  const conversation = { ...events, last_message: events.last_message ?? known?.last_message ?? null }
  const isListed = !conversation.is_deleted && showsArchive === (conversation.status === 'archived')
  const others = conversations.filter(({ id }) => id !== conversation.id)
  const isShown = thread.conversation_id === conversation.id
  setState({
    conversations: isListed ? [...others, conversation].sort(byRecency) : others,
    ...(isShown && (conversation.is_deleted ? { thread: emptyThread() } : { thread: { ...thread, conversation } })),
  })
  if (isShown && conversation.is_deleted) leaveShown()
}

/** A finished message is what was said last in its conversation. */
export function updateLastMessage(message: Message): void {
  const { id, conversation_id, role, content, created_at } = message
  const { conversations } = getState()
  const known = conversations.find(({ id }) => id === conversation_id)
  if (!known || !isLastMessage(known, message)) return
  const last_message_at = lastMessageAt(known, message)
  const changed = { ...known, last_message: { id, role, content, created_at }, last_message_at }
  setState({ conversations: [...conversations.filter((one) => one !== known), changed].sort(byRecency) })
}

type Changed = { data: WebchatConversation }

async function change(work: () => Promise<Changed>, failure: string): Promise<void> {
  try {
    updateConversation((await work()).data)
  } catch {
    notify(failure)
  }
}

const at = (conversation_id: string) => ({ params: { conversation_id }, body: {} })

export const archive = (id: string) =>
  change(() => callApi(archiveWebchatConversation, at(id)), getWords().archiveFailed).then(() => {
    const { thread } = getState()
    if (thread.conversation_id === id && thread.conversation?.status === 'archived') leaveShown()
  })
export const unarchive = (id: string) =>
  change(() => callApi(unarchiveWebchatConversation, at(id)), getWords().archiveFailed)
export const rename = (id: string, title: string) =>
  change(() => callApi(updateWebchatTitle, { ...at(id), body: { title } }), getWords().renameFailed)
export const requestPerson = (id: string) =>
  change(() => callApi(requestWebchatOperator, at(id)), getWords().personFailed)

/** Taken out of sight at once, and brought back where the server refuses. */
export async function remove(id: string): Promise<void> {
  const before = getState()
  const isShown = before.thread.conversation_id === id
  setState({ conversations: before.conversations.filter((one) => one.id !== id) })
  if (isShown) {
    setState({ thread: emptyThread() })
    leaveShown()
  }
  try {
    await callApi(deleteWebchatConversation, at(id))
    changeSession(({ outbox }) => ({ outbox: outbox.filter(({ conversation_id }) => conversation_id !== id) }))
  } catch {
    setState({ conversations: before.conversations })
    notify(getWords().deleteFailed)
  }
}
