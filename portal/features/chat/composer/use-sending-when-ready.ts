import { useEffect, useEffectEvent, useRef } from 'react'

/** Anyone who sends before the chat is there has done so: it happens as soon as it can, unless the draft has changed by then. */
export function useSendingWhenReady(
  readiness: 'opening' | 'ready' | 'closed',
  draft: string,
  send: () => void,
): () => void {
  const asked = useRef<string | null>(null)
  const sendIfAsked = useEffectEvent(() => {
    const isAsked = asked.current === draft
    asked.current = null
    if (isAsked) send()
  })
  useEffect(() => {
    if (readiness === 'ready') sendIfAsked()
  }, [readiness])
  return () => {
    asked.current = draft
  }
}
