import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { Message } from '#contracts/conversations.ts'
import type { InboxConversationDetail } from '#contracts/inbox.ts'
import * as inboxPaths from '#contracts/paths/inbox.ts'
import type { Preferences } from '#contracts/preferences.ts'
import { call } from '../../lib/api.ts'
import { useMessages } from '../../lib/i18n.ts'
import { useServerEvent } from '../../lib/realtime.ts'
import { useSession } from '../../lib/session.ts'
import { whenReachable } from '../../lib/when-reachable.ts'
import { partnerOf } from '../conversation/partner-of.ts'
import { concerns, type Hands, turnOf } from './concerns.ts'
import { becomeLeaderTab, isInFront } from './locks.ts'
import { notificationMessages } from './messages.ts'
import { useInFront } from './use-in-front.ts'
import { usePreferences } from './use-preferences.ts'
import { useWaitingForMe } from './use-waiting-for-me.ts'

/** A message may come with a change of owner, so the owner is read a moment later. */
const settledMs = 400
const maxRemembered = 500
const maxCharacters = 160

/** Tells the person of what concerns them, on every page and in whichever tab they are. */
export function Notifier() {
  const { data: preferences } = usePreferences()
  useInFront()
  useWaitingForMe(preferences?.notify_of ?? 'mine')
  const isWanted = preferences && preferences.notify_of !== 'none'
  return isWanted && (preferences.has_sound || preferences.has_notifications) ? (
    <Speaker preferences={preferences} />
  ) : null
}

type NewMessage = { conversation_id: string; text: string }

function Speaker({ preferences }: { preferences: Preferences }) {
  const words = useMessages(notificationMessages)
  const { organization, user } = useSession()
  const navigate = useNavigate()
  const [speaks, setSpeaks] = useState(false)
  useEffect(() => becomeLeaderTab(`${organization.id}:${user.id}`, setSpeaks), [organization.id, user.id])

  /** In whose hands conversations are, as far as it is known; most events then need no request. */
  const hands = useRef(new Map<string, Hands>())
  const isOfConcern = (known: Hands) => concerns(known, preferences.notify_of, user.id)

  async function notify({ conversation_id, text }: NewMessage): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, settledMs))
    const known = hands.current.get(conversation_id)
    if (known && !isOfConcern(known)) return
    const params = { organization_id: organization.id, conversation_id }
    const found = await call(inboxPaths.showInboxConversation, { params }).catch(() => null)
    if (!found) return
    rememberAssignment(found)
    if (!isOfConcern(found) || isOwn(found, user.id) || (await isInFront(conversation_id))) return
    if (preferences.has_sound) sound()
    if (preferences.has_notifications) show(partnerOf(found), text, conversation_id)
  }
  function rememberAssignment({ id, assigned_user_id, status }: Hands & { id: string }): void {
    hands.current.delete(id)
    hands.current.set(id, { assigned_user_id, status })
    const [oldest] = hands.current.keys()
    if (oldest && hands.current.size > maxRemembered) hands.current.delete(oldest)
  }
  function show(name: string, text: string, conversation: string): void {
    if (!('Notification' in window) || Notification.permission !== 'granted') return
    const open = () => {
      focus()
      navigate({ to: '/inbox', search: { conversation } })
    }
    try {
      // Its sound is a choice of its own.
      const notification = new Notification(name, { body: text, tag: conversation, icon: '/favicon.svg', silent: true })
      notification.onclick = () => {
        notification.close()
        open()
      }
    } catch {
      // Phones show notifications of service workers alone.
    }
  }
  const onMessage = ({ conversation_id, role, content, attachments }: Message) => {
    if (!speaks || role !== 'contact') return
    const text = content.trim().slice(0, maxCharacters) || (attachments.length > 0 ? words.file : '')
    notify({ conversation_id, text })
  }
  useServerEvent('conversation.message_sent', onMessage)
  useServerEvent('conversation.updated', (event) => {
    rememberAssignment(event)
    const turn = turnOf(event, user.id)
    if (speaks && turn) notify({ conversation_id: event.id, text: words[turn] })
  })
  return null
}

/** What someone says in a chat of their own needs no notification. */
const isOwn = ({ channel, full_contact }: InboxConversationDetail, userId: string): boolean =>
  channel === 'employee_chat' && full_contact.channels.some(({ external_id }) => external_id === userId)

/** Fetched with the first sound. */
function sound(): void {
  whenReachable(() => import('./chime.ts')).then(
    ({ chime }) => chime(),
    () => {},
  )
}
