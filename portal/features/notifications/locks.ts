/** The tabs of a browser know of each other by locks, which end with their tab. Pages without TLS have none. */
const locks: LockManager | undefined = navigator.locks

/** Holds the lock from when it is free until it is given up; `onGranted` is called when it is held. */
function hold(name: string, mode: LockMode, onGranted?: () => void): () => void {
  const wanted = new AbortController()
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
  const whileHeld = () => {
    onGranted?.()
    return isOver
  }
  // Giving up while another tab has it is no failure.
  locks?.request(name, { mode, signal: wanted.signal }, whileHeld).catch(() => {})
  return () => {
    wanted.abort()
    end()
  }
}

/** Makes one tab of a browser the one that speaks; the next one follows when it is closed. */
export function becomeLeaderTab(name: string, become: (speaks: boolean) => void): () => void {
  if (!locks) become(true)
  const giveUp = hold(`alongside:speaker:${name}`, 'exclusive', () => become(true))
  return () => {
    giveUp()
    become(false)
  }
}

const inFront = (conversationId: string) => `alongside:in-front:${conversationId}`

/** Lets the other tabs know that this conversation is before the person's eyes. */
export const showInFront = (conversationId: string): (() => void) => hold(inFront(conversationId), 'shared')

/** Whether the conversation is before the person's eyes in any tab. */
export async function isInFront(conversationId: string): Promise<boolean> {
  const { held = [] } = (await locks?.query()) ?? {}
  return held.some(({ name }) => name === inFront(conversationId))
}
