import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Message } from '#contracts/conversations.ts'
import type { InternalMessageAccepted } from '#contracts/internal-chat.ts'
import { api } from '../../../lib/api.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { organizationPath, type Session, useSession } from '../../../lib/session.ts'
import { applyEvents, openedThread, type Thread } from './thread.ts'

type Sending = { text: string; conversationId: string | null; afterId: string | null }
/** A message on its way: shown at once, and kept with its failure until it is sent again or given up. */
export type Outgoing = Sending & { id: number; failure: string | null }

export function useSending(employeeId: string, thread: Thread | undefined) {
  const session = useSession()
  const { organization } = session
  const client = useQueryClient()
  const navigate = useNavigate()
  const mutationKey = ['send', organization.id, employeeId]
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: ({ text, conversationId }: Sending) =>
      api.post<InternalMessageAccepted>(organizationPath(organization, `/employees/${employeeId}/messages`), {
        message: text,
        ...(conversationId ? { conversation_id: conversationId } : {}),
      }),
    onSuccess: (accepted, { text }) => {
      const key = queryKeys.thread(organization.id, employeeId, accepted.conversation_id)
      const expected = expectedMessages(accepted, text, employeeId, session)
      client.setQueryData<Thread>(key, (known) =>
        applyEvents(
          known ?? openedThread(accepted.conversation_id),
          expected.map((message) => ({ kind: 'expected', message })),
        ),
      )
    },
  })
  const outgoing = useMutationState({
    filters: { mutationKey, predicate: ({ state }) => state.status === 'pending' || state.status === 'error' },
    select: ({ mutationId, state }): Outgoing => ({
      ...(state.variables as Sending),
      id: mutationId,
      failure: state.status === 'error' ? (state.error?.message ?? '') : null,
    }),
  })

  const send = (text: string) =>
    mutate(
      { text, conversationId: thread?.conversation_id ?? null, afterId: thread?.messages.at(-1)?.id ?? null },
      {
        onSuccess: ({ conversation_id }) => {
          if (thread?.conversation_id === conversation_id) return
          navigate({
            to: '/chat/$employeeId',
            params: { employeeId },
            search: { conversation: conversation_id },
            replace: true,
          })
        },
      },
    )
  const forget = (id: number) => {
    const cache = client.getMutationCache()
    const mutation = cache.getAll().find(({ mutationId }) => mutationId === id)
    if (mutation) cache.remove(mutation)
  }
  const retry = ({ id, text }: Outgoing) => {
    forget(id)
    send(text)
  }
  return { send, retry, outgoing: outgoing.filter((each) => isShown(each, thread)) }
}

/** The message itself may be pushed before its sending is answered; then it stands for both. */
function isShown(outgoing: Outgoing, thread: Thread | undefined): boolean {
  if (!thread || outgoing.conversationId !== thread.conversation_id) return false
  return !thread.messages.some(
    ({ id, role, content }) => role === 'contact' && content === outgoing.text && id > (outgoing.afterId ?? ''),
  )
}

function expectedMessages(
  accepted: InternalMessageAccepted,
  text: string,
  employeeId: string,
  { user, organization }: Session,
): Message[] {
  const common = {
    organization_id: organization.id,
    conversation_id: accepted.conversation_id,
    channel: 'employee_chat',
    stream_index: 0,
    attachments: [],
    contact_channel_id: null,
    employee_id: employeeId,
    run_id: accepted.run_id,
    reaction: null,
    feedback_comment: null,
    error: null,
    created_at: new Date().toISOString(),
    completed_at: null,
    generation_ms: null,
  } as const
  return [
    {
      ...common,
      attachments: [],
      id: accepted.message_id,
      role: 'contact',
      status: 'completed',
      content: text,
      user_id: user.id,
    },
    {
      ...common,
      attachments: [],
      id: accepted.assistant_message_id,
      role: 'ai',
      status: 'in_progress',
      content: '',
      user_id: null,
    },
  ]
}
