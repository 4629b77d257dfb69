import { postToLoader } from '../lib/loader-link.ts'

const SVG = 'http://www.w3.org/2000/svg'
/** A press that moves further is a pull to the other side. */
const DRAG_PX = 10

const launcherMessages = {
  en: { open: 'Open chat', close: 'Close chat', unread: (count: number) => `Open chat, ${count} unread` },
  ru: { open: 'Открыть чат', close: 'Закрыть чат', unread: (count: number) => `Открыть чат, непрочитанных: ${count}` },
}

function icon(name: string, path: string): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('viewBox', '0 0 24 24')
  svg.setAttribute('class', name)
  svg.setAttribute('aria-hidden', 'true')
  const line = document.createElementNS(SVG, 'path')
  line.setAttribute('d', path)
  svg.append(line)
  return svg
}

export function createLauncher(language: 'en' | 'ru') {
  const words = launcherMessages[language]
  const button = document.createElement('button')
  const badge = document.createElement('span')
  badge.className = 'badge'
  button.type = 'button'
  button.append(icon('closed', 'M7.9 20A9 9 0 1 0 4 16.1L2 22Z'), icon('open', 'm6 9 6 6 6-6'), badge)
  let state = { isOpen: false, unread: 0 }
  const show = (change: Partial<typeof state>) => {
    state = { ...state, ...change }
    const { isOpen, unread } = state
    const count = isOpen ? 0 : unread
    button.setAttribute('aria-expanded', String(isOpen))
    button.setAttribute('aria-label', isOpen ? words.close : count > 0 ? words.unread(count) : words.open)
    badge.textContent = count > 0 ? (count > 99 ? '99+' : String(count)) : ''
  }
  show({})

  let from: number | null = null
  let isDrag = false
  // The frame moves along, so that only the screen says how far the pointer went.
  button.addEventListener('pointerdown', (event) => {
    from = event.screenX
    isDrag = false
    button.setPointerCapture(event.pointerId)
  })
  button.addEventListener('pointermove', ({ screenX }) => {
    if (from === null) return
    isDrag ||= Math.abs(screenX - from) > DRAG_PX
    if (isDrag) postToLoader({ type: 'drag', dx: screenX - from, isDone: false })
  })
  button.addEventListener('lostpointercapture', ({ screenX }) => {
    if (from !== null && isDrag) postToLoader({ type: 'drag', dx: screenX - from, isDone: true })
    from = null
  })
  button.addEventListener('click', () => {
    if (!isDrag) postToLoader({ type: 'toggle' })
    isDrag = false
  })
  return { button, show }
}
