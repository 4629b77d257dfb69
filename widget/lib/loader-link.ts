import { type FromFrame, isToFrame, type ToFrame } from '#contracts/widget-frames.ts'

const params = new URLSearchParams(location.search)

/** What the address of a frame says. */
export const frameAddress = {
  apiKey: params.get('api_key') ?? '',
  eventId: params.get('event_id') ?? '',
  language: params.get('language') === 'ru' ? ('ru' as const) : ('en' as const),
}

/** The origin of the page that holds this frame, as its loader says; the browser delivers to no other. */
const parentOrigin = params.get('parent') ?? ''
// A page without an origin, such as a file, can be named in no other way.
const target = parentOrigin === 'null' ? '*' : parentOrigin

export function postToLoader(message: FromFrame): void {
  if (parent !== window && target) parent.postMessage(message, target)
}

/** Listens to the page that holds this frame, and to nobody else. */
export function onLoaderMessage(listener: (message: ToFrame) => void): void {
  addEventListener('message', ({ source, origin, data }) => {
    if (source === parent && parent !== window && origin === parentOrigin && isToFrame(data)) listener(data)
  })
}
