/** How the widget looks. Free of zod, because the widget itself reads it. */
export const WIDGET_MODES = ['system', 'light', 'dark', 'custom'] as const
export type WidgetMode = (typeof WIDGET_MODES)[number]

/** What an organization chooses. The first three colors hold in every mode, the others and the CSS in `custom`. */
export const WIDGET_COLORS = {
  bubbleColor: '#1d4ed8',
  iconColor: '#ffffff',
  primaryColor: '#1d4ed8',
  chatBackgroundColor: '#ffffff',
  customerBubbleColor: '#1d4ed8',
  customerTextColor: '#ffffff',
  agentBubbleColor: '#f3f4f6',
  agentTextColor: '#111827',
} as const
export type WidgetColor = keyof typeof WIDGET_COLORS

/** Set by a page at run time (`applySettings`) and stored nowhere. */
export type RuntimeWidgetSettings = {
  opacity: number
  primaryTextColor: string
  secondaryTextColor: string
  borderColor: string
  systemMessageColor: string
}

export type WidgetSettings = Record<WidgetColor, string> & {
  mode: WidgetMode
  /** `proxy`: snippets load the widget from the deployment's proxy domain. */
  widgetDomain: 'default' | 'proxy'
  customCss: string
  /** Shown before the first message; empty shows a sentence of the widget's own. */
  greeting: string
}

export const DEFAULT_WIDGET_SETTINGS: WidgetSettings = {
  mode: 'system',
  widgetDomain: 'default',
  ...WIDGET_COLORS,
  customCss: '',
  greeting: '',
}
