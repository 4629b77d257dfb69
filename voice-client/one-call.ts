const CHANNEL = 'alongside-call'

/** A browser has one call: one that begins ends those in its other tabs. Returns what stops listening. */
export function claimCall(onClaimedElsewhere: () => void): () => void {
  if (typeof BroadcastChannel !== 'function') return () => undefined
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = onClaimedElsewhere
  channel.postMessage('claimed')
  return () => channel.close()
}
