import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import * as voicePaths from '#contracts/paths/voice.ts'
import { call as callApi } from '../../../lib/api.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { useIsAt } from '../../../lib/is-at.ts'
import { useSession } from '../../../lib/session.ts'
import { useStable } from '../../../lib/use-stable.ts'
import { whenReachable } from '../../../lib/when-reachable.ts'
import { showToast } from '../../../ui/toast.tsx'
import type { openCall } from '../../call/open-call.ts'
import { draftKey, drafts } from '../../conversation/compose/drafts.ts'
import { chatMessages } from '../messages.ts'

type Open = ReturnType<typeof openCall>

/** A call with the teammate of this chat; another chat, or another page, ends it. */
export function useCalling(employeeId: string, address: string | undefined, conversation_id: string | null) {
  const { organization, user } = useSession()
  const words = useMessages(chatMessages)
  const navigate = useNavigate()
  const isHere = useIsAt(`/chat/${employeeId}`)
  const [open, setOpen] = useState<Open | null>(null)

  const createSession = async (id: string | null) => {
    const params = { organization_id: organization.id, employee_id: employeeId }
    const body = id ? { conversation_id: id } : { create_new_conversation: true }
    const session = await callApi(voicePaths.createVoiceSession, { params, body })
    if (session.conversation_id !== id) {
      drafts.move(draftKey(user.id, employeeId, address), draftKey(user.id, employeeId, session.conversation_id))
    }
    if (session.conversation_id !== id && isHere()) {
      const search = { conversation: session.conversation_id }
      navigate({ to: '/chat/$employeeId', params: { employeeId }, search, replace: true })
    }
    return session
  }
  const begin = useStable(async () => {
    try {
      const { openCall } = await whenReachable(() => import('../../call/open-call.ts'))
      open?.call.hangUp()
      setOpen(openCall({ conversation_id, createSession }))
    } catch {
      showToast(words.callFailed)
    }
  })
  const leave = useStable(() => {
    open?.call.hangUp()
    setOpen(null)
  })

  useEffect(() => () => open?.call.hangUp(), [open])
  // The chat that is shown is another one than the call's, once that is known.
  const ofCall = open?.call.getState().conversation_id ?? null
  const [shown, setShown] = useState({ employeeId, conversation_id })
  if (shown.employeeId !== employeeId || shown.conversation_id !== conversation_id) {
    setShown({ employeeId, conversation_id })
    const isOther = shown.employeeId !== employeeId || (conversation_id !== null && conversation_id !== ofCall)
    if (open && isOther) setOpen(null)
  }
  return { open, begin, leave }
}
