import { createContext, useContext, useEffect, useMemo, useSyncExternalStore } from 'react'
import * as presencePaths from '#contracts/paths/presence.ts'
import { call } from '../../../lib/api.ts'
import { useServerEvent } from '../../../lib/realtime.ts'
import { useSession } from '../../../lib/session.ts'
import { useStable } from '../../../lib/use-stable.ts'
import { type Colleague, createPresenceStore, type PresenceStore } from './presence-store.ts'

const PresenceContext = createContext<PresenceStore | null>(null)
export const PresenceProvider = PresenceContext.Provider

/** Presence of colleagues in conversations: read once, then updated by events. */
export function usePresenceStore(): PresenceStore {
  const { organization, user } = useSession()
  const store = useMemo(() => createPresenceStore(user.id), [user.id])
  const read = useStable(() => {
    const params = { organization_id: organization.id }
    // If the request fails, present colleagues appear with their next heartbeat.
    call(presencePaths.listPresence, { params }).then(
      ({ data }) => store.replace(data),
      () => {},
    )
  })
  useEffect(read, [read])
  useServerEvent('ready', read)
  useServerEvent('conversation.presence', store.receive)
  return store
}

const nobody: readonly Colleague[] = []
const subscribeToNothing = () => () => {}

/** The colleagues who have a conversation open. */
export function useColleaguesIn(conversationId: string): readonly Colleague[] {
  const store = useContext(PresenceContext)
  return useSyncExternalStore(store?.subscribe ?? subscribeToNothing, () => store?.in(conversationId) ?? nobody)
}
