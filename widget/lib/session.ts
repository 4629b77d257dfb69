import { SERVICE_NAME } from '#contracts/parties.ts'
import { frameAddress, postToLoader } from './loader-link.ts'

/** A message on its way: kept until the server has it. Its files lie apart, because they are too large for this place. */
export type Outgoing = {
  client_message_id: string
  /** Null: the message begins a conversation. */
  conversation_id: string | null
  content: string
  files: number
  created_at: string
  /** Why the server refused it; it is not sent again by itself. */
  failure: string | null
  /** When it may be sent, where the server named a time that is more than a moment away. */
  due?: string | undefined
}

/** What a visitor's browser keeps for one entry point. */
export type Session = {
  token: string | null
  conversation_id: string | null
  outbox: Outgoing[]
  /** The newest message of each conversation that was looked at; an answer has the time of its question. */
  seen: Record<string, string>
}

/** Whom a token stands for: it is issued many times. */
export function visitorOf(token: string | null): string | null {
  try {
    const [, claims = ''] = token?.split('.') ?? []
    return JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))).sub
  } catch {
    return null
  }
}

const KEY = `${SERVICE_NAME}-webchat`
const place = `${frameAddress.apiKey} ${frameAddress.eventId}`
const empty: Session = { token: null, conversation_id: null, outbox: [], seen: {} }
const MAX_SEEN = 100

/** Stands in where the browser denies storage: the loader keeps the same text for us. */
let lent = ''
let isDenied = false

export function lendStorage(text: string): void {
  lent = text
}

function readText(): string {
  if (isDenied) return lent
  try {
    return localStorage.getItem(KEY) ?? ''
  } catch {
    isDenied = true
    return lent
  }
}

type Sessions = { sessions?: Record<string, Partial<Session>> }

function readAll(): Sessions {
  try {
    const kept: unknown = JSON.parse(readText() || '{}')
    return typeof kept === 'object' && kept !== null ? kept : {}
  } catch {
    return {}
  }
}

export function readSession(): Session {
  const kept = readAll().sessions?.[place]
  return {
    ...empty,
    ...(typeof kept?.token === 'string' && { token: kept.token }),
    ...(typeof kept?.conversation_id === 'string' && { conversation_id: kept.conversation_id }),
    ...(Array.isArray(kept?.outbox) && { outbox: kept.outbox }),
    ...(kept?.seen && { seen: kept.seen }),
  }
}

/** Read and written in one go, so that the tabs of a browser do not undo each other's changes. */
export function changeSession(change: (session: Session) => Partial<Session>): Session {
  const all = readAll()
  const before = readSession()
  const after = { ...before, ...change(before) }
  after.seen = Object.fromEntries(Object.entries(after.seen).slice(-MAX_SEEN))
  const text = JSON.stringify({ ...all, sessions: { ...all.sessions, [place]: after } })
  try {
    localStorage.setItem(KEY, text)
  } catch {
    isDenied = true
  }
  if (isDenied) {
    lent = text
    postToLoader({ type: 'store', text })
  }
  return after
}

/** Changes made in the other tabs. */
export function onSessionChange(listener: () => void): void {
  addEventListener('storage', ({ key }) => {
    if (key === KEY) listener()
  })
}
