import { type FromFrame, isToFrame, type ToFrame } from '#contracts/widget-frames.ts'

const words = new URLSearchParams(location.search)

/** What the address of a frame says. */
export const frameAddress = {
  apiKey: words.get('api_key') ?? '',
  eventId: words.get('event_id') ?? '',
  language: words.get('language') === 'ru' ? ('ru' as const) : ('en' as const),
}

/** The origin of the page that holds this frame, as its loader says; the browser delivers to no other. */
const parentOrigin = words.get('parent') ?? ''
// A page without an origin, such as a file, can be named in no other way.
const target = parentOrigin === 'null' ? '*' : parentOrigin

export function tellLoader(message: FromFrame): void {
  if (parent !== window && target) parent.postMessage(message, target)
}

/** Hears the page that holds this frame and nobody else. */
export function hearLoader(listener: (message: ToFrame) => void): void {
  addEventListener('message', ({ source, origin, data }) => {
    if (source === parent && parent !== window && origin === parentOrigin && isToFrame(data)) listener(data)
  })
}
