import type { FrameContact, WidgetLanguage } from '#contracts/widget-frames.ts'

export type InitOptions = {
  apiKey: string
  apiUrl?: string
  wsUrl?: string
  /** Where the icons of conversations are; the widget's own host where it is left out. */
  iconAssetUrl?: string
  eventId?: string
  contact?: FrameContact
  language?: WidgetLanguage
  isOpen?: boolean
  showWidgetCloseButton?: boolean
  positioning?: 'fixed' | 'absolute'
  container?: HTMLElement
}

export type Options = Required<Omit<InitOptions, 'container'>> & { container: HTMLElement | undefined }

/** Where this script came from. Read while it runs for the first time: later nobody can tell. */
const script =
  (document.currentScript as HTMLScriptElement | null) ??
  document.querySelector<HTMLScriptElement>('script[src*="-webchat-widget.js"]')
// A module has no element: there the stack names its address.
const scriptHost =
  (/https?:\/\/[^/\s]+(?=\/\S*-webchat-widget\.js)/.exec(`${Error().stack}`) ??
    /^https?:\/\/[^/]+/.exec(script?.src ?? ''))?.[0] ?? ''

/** The first of these that says something, without a slash at its end. */
const firstOf = (...addresses: (string | undefined)[]) => {
  const trimmed = addresses.map((one) => String(one ?? '').trim())
  return trimmed.find(Boolean)?.replace(/\/+$/, '') ?? ''
}

export function resolveOptions(given: InitOptions): Options {
  const options: Options = {
    apiKey: firstOf(given.apiKey),
    apiUrl: firstOf(given.apiUrl, scriptHost, import.meta.env.VITE_WIDGET_API_URL),
    wsUrl: firstOf(given.wsUrl, scriptHost.replace('http', 'ws'), import.meta.env.VITE_WIDGET_WS_URL),
    iconAssetUrl: firstOf(given.iconAssetUrl, scriptHost),
    eventId: firstOf(given.eventId),
    contact: { ...given.contact },
    language: /^ru\b/i.test(firstOf(given.language, document.documentElement.lang, navigator.language)) ? 'ru' : 'en',
    isOpen: !!given.isOpen,
    showWidgetCloseButton: given.showWidgetCloseButton !== false,
    positioning: given.positioning === 'absolute' ? 'absolute' : 'fixed',
    container: given.container,
  }
  const missing = (['apiKey', 'apiUrl', 'wsUrl'] as const).find((name) => !options[name])
  if (missing) throw new Error(`ChatWidget.init: ${missing} is missing`)
  return options
}
