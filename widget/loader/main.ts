import type { StyleVariables, WidgetOverrides } from '#contracts/widget-frames.ts'
import { type InitOptions, type Options, resolveOptions } from './options.ts'
import { createWidget, type Widget } from './widget.ts'

let widget: Widget | null = null
let current: Options | null = null
/** What was asked for before the page has a body to put the widget into. */
let waiting: ((widget: Widget) => void)[] = []

function withWidget(act: (widget: Widget) => void): void {
  if (widget) {
    widget.attach()
    act(widget)
  } else if (current) waiting.push(act)
  else console.warn('ChatWidget: init first')
}

function mount(options: Options): void {
  if (current !== options) return
  const mounted = createWidget(options)
  widget = mounted
  for (const act of waiting) act(mounted)
  waiting = []
}

function isSame(a: Options, b: Options): boolean {
  const text = ({ container: _, ...rest }: Options) => JSON.stringify(rest)
  return a.container === b.container && text(a) === text(b)
}

function destroy(): void {
  widget?.destroy()
  widget = null
  current = null
  waiting = []
}

const ChatWidget = {
  /** Throws where the options lack what nobody can guess. Called again with other options it begins again. */
  init(given: InitOptions): void {
    const options = resolveOptions(Object(given))
    if (current && isSame(current, options)) {
      widget?.attach()
      return
    }
    destroy()
    current = options
    if (document.body) mount(options)
    else document.addEventListener('DOMContentLoaded', () => mount(options), { once: true })
  },
  open: () => withWidget((it) => it.open()),
  close: () => withWidget((it) => it.close()),
  destroy,
  sendMessage(content: string): void {
    const text = String(content ?? '').trim()
    if (text) withWidget((it) => it.sendMessage(text))
  },
  applySettings: (settings: WidgetOverrides) => withWidget((it) => it.applySettings({ ...settings })),
  updateStyle: (variables: StyleVariables) => withWidget((it) => it.updateStyle({ ...variables })),
}

declare global {
  interface Window {
    ChatWidget?: typeof ChatWidget
  }
}

// A page that loads the script twice keeps the widget that it has. An element with this id is found under its name too.
if (!window.ChatWidget?.init) window.ChatWidget = ChatWidget
