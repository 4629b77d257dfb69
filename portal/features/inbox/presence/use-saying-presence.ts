import { useEffect, useRef } from 'react'
import type { PresenceState } from '#contracts/inbox-names.ts'
import * as presencePaths from '#contracts/paths/presence.ts'
import { call } from '../../../lib/api.ts'
import { randomId } from '../../../lib/random-id.ts'
import { useServerEvent } from '../../../lib/realtime.ts'
import { useSession } from '../../../lib/session.ts'
import { useStable } from '../../../lib/use-stable.ts'

/** Half of what the server remembers, so that one lost heartbeat makes nobody disappear. */
const heartbeatMs = 20_000
const typingMs = 4_000
/** Whoever steps through conversations looks at none of them. */
const settledMs = 300

const tab = randomId()

/** Tells colleagues that this conversation is open here, while it can be seen; the answer says when somebody types. */
export function useSayingPresence(conversation_id: string): (isTyping: boolean) => void {
  const { organization } = useSession()
  const said = useRef<PresenceState>('left')
  const typedAt = useRef(0)
  const saidTypingAt = useRef(0)
  const say = useStable((state: PresenceState) => {
    if (state === 'left' && said.current === 'left') return
    said.current = state
    const params = { organization_id: organization.id, conversation_id }
    // Nobody misses it: the next heartbeat says it again.
    call(presencePaths.sayPresence, { params, body: { state, tab } }, { keepalive: state === 'left' }).catch(() => {})
  })
  const sayIfSeen = useStable(() => say(document.visibilityState === 'visible' ? 'viewing' : 'left'))

  useEffect(() => {
    const settled = setTimeout(sayIfSeen, settledMs)
    const heartbeat = setInterval(() => {
      if (said.current === 'viewing') sayIfSeen()
    }, heartbeatMs)
    const stopped = setInterval(() => {
      if (said.current === 'typing' && Date.now() - typedAt.current > typingMs) sayIfSeen()
    }, typingMs)
    const leave = () => say('left')
    document.addEventListener('visibilitychange', sayIfSeen)
    addEventListener('pagehide', leave)
    return () => {
      clearTimeout(settled)
      clearInterval(heartbeat)
      clearInterval(stopped)
      document.removeEventListener('visibilitychange', sayIfSeen)
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [say, sayIfSeen])
  useServerEvent('ready', sayIfSeen)

  return useStable((isTyping) => {
    if (!isTyping) return said.current === 'typing' ? sayIfSeen() : undefined
    typedAt.current = Date.now()
    if (said.current === 'typing' && Date.now() - saidTypingAt.current < typingMs) return
    saidTypingAt.current = Date.now()
    say('typing')
  })
}
