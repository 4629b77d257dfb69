const MARK = 'svcWebchat'
// A script of the page may have named a constant `history`.
const { history } = window
const isOurs = () => history.state?.[MARK]

/**
 * On a phone the chat covers the page, so that the browser's way back belongs to it: while it is open, an entry of its
 * own lies on top of the page's history.
 */
export function createBack(goBack: () => void, signal: AbortSignal) {
  let isHeld = false
  const onBack = () => {
    if (!isHeld || isOurs()) return
    isHeld = false
    goBack()
  }
  addEventListener('popstate', onBack, { signal })
  return {
    hold: () => {
      if (!isOurs()) history.pushState({ ...history.state, [MARK]: true }, '')
      isHeld = true
    },
    release: () => {
      if (isHeld && isOurs()) history.back()
      isHeld = false
    },
  }
}
