import {
  type ColorScheme,
  STYLE_VARIABLES,
  type StyleVariables,
  type WidgetOverrides,
} from '#contracts/widget-frames.ts'
import { inkOn, lookOf, readableOn } from '../../lib/look.ts'

const custom = new CSSStyleSheet()
let isCustomKnown = false

/** The plain schemes; what an organization chooses beside its color holds where its mode is `custom`. */
const grounds = {
  light: { ground: '#ffffff', ink: '#1c2230', soft: '#5b6475', line: '#e6e8ee', agent: '#f1f3f7', agentInk: '#1c2230' },
  dark: { ground: '#17191f', ink: '#eceef3', soft: '#a4abb9', line: '#2c303a', agent: '#252932', agentInk: '#eceef3' },
} as const

/** Writes the look into the page's variables, by CSSOM, which no policy forbids. */
export function paint(pageScheme: ColorScheme, chosen: WidgetOverrides, variables: StyleVariables): void {
  const { scheme, settings } = lookOf(chosen, pageScheme)
  const isCustom = settings.mode === 'custom'
  const plain = grounds[scheme]
  const ground = isCustom ? settings.chatBackgroundColor : plain.ground
  const isDark = inkOn(ground) === '#ffffff'
  const base = isCustom ? grounds[isDark ? 'dark' : 'light'] : plain
  const primary = settings.primaryColor
  const customer = isCustom ? settings.customerBubbleColor : primary
  const values: Record<string, string | undefined> = {
    '--chat-background': ground,
    '--primary-text-color': settings.primaryTextColor ?? base.ink,
    '--secondary-text-color': settings.secondaryTextColor ?? base.soft,
    '--border-color': settings.borderColor ?? base.line,
    '--system-message-color': settings.systemMessageColor ?? settings.secondaryTextColor ?? base.soft,
    '--primary-color': primary,
    '--customer-bubble-color': customer,
    '--customer-text-color': isCustom ? settings.customerTextColor : inkOn(customer),
    '--agent-bubble-color': isCustom ? settings.agentBubbleColor : base.agent,
    '--agent-text-color': isCustom ? settings.agentTextColor : base.agentInk,
    '--opacity': settings.opacity === undefined ? '1' : String(settings.opacity),
  }
  for (const name of STYLE_VARIABLES) values[name] = variables[name] ?? values[name]
  const shown = values['--primary-color'] ?? primary
  values['--on-primary-color'] = inkOn(shown)
  values['--link-color'] = readableOn(shown, values['--chat-background'] ?? ground)
  values['--agent-link-color'] = readableOn(shown, values['--agent-bubble-color'] ?? ground)

  const { style, dataset } = document.documentElement
  for (const [name, value] of Object.entries(values)) if (value) style.setProperty(name, value)
  dataset.scheme = isDark ? 'dark' : 'light'
  style.colorScheme = isDark ? 'dark' : 'light'

  custom.replaceSync(isCustom ? settings.customCss : '')
  if (isCustomKnown) return
  isCustomKnown = true
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, custom]
}
