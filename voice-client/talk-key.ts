/** Whether this key holds the button to talk: the space bar outside of what has a use for it, and both keys of a button on it. */
export function isTalkKey({ code, target, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  if (altKey || ctrlKey || metaKey || !(target instanceof Element)) return false
  if (target.closest('[data-talk]')) return code === 'Space' || code === 'Enter'
  const needsSpace = target.closest('input, textarea, select, button, a, [contenteditable], [role="dialog"]')
  return code === 'Space' && needsSpace === null
}
