/** Whether this key holds the button to talk: the space bar outside of what has a use for it, and both keys of a button on it. */
function isTalkKey({ code, target, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  if (altKey || ctrlKey || metaKey || !(target instanceof Element)) return false
  if (target.closest('[data-talk]')) return code === 'Space' || code === 'Enter'
  const needsSpace = target.closest('input, textarea, select, button, a, [contenteditable], [role="dialog"]')
  return code === 'Space' && needsSpace === null
}

/** Holds to talk by the keys as long as they are pressed, until the returned function is called. */
export function listenToTalkKeys(holdToTalk: (isHeld: boolean) => void): () => void {
  const onDown = (event: KeyboardEvent) => {
    if (!isTalkKey(event)) return
    event.preventDefault()
    if (!event.repeat) holdToTalk(true)
  }
  const release = (event: Event) => {
    if (!(event instanceof KeyboardEvent) || event.code === 'Space' || event.code === 'Enter') holdToTalk(false)
  }
  addEventListener('keydown', onDown)
  addEventListener('keyup', release)
  addEventListener('blur', release)
  return () => {
    removeEventListener('keydown', onDown)
    removeEventListener('keyup', release)
    removeEventListener('blur', release)
  }
}
