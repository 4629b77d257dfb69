import { useEffect, useRef } from 'react'
import type { PresenceState } from '#contracts/inbox-names.ts'
import * as presencePaths from '#contracts/paths/presence.ts'
import { call } from '../../../lib/api.ts'
import { randomId } from '../../../lib/random-id.ts'
import { useServerEvent } from '../../../lib/realtime.ts'
import { useSession } from '../../../lib/session.ts'
import { useStable } from '../../../lib/use-stable.ts'

/** Half of the server's expiry, so that one lost heartbeat does not end the presence. */
const heartbeatMs = 20_000
const typingMs = 4_000
/** Anyone who steps through conversations looks at none of them. */
const settledMs = 300

const tab = randomId()

/** Tells colleagues that this conversation is open here, while it can be seen; the answer says when someone types. */
export function useAnnouncePresence(conversation_id: string): (isTyping: boolean) => void {
  const { organization } = useSession()
  const announced = useRef<PresenceState>('left')
  const typedAt = useRef(0)
  const typingAnnouncedAt = useRef(0)
  const announce = useStable((state: PresenceState) => {
    if (state === 'left' && announced.current === 'left') return
    announced.current = state
    const params = { organization_id: organization.id, conversation_id }
    // A lost request does no harm: the next heartbeat sends the same.
    call(presencePaths.sendPresence, { params, body: { state, tab } }, { keepalive: state === 'left' }).catch(() => {})
  })
  const announceIfSeen = useStable(() => announce(document.visibilityState === 'visible' ? 'viewing' : 'left'))

  useEffect(() => {
    const settled = setTimeout(announceIfSeen, settledMs)
    const heartbeat = setInterval(() => {
      if (announced.current === 'viewing') announceIfSeen()
    }, heartbeatMs)
    const stopped = setInterval(() => {
      if (announced.current === 'typing' && Date.now() - typedAt.current > typingMs) announceIfSeen()
    }, typingMs)
    const leave = () => announce('left')
    document.addEventListener('visibilitychange', announceIfSeen)
    addEventListener('pagehide', leave)
    return () => {
      clearTimeout(settled)
      clearInterval(heartbeat)
      clearInterval(stopped)
      document.removeEventListener('visibilitychange', announceIfSeen)
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [announce, announceIfSeen])
  useServerEvent('ready', announceIfSeen)

  return useStable((isTyping) => {
    if (!isTyping) return announced.current === 'typing' ? announceIfSeen() : undefined
    typedAt.current = Date.now()
    if (announced.current === 'typing' && Date.now() - typingAnnouncedAt.current < typingMs) return
    typingAnnouncedAt.current = Date.now()
    announce('typing')
  })
}
