import { render } from 'preact'
import type { ColorScheme, WidgetOverrides } from '#contracts/widget-frames.ts'
import { Chat } from '../chat/parts/chat.tsx'
import { paint } from '../chat/parts/paint.ts'
import { setState } from '../chat/state/store.ts'
import { getWords, loadWords } from '../chat/words/words.ts'
import { frameAddress, onLoaderMessage, postToLoader } from '../lib/loader-link.ts'
import { sampleChat } from './sample.ts'

/** The chat as settings make it look, to be looked at alone: it asks no server for anything and keeps nothing. */
const { language } = frameAddress
let scheme: ColorScheme = 'light'
let settings: WidgetOverrides = {}

await loadWords(language)
document.documentElement.lang = language
document.title = getWords().chat
document.body.inert = true

const name = new URLSearchParams(location.search).get('name') ?? ''
const sample = sampleChat(language, name)

onLoaderMessage((message) => {
  if (message.type === 'start' || message.type === 'scheme') scheme = message.scheme
  if (message.type === 'start' || message.type === 'applySettings') settings = { ...settings, ...message.settings }
  if (message.type === 'start') {
    // Not open, so that nothing in it counts as read by a visitor.
    setState({ ...sample, view: { isOpen: false, isNarrow: false, side: 'right' }, isThreadRead: true, screen: 'chat' })
    render(<Chat />, document.body)
  }
  setState({ overrides: settings, pageScheme: scheme })
  paint(scheme, settings, {})
})
postToLoader({ type: 'ready' })
