/** Listeners of growing answers in this process. */
const followers = new Map<string, Set<() => void>>()

/** Calls the listener whenever this process shows more of the answer, begins to stream it or stops doing so. */
export function onAnswerChange(message_id: string, listener: () => void): Disposable {
  const listeners = followers.get(message_id) ?? new Set()
  followers.set(message_id, listeners.add(listener))
  return {
    [Symbol.dispose]() {
      listeners.delete(listener)
      if (listeners.size === 0) followers.delete(message_id)
    },
  }
}

export function answerChanged(message_id: string): void {
  for (const listener of followers.get(message_id) ?? []) listener()
}
