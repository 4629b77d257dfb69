import { useLayoutEffect, useReducer, useRef } from 'preact/hooks'
import type { WebchatConversation, WebchatInit } from '#contracts/webchat.ts'
import type { ColorScheme, View as FrameView, StyleVariables, WidgetOverrides } from '#contracts/widget-frames.ts'
import { emptyThread, type Thread } from '#thread/thread.ts'
import type { Call } from '#voice-client/start-call.ts'
import { type Outgoing, readSession } from '../../lib/session.ts'
import type { View } from '../call/calls.ts'
import type { Problem } from './problem.ts'

export type Screen = 'welcome' | 'history' | 'chat'

export type State = {
  view: FrameView
  hasCloseButton: boolean
  iconAssetUrl: string
  pageScheme: ColorScheme
  settings: WidgetOverrides
  overrides: WidgetOverrides
  variables: StyleVariables
  init: WebchatInit | null
  /** Code that meets one reports it here, and from then on it is asked whether there is a chat again. */
  problem: Problem | null
  screen: Screen
  thread: Thread<WebchatConversation>
  /** Null until the newest messages were read. */
  isThreadRead: boolean
  isReadingOlder: boolean
  conversations: WebchatConversation[]
  conversationsPage: number
  hasMoreConversations: boolean
  showsArchive: boolean
  /** Messages that were not looked at, by conversation. */
  unread: Record<string, number>
  outbox: Outgoing[]
  connection: 'none' | 'connecting' | 'connected' | 'lost'
  isOnline: boolean
  /** A sentence about what just failed; it goes away by itself. */
  notice: string | null
  /** The call that is shown in place of the chat, with what shows it. */
  call: { call: Call; View: View } | null
}

let state: State = {
  view: { isOpen: true, isNarrow: false, side: 'right' },
  hasCloseButton: true,
  iconAssetUrl: '',
  pageScheme: 'light',
  settings: {},
  overrides: {},
  variables: {},
  init: null,
  problem: null,
  screen: 'welcome',
  thread: emptyThread(),
  isThreadRead: false,
  isReadingOlder: false,
  conversations: [],
  conversationsPage: 0,
  hasMoreConversations: false,
  showsArchive: false,
  unread: {},
  outbox: readSession().outbox,
  connection: 'none',
  isOnline: navigator.onLine,
  notice: null,
  call: null,
}

const listeners = new Set<() => void>()

export const getState = (): State => state

export function setState(change: Partial<State>): void {
  state = { ...state, ...change }
  for (const listener of listeners) listener()
}

export function onState(listener: () => void): void {
  listeners.add(listener)
}

/** A part of the state; what it is made of must keep its identity while it is the same. */
export function useChat<T>(select: (state: State) => T): T {
  const [, again] = useReducer((count: number) => count + 1, 0)
  const value = select(state)
  const latest = useRef({ select, value })
  latest.current = { select, value }
  useLayoutEffect(() => {
    const look = () => {
      if (latest.current.select(state) !== latest.current.value) again(0)
    }
    listeners.add(look)
    look()
    return () => {
      listeners.delete(look)
    }
  }, [])
  return value
}

let hiding: ReturnType<typeof setTimeout> | undefined
const NOTICE_MS = 6000

export function notify(text: string): void {
  clearTimeout(hiding)
  hiding = setTimeout(() => setState({ notice: null }), NOTICE_MS)
  setState({ notice: text })
}
