const MARK = 'svcWebchat'
// A script of the page may have named a constant `history`.
const { history } = window
const isOurs = () => history.state?.[MARK]

/**
 * On a phone the chat covers the page, so that the browser's way back belongs to it: while it is open, an entry of its
 * own lies on top of the page's history. The page learns of the entry neither when it is added nor when it is left: Turbo and
 * htmx would restore the page, which has not changed.
 */
export function createBack(goBack: () => void, signal: AbortSignal) {
  let isHeld = false
  let isReleasing = false
  function hold(): void {
    if (!isOurs()) history.pushState({ ...history.state, [MARK]: true }, '')
    isHeld = true
  }
  const onBack = (event: PopStateEvent) => {
    if (isOurs() || !(isHeld || isReleasing)) return
    event.stopImmediatePropagation()
    if (isReleasing) {
      // The chat may have been opened again meanwhile.
      if (isHeld) hold()
    } else {
      isHeld = false
      goBack()
    }
    isReleasing = false
  }
  addEventListener('popstate', onBack, { signal, capture: true })
  return {
    hold,
    release: () => {
      if (isHeld && isOurs()) {
        isReleasing = true
        history.back()
      }
      isHeld = false
    },
  }
}
