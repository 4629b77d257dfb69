import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import * as internalChatPaths from '#contracts/paths/internal-chat.ts'
import type { Reasoning } from '#contracts/teammates.ts'
import { applyEvents } from '#thread/apply-events.ts'
import { emptyThread, type Thread } from '#thread/thread.ts'
import { call } from '../../../lib/api.ts'
import { useIsAt } from '../../../lib/is-at.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { randomId } from '../../../lib/random-id.ts'
import { useSession } from '../../../lib/session.ts'
import { useStable } from '../../../lib/use-stable.ts'
import { draftKey, drafts } from '../../conversation/compose/drafts.ts'
import { type OnItsWay, useOutgoing } from '../../conversation/outgoing/use-outgoing.ts'
import { encodeFile } from '../files/encode.ts'
import { expectedMessages } from './expected-messages.ts'
import { newChat } from './new-chat.ts'

export type Written = { text: string; files: readonly File[]; reasoning: Reasoning | undefined }
type Sending = Omit<Written, 'files'> & {
  /** Null for a file that was lost when the page was loaded again. */
  files: readonly (File | null)[]
  /** The same when it is sent again, so that the server knows a message that it has accepted already. */
  clientId: string
  conversationId: string | null
  isNew: boolean
}
export type Outgoing = OnItsWay<Sending>

/** A slow line needs its time for 30 MB. */
const uploading = { timeoutMs: 600_000 }

export function useSending(employeeId: string, address: string | undefined, thread: Thread | undefined) {
  const session = useSession()
  const { organization, user } = session
  const client = useQueryClient()
  const navigate = useNavigate()
  const isHere = useIsAt(`/chat/${employeeId}`)
  /** From where a chat was opened whose address is on its way. */
  const [opened, setOpened] = useState<{ employeeId: string; address: string | undefined } | null>(null)
  if (opened && (opened.employeeId !== employeeId || opened.address !== address)) setOpened(null)
  const {
    mutate,
    outgoing: all,
    giveUp,
  } = useOutgoing({
    mutationKey: ['send', user.id, organization.id, employeeId],
    thread,
    request: async ({ clientId, text, files: sent, reasoning, conversationId, isNew }: Sending) => {
      const files = filesOf(sent)
      const body = {
        message: text,
        client_message_id: clientId,
        ...(files.length > 0 && { attachments: await Promise.all(files.map(encodeFile)) }),
        ...(conversationId && { conversation_id: conversationId }),
        ...(isNew && { create_new_conversation: true }),
        ...(reasoning && { reasoning }),
      }
      const params = { organization_id: organization.id, employee_id: employeeId }
      return call(internalChatPaths.sendChatMessage, { params, body }, files.length > 0 ? uploading : undefined)
    },
    onAccepted: (accepted, { clientId, text, files }) => {
      const key = queryKeys.thread(organization.id, employeeId, accepted.conversation_id)
      const expected = expectedMessages(accepted, { clientId, text, files: filesOf(files), employeeId }, session)
      client.setQueryData<Thread>(key, (cached) =>
        applyEvents(
          cached ?? emptyThread(accepted.conversation_id),
          expected.map((message) => ({ kind: 'accepted', message })),
        ),
      )
    },
  })
  const outgoing = all.filter(({ conversationId }) => thread && conversationId === thread.conversation_id)

  const goTo = (conversation: string) => {
    drafts.move(draftKey(user.id, employeeId, address), draftKey(user.id, employeeId, conversation))
    if (isHere()) navigate({ to: '/chat/$employeeId', params: { employeeId }, search: { conversation }, replace: true })
  }
  const send = useStable((written: Written & { clientId?: string }) =>
    mutate(
      {
        ...written,
        clientId: written.clientId ?? randomId(),
        conversationId: thread?.conversation_id ?? null,
        isNew: address === newChat,
      },
      {
        onSuccess: ({ conversation_id }) => {
          if (thread?.conversation_id === conversation_id) return
          setOpened({ employeeId, address })
          goTo(conversation_id)
        },
      },
    ),
  )
  const retry = useStable((failed: Outgoing) => {
    giveUp(failed)
    const { text, reasoning, clientId } = failed
    send({ text, files: filesOf(failed.files), reasoning, clientId })
  })
  /** While a chat is being opened, and until the page is at its address, a second message would open a second one. */
  const isOpening = opened !== null || (!thread?.conversation_id && outgoing.some(({ failure }) => failure === null))
  return { send, retry, giveUp, outgoing, isOpening }
}

export const filesOf = (files: Sending['files']): File[] => files.filter((file) => file !== null)
