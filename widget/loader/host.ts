import { SERVICE_NAME } from '#contracts/parties.ts'

const NAME = `${SERVICE_NAME}-webchat-widget`
/** A page that takes the widget away again so soon does not want it: it comes back ever more slowly. */
const SOON_MS = 1000

type Host = HTMLElement & { onRemoved?: (() => void) | null }

/**
 * The widget's outermost element. It comes back where a script of the page replaces the body, or removes what it does not know:
 * single-page sites do either between two pages. A custom element is notified of that at no cost to the page.
 */
export function createHost(findContainer: () => HTMLElement, onRemoved: () => void, onAttached: () => void) {
  if (!customElements.get(NAME)) {
    class HostElement extends HTMLElement implements Host {
      onRemoved: Host['onRemoved'] = null
      disconnectedCallback() {
        this.onRemoved?.()
      }
    }
    customElements.define(NAME, HostElement)
  }
  const element: Host = document.createElement(NAME)
  element.style.cssText = 'all:initial!important;display:contents!important'
  let returnedAt = 0
  let waitMs = 0

  function attach(): void {
    if (element.isConnected || !element.onRemoved) return
    // A page that was copied before it was left brings back an empty copy.
    for (const copy of document.querySelectorAll(NAME)) copy.remove()
    findContainer().append(element)
    returnedAt = Date.now()
    onAttached()
  }

  element.onRemoved = () => {
    if (element.popover) element.popover = null
    onRemoved()
    waitMs = Date.now() - returnedAt < SOON_MS ? waitMs * 2 + 50 : 0
    setTimeout(attach, waitMs)
  }

  return {
    element,
    attach,
    /** Into the browser's top layer, where what the page does to its body has no effect. */
    raise(): void {
      // Undefined in older browsers, which have no top layer for it.
      if (element.popover !== null) return
      element.popover = 'manual'
      element.showPopover()
    },
    remove(): void {
      element.onRemoved = null
      element.remove()
    },
  }
}
