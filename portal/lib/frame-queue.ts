/** Batches items per animation frame. Items that `apply` returns wait for the next frame. */
export function createFrameQueue<T>(apply: (items: T[]) => T[]): { push: (item: T) => void; close: () => void } {
  let items: T[] = []
  let frame: number | undefined
  const request = () => {
    if (items.length > 0) frame ??= requestAnimationFrame(flush)
  }
  const flush = () => {
    frame = undefined
    const due = items
    items = []
    items = [...apply(due), ...items]
    request()
  }
  return {
    push: (item) => {
      items.push(item)
      request()
    },
    close: () => {
      if (frame !== undefined) cancelAnimationFrame(frame)
      items = []
    },
  }
}
