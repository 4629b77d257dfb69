import { initWebchat, listWebchatConversations } from '#contracts/paths/webchat.ts'
import type { StyleVariables, WidgetOverrides } from '#contracts/widget-frames.ts'
import { ApiFailure, callApi, setContact } from '../lib/api.ts'
import { frameAddress, onLoaderMessage, postToLoader } from '../lib/loader-link.ts'
import { lookOf } from '../lib/look.ts'
import { changeSession, lendStorage, onSessionChange, readSession } from '../lib/session.ts'
import { createLauncher } from './launcher.ts'

const RETRY_MS = [1000, 4000, 15_000, 60_000]
const UNREAD_EVERY_MS = 60_000

document.documentElement.lang = frameAddress.language
const { button, show } = createLauncher(frameAddress.language)
let settings: WidgetOverrides = {}
let overrides: WidgetOverrides = {}
let variables: StyleVariables = {}
let hasChat = false
let askedAt = 0

function paint(): void {
  const { settings: look } = lookOf({ ...settings, ...overrides }, 'light')
  const { style } = document.documentElement
  style.setProperty('--bubble', variables['--primary-color'] ?? look.bubbleColor)
  style.setProperty('--icon', look.iconColor)
}

/** Asks until someone answers. A refusal is final: then there is nothing to show. */
async function start(tries = 0): Promise<void> {
  try {
    const { data } = await callApi(initWebchat, {})
    if (data.webchat_token) changeSession(() => ({ token: data.webchat_token }))
    settings = data.settings
    paint()
    document.body.append(button)
    postToLoader({ type: 'settingsLoaded', settings: data.settings })
    await countUnread()
  } catch (error) {
    const isFinal = error instanceof ApiFailure && error.status >= 400 && error.status < 500 && error.status !== 429
    if (isFinal) postToLoader({ type: 'unavailable', reason: error.message || error.code })
    else setTimeout(() => start(tries + 1), RETRY_MS[Math.min(tries, RETRY_MS.length - 1)])
  }
}

/** Before the chat was opened nothing is pushed to us, so that we look whenever the page is looked at. */
async function countUnread(): Promise<void> {
  const { token, seen } = readSession()
  if (hasChat || !token || Date.now() - askedAt < UNREAD_EVERY_MS) return
  askedAt = Date.now()
  const { data } = await callApi(listWebchatConversations, { query: { page: 1, limit: 20 } })
  const isUnread = ({ id, last_message }: (typeof data)[number]) =>
    last_message !== null && last_message.role !== 'contact' && last_message.id > (seen[id] ?? '')
  if (!hasChat) show({ unread: data.filter(isUnread).length })
}

const look = () => void countUnread().catch(() => undefined)
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') look()
})
onSessionChange(look)

let isStarted = false
onLoaderMessage((message) => {
  if (message.type === 'start' && !isStarted) {
    isStarted = true
    lendStorage(message.stored)
    setContact(message.contact)
    overrides = message.settings
    variables = message.variables
    show({ isOpen: message.isOpen })
    void start()
  } else if (message.type === 'view') {
    hasChat ||= message.isOpen
    show({ isOpen: message.isOpen })
  } else if (message.type === 'unread') {
    hasChat = true
    show({ unread: message.count })
  } else if (message.type === 'applySettings') {
    overrides = { ...overrides, ...message.settings }
    paint()
  } else if (message.type === 'updateStyle') {
    variables = { ...variables, ...message.variables }
    paint()
  } else if (message.type === 'stored') {
    lendStorage(message.text)
  }
})
postToLoader({ type: 'ready' })
