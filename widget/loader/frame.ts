import { type FromFrame, isFromFrame, type ToFrame } from '#contracts/widget-frames.ts'
import { styled } from './css.ts'
import type { Options } from './options.ts'

export type Frame = {
  element: HTMLIFrameElement
  /** Waits until the frame listens. */
  post: (message: ToFrame) => void
  /** The frame left the page, and loads again once it is back. */
  restart: () => void
}

type How = {
  page: 'button' | 'chat'
  title: string
  allow?: string
  signal: AbortSignal
  /** Asked for whenever the frame begins, also after it was loaded again. */
  start: () => ToFrame
  receive: (message: FromFrame) => void
}

const ANSWER_TIMEOUT_MS = 3000

/** The origin of this page's messages. A sandbox, a file and a document that a script wrote have another than their address. */
const pageOrigin = () =>
  window.origin === 'null' || !location.protocol.startsWith('http') ? window.origin : location.origin

/** A page of ours in a frame. What does not come from this very frame and our origin is dropped. */
export function createFrame(options: Options, { page, title, allow = '', signal, start, receive }: How): Frame {
  const { origin } = new URL(options.apiUrl, location.href)
  const element = styled('iframe', 'display:block;border:0;width:100%;height:100%;border-radius:inherit')
  const params = new URLSearchParams({
    api_key: options.apiKey,
    event_id: options.eventId,
    language: options.language,
    parent: pageOrigin(),
  })
  element.title = title
  element.allow = allow
  element.referrerPolicy = 'no-referrer'
  element.src = `${options.apiUrl}/widget/${page}.html?${params}`

  let waiting: ToFrame[] | null = []
  // A frame that is refused, or an error page, is loaded too. A bundled loader takes its bundle's host for the server.
  element.onload = () => {
    const unanswered = waiting
    setTimeout(() => {
      if (unanswered && waiting === unanswered) console.warn(`ChatWidget: no answer from ${element.src}`)
    }, ANSWER_TIMEOUT_MS)
  }
  const send = (message: ToFrame) => element.contentWindow?.postMessage(message, origin)
  const onMessage = ({ source, origin: from, data }: MessageEvent) => {
    if (from !== origin || !source || source !== element.contentWindow || !isFromFrame(data)) return
    if (data.type === 'ready') {
      send(start())
      for (const message of waiting ?? []) send(message)
      waiting = null
    }
    receive(data)
  }
  addEventListener('message', onMessage, { signal })
  return {
    element,
    post: (message) => {
      if (waiting) waiting.push(message)
      else send(message)
    },
    restart: () => {
      waiting ??= []
    },
  }
}
