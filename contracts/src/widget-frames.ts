/**
 * What the loader in a customer's page and the frames of the widget say to each other with `postMessage`. Free of zod,
 * because it is loaded before the first paint of pages that are not ours. The receiver also checks the sender.
 */
import { CONTACT_FIELDS } from './contact-fields.ts'
import type { RuntimeWidgetSettings, WidgetSettings } from './widget-settings.ts'

export const LAUNCHER_SIDES = ['left', 'right'] as const
export type LauncherSide = (typeof LAUNCHER_SIDES)[number]
export const COLOR_SCHEMES = ['light', 'dark'] as const
export type ColorScheme = (typeof COLOR_SCHEMES)[number]
export const WIDGET_LANGUAGES = ['en', 'ru'] as const
export type WidgetLanguage = (typeof WIDGET_LANGUAGES)[number]

/** The CSS variables that a page may set at run time (`updateStyle`). */
export const STYLE_VARIABLES = [
  '--chat-background',
  '--primary-text-color',
  '--secondary-text-color',
  '--customer-text-color',
  '--primary-color',
] as const
export type StyleVariables = Partial<Record<(typeof STYLE_VARIABLES)[number], string>>

/** Settings that a page lays over those of its organization (`applySettings`). */
export type WidgetOverrides = Partial<WidgetSettings & RuntimeWidgetSettings>

export const FRAME_CONTACT_FIELDS = ['external_id', 'identity_hash', ...CONTACT_FIELDS] as const
/** Whom the page says its visitor is. Pages give what they have: an id may be a number, and a name missing. */
export type FrameContact = Partial<Record<(typeof FRAME_CONTACT_FIELDS)[number], string | number | null>>

/** How the page shows the widget. */
export type View = {
  isOpen: boolean
  /** The page has no room for more than the chat. */
  isNarrow: boolean
  side: LauncherSide
}

export type StartFrame = View & {
  type: 'start'
  contact: FrameContact
  wsUrl: string
  iconAssetUrl: string
  hasCloseButton: boolean
  scheme: ColorScheme
  settings: WidgetOverrides
  variables: StyleVariables
  /** The session as the page keeps it where the browser denies storage to the frames; empty where there is none. */
  stored: string
}

/** From the loader to a frame. */
export type ToFrame =
  | StartFrame
  | ({ type: 'view' } & View)
  | { type: 'scheme'; scheme: ColorScheme }
  | { type: 'applySettings'; settings: WidgetOverrides }
  | { type: 'updateStyle'; variables: StyleVariables }
  | { type: 'sendMessage'; content: string }
  | { type: 'mobileBrowserBack' }
  | { type: 'unread'; count: number }
  | { type: 'stored'; text: string }

/** From a frame to the loader. */
export type FromFrame =
  /** It listens, and waits for `start`. */
  | { type: 'ready' }
  | { type: 'settingsLoaded'; settings: WidgetSettings }
  /** The widget cannot be used on this page: nothing is shown. */
  | { type: 'unavailable'; reason: string }
  | { type: 'toggle' }
  | { type: 'close' }
  /** The launcher is being dragged: by how much, in CSS pixels, since the drag began. */
  | { type: 'drag'; dx: number; isDone: boolean }
  | { type: 'moveLauncher'; side: LauncherSide }
  | { type: 'unread'; count: number }
  /** During a call, closing minimizes the chat instead of hiding it. */
  | { type: 'onCall'; isOnCall: boolean }
  /** A step back stayed inside the widget: the next one is wanted here too. */
  | { type: 'steppedBack' }
  | { type: 'store'; text: string }

type Checks = Record<string, (value: unknown) => boolean>

const isText = (value: unknown) => typeof value === 'string'
const isFlag = (value: unknown) => typeof value === 'boolean'
const isNumber = (value: unknown) => Number.isFinite(value)
const isOneOf = (choices: readonly string[]) => (value: unknown) => isText(value) && choices.includes(value as string)
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isPlain = (value: unknown) => isRecord(value) && Object.values(value).every((one) => isText(one) || isNumber(one))

// Marked pure, so that a bundle that listens to one side leaves the other behind.
const isSide = /* @__PURE__ */ isOneOf(LAUNCHER_SIDES)
const isScheme = /* @__PURE__ */ isOneOf(COLOR_SCHEMES)

const view: Checks = { isOpen: isFlag, isNarrow: isFlag, side: isSide }

const toFrame: Record<ToFrame['type'], Checks> = {
  start: {
    ...view,
    contact: isRecord,
    wsUrl: isText,
    iconAssetUrl: isText,
    hasCloseButton: isFlag,
    scheme: isScheme,
    settings: isPlain,
    variables: isPlain,
    stored: isText,
  },
  view,
  scheme: { scheme: isScheme },
  applySettings: { settings: isPlain },
  updateStyle: { variables: isPlain },
  sendMessage: { content: isText },
  mobileBrowserBack: {},
  unread: { count: isNumber },
  stored: { text: isText },
}

const fromFrame: Record<FromFrame['type'], Checks> = {
  ready: {},
  settingsLoaded: { settings: isPlain },
  unavailable: { reason: isText },
  toggle: {},
  close: {},
  drag: { dx: isNumber, isDone: isFlag },
  moveLauncher: { side: isSide },
  unread: { count: isNumber },
  onCall: { isOnCall: isFlag },
  steppedBack: {},
  store: { text: isText },
}

function passes(data: unknown, shapes: Record<string, Checks>): boolean {
  if (!isRecord(data) || typeof data.type !== 'string' || !Object.hasOwn(shapes, data.type)) return false
  return Object.entries(shapes[data.type] ?? {}).every(([name, isRight]) => isRight(data[name]))
}

export const isToFrame = (data: unknown): data is ToFrame => passes(data, toFrame)
export const isFromFrame = (data: unknown): data is FromFrame => passes(data, fromFrame)
