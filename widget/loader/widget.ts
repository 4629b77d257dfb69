import type {
  FromFrame,
  LauncherSide,
  StartFrame,
  StyleVariables,
  ToFrame,
  View,
  WidgetOverrides,
} from '#contracts/widget-frames.ts'
import { createBack } from './back.ts'
import { px, styled } from './css.ts'
import { createFrame, type Frame } from './frame.ts'
import { createHost } from './host.ts'
import { chatStyle, LAUNCHER_INSET, sideStyle } from './layout.ts'
import type { Options } from './options.ts'
import { onPageChange, readPage, writePage } from './page-store.ts'
import { clamp, createHandles, NARROW, type Size } from './resize.ts'
import { followScheme, pageScheme } from './scheme.ts'

const CHAT_PERMISSIONS = 'microphone; camera; autoplay; display-capture; clipboard-write; clipboard-read'
const print = matchMedia('print')

/** Undefined in older browsers. */
const zoomOf = ({ currentCSSZoom }: Element) => currentCSSZoom || 1

export type Widget = ReturnType<typeof createWidget>

export function createWidget(options: Options) {
  const stop = new AbortController()
  const { signal } = stop
  const isAbsolute = options.positioning === 'absolute' && !!options.container
  /** A page may replace its body. */
  const findContainer = () => (isAbsolute && options.container) || document.body
  const container = findContainer()
  const position = isAbsolute ? 'absolute' : 'fixed'
  const kept = readPage()
  let { side } = kept
  let size: Size = kept
  let isOpen = false
  let isShown = false
  let isOnCall = false
  /** Undoes the page's, which would enlarge and displace what is fixed to the window. */
  let zoom = 1
  let settings: WidgetOverrides = {}
  let variables: StyleVariables = {}
  let chat: Frame | null = null

  const isStatic = isAbsolute && getComputedStyle(container).position === 'static'
  const positionBefore = container.style.position
  if (isStatic) container.style.setProperty('position', 'relative', 'important')

  const host = createHost(
    findContainer,
    () => {
      button.restart()
      chat?.restart()
      isOnCall = false
    },
    () => {
      layout()
      sizes.observe(findContainer())
    },
  )
  const root = host.element.attachShadow({ mode: 'open' })
  const above = `position:${position};z-index:2147483000;visibility:hidden;`
  const launcherBox = styled('div', `${above}width:84px;height:84px;bottom:${LAUNCHER_INSET}px`)
  const chatBox = styled('div', above)
  let handles: HTMLElement[] = []

  function area(): Size {
    if (isAbsolute) return { width: container.clientWidth, height: container.clientHeight }
    const page = document.documentElement
    return { width: page.clientWidth * zoomOf(page) || innerWidth, height: innerHeight }
  }
  const isNarrow = () => (isAbsolute ? container.clientWidth : innerWidth) <= NARROW
  const put = (box: HTMLElement, css: Partial<CSSStyleDeclaration>) => Object.assign(box.style, css)

  function layout(isPulled = false): void {
    const narrow = isNarrow()
    const isMinimized = isOnCall && !isOpen
    const isPrinted = print.matches
    if (!isAbsolute) {
      // Where the page moves its body, `fixed` means a place in the body and not in the window.
      if (launcherBox.offsetParent) host.raise()
      zoom /= zoomOf(launcherBox)
      host.element.style.setProperty('zoom', `${zoom}`, 'important')
    }
    put(launcherBox, {
      ...sideStyle(side, LAUNCHER_INSET),
      visibility: isShown && !(isOpen && narrow) && !isPrinted ? 'visible' : 'hidden',
    })
    put(
      chatBox,
      chatStyle({
        side,
        size: clamp(size, area()),
        area: area(),
        isOpen,
        isMinimized,
        isNarrow: narrow,
        isAbsolute,
        isPrinted,
        isPulled,
      }),
    )
    for (const handle of handles) handle.style.display = narrow || isMinimized ? 'none' : 'block'
  }

  function addHandles(): void {
    for (const handle of handles) handle.remove()
    handles = createHandles(
      side,
      () => clamp(size, area()),
      (next, isDone) => {
        size = clamp(next, area())
        if (isDone) writePage(size)
        layout(!isDone)
      },
    )
    chatBox.append(...handles)
  }

  const view = (): View => ({ isOpen, isNarrow: isNarrow(), side })
  const start = (): StartFrame => ({
    type: 'start',
    contact: options.contact,
    wsUrl: options.wsUrl,
    iconAssetUrl: options.iconAssetUrl,
    hasCloseButton: options.showWidgetCloseButton,
    scheme: pageScheme(),
    ...view(),
    settings,
    variables,
    stored: readPage().session,
  })

  const names = options.language === 'ru' ? ['Чат', 'Открыть чат'] : ['Chat', 'Open chat']
  const button = createFrame(options, { page: 'button', title: names[1] ?? '', signal, start, receive })
  // A frame of another scheme than its page's would be painted opaque.
  put(button.element, { colorScheme: 'light' })

  function show(): void {
    layout()
    postToFrames({ type: 'view', ...view() })
  }

  function postToFrames(message: ToFrame): void {
    button.post(message)
    chat?.post(message)
  }

  function receive(message: FromFrame): void {
    if (message.type === 'settingsLoaded') {
      settings = { ...message.settings, ...settings }
      isShown = true
      layout()
    } else if (message.type === 'unavailable') {
      console.warn(`ChatWidget: ${message.reason}`)
    } else if (message.type === 'toggle') {
      if (isOpen) close()
      else open()
    } else if (message.type === 'close') {
      close()
    } else if (message.type === 'drag') {
      drag(message.dx, message.isDone)
    } else if (message.type === 'moveLauncher') {
      move(message.side)
    } else if (message.type === 'unread') {
      button.post(message)
    } else if (message.type === 'onCall') {
      isOnCall = message.isOnCall
      layout()
    } else if (message.type === 'steppedBack') {
      back.hold()
    } else if (message.type === 'store') {
      writePage({ session: message.text })
      postToFrames({ type: 'stored', text: message.text })
    }
  }

  function drag(dx: number, isDone: boolean): void {
    put(launcherBox, { transform: isDone ? 'none' : `translateX(${px(dx)})` })
    if (!isDone) return
    const middle = area().width / 2
    if (Math.abs(dx) > middle - 84) move(dx < 0 ? 'left' : 'right')
  }

  function move(to: LauncherSide): void {
    if (side === to) return
    side = to
    writePage({ side })
    if (chat) addHandles()
    show()
  }

  const back = createBack(() => chat?.post({ type: 'mobileBrowserBack' }), signal)

  function open(isFirst = false): void {
    if (isOpen) return
    isOpen = true
    if (!chat) {
      chat = createFrame(options, {
        page: 'chat',
        title: names[0] ?? '',
        allow: CHAT_PERMISSIONS,
        signal,
        start,
        receive,
      })
      chatBox.append(chat.element)
      addHandles()
    }
    if (isNarrow() && !isAbsolute) back.hold()
    show()
    if (!isFirst) chat.element.focus()
  }

  function close(): void {
    if (!isOpen) return
    isOpen = false
    back.release()
    const hadFocus = root.activeElement === chat?.element
    show()
    if (hadFocus) button.element.focus()
  }

  let wasNarrow = isNarrow()
  const onResize = () => {
    if (wasNarrow === isNarrow()) layout()
    else show()
    wasNarrow = isNarrow()
  }
  print.addEventListener('change', () => layout(), { signal })
  for (const name of ['resize', 'scroll']) visualViewport?.addEventListener(name, onResize, { signal })
  // A page's `zoom` resizes its body.
  const sizes = new ResizeObserver(onResize)
  signal.addEventListener('abort', () => sizes.disconnect())
  followScheme((scheme) => postToFrames({ type: 'scheme', scheme }), signal)
  onPageChange((state) => {
    move(state.side)
    postToFrames({ type: 'stored', text: state.session })
  }, signal)

  launcherBox.append(button.element)
  root.append(launcherBox, chatBox)
  host.attach()
  // A page that opens the chat by itself keeps the focus.
  if (options.isOpen) open(true)

  return {
    attach: host.attach,
    open: () => open(),
    close,
    sendMessage: (content: string) => {
      open()
      chat?.post({ type: 'sendMessage', content })
    },
    applySettings: (next: WidgetOverrides) => {
      settings = { ...settings, ...next }
      postToFrames({ type: 'applySettings', settings: next })
    },
    updateStyle: (next: StyleVariables) => {
      variables = { ...variables, ...next }
      postToFrames({ type: 'updateStyle', variables: next })
    },
    destroy: () => {
      stop.abort()
      host.remove()
      if (isStatic) container.style.position = positionBefore
    },
  }
}
