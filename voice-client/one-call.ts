const CHANNEL = 'alongside-call'

export type CallClaim = {
  /** Once, when this tab's call is about to be connected: a click that no microphone follows ends no other call. */
  claim(conversation_id: string): void
  release(): void
}

/** A browser has one call: one that begins ends those in other tabs, which receive its conversation. */
export function openCallClaim(onClaimedElsewhere: (conversation_id: unknown) => void): CallClaim {
  if (typeof BroadcastChannel !== 'function') return { claim: () => undefined, release: () => undefined }
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }: MessageEvent<unknown>) => onClaimedElsewhere(data)
  let isClaimed = false
  return {
    claim(conversation_id) {
      if (!isClaimed) channel.postMessage(conversation_id)
      isClaimed = true
    },
    release: () => channel.close(),
  }
}
