import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { Conversation } from '#contracts/conversations.ts'
import type { HistoryEntry } from '#contracts/internal-chat.ts'
import * as internalChatPaths from '#contracts/paths/internal-chat.ts'
import { applyEvents } from '#thread/apply-events.ts'
import type { Thread } from '#thread/thread.ts'
import { call } from '../../../lib/api.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { useSession } from '../../../lib/session.ts'
import { showToast } from '../../../ui/toast.tsx'
import { withEntry, without } from '../../conversation/recent.ts'
import { newChat } from '../thread/new-chat.ts'
import { type History, patched } from './cached-chats.ts'
import { changeHistory } from './change-history.ts'
import { historyMessages } from './messages.ts'

/** Renames, deletes and restores chats: shown at once, and taken back where the server says no. */
export function useChatChanges() {
  const { organization } = useSession()
  const client = useQueryClient()
  const router = useRouter()
  const words = useMessages(historyMessages)
  const goTo = ({ ai_employee_id }: Conversation, conversation: string) =>
    router.navigate({ to: '/chat/$employeeId', params: { employeeId: ai_employee_id }, search: { conversation } })
  const paramsOf = ({ id, ai_employee_id }: Conversation) => ({
    organization_id: organization.id,
    employee_id: ai_employee_id,
    conversation_id: id,
  })

  const show = (conversation: Conversation) => {
    changeHistory(client, organization.id, (cached) => patched(cached, conversation))
    client.setQueryData<Thread>(
      queryKeys.thread(organization.id, conversation.ai_employee_id, conversation.id),
      (thread) => thread && applyEvents(thread, [{ kind: 'conversation', conversation }]),
    )
  }
  const bringBack = (conversation: Conversation, entry: HistoryEntry | undefined) => {
    if (entry) changeHistory(client, organization.id, (cached) => withEntry(cached, entry))
    show(conversation)
  }

  const rename = async (conversation: Conversation, title: string) => {
    show({ ...conversation, title })
    try {
      show(await call(internalChatPaths.updateChatTitle, { params: paramsOf(conversation), body: { title } }))
    } catch {
      show(conversation)
      showToast(words.renameFailed)
    }
  }

  const restore = async (conversation: Conversation, entry: HistoryEntry | undefined, wasOpen: boolean) => {
    try {
      bringBack(await call(internalChatPaths.restoreChat, { params: paramsOf(conversation) }), entry)
      if (wasOpen) await goTo(conversation, conversation.id)
    } catch {
      showToast(words.restoreFailed)
    }
    client.invalidateQueries({ queryKey: queryKeys.history(organization.id) })
  }

  /** Restoring later does not navigate to the chat. */
  const restoreDeleted = async (entry: HistoryEntry, onOpen: () => void) => {
    try {
      const restored = await call(internalChatPaths.restoreChat, { params: paramsOf(entry) })
      bringBack(restored, { ...entry, ...restored })
      const open = () => {
        onOpen()
        goTo(restored, restored.id)
      }
      showToast(words.restored(titleOf(restored, words.untitled)), { label: words.open, run: open })
    } catch {
      showToast(words.restoreFailed)
    }
    client.invalidateQueries({ queryKey: queryKeys.history(organization.id) })
  }

  const remove = async (conversation: Conversation) => {
    const history = client.getQueryData<History>(queryKeys.history(organization.id))
    const entry = history?.entries.find(({ id }) => id === conversation.id)
    const wasOpen = new URLSearchParams(router.state.location.searchStr).get('conversation') === conversation.id
    changeHistory(client, organization.id, (cached) => without(cached, conversation.id))
    if (wasOpen) await goTo(conversation, newChat)
    try {
      await call(internalChatPaths.deleteChat, { params: paramsOf(conversation) })
      showToast(words.deleted(titleOf(conversation, words.untitled)), {
        label: words.undo,
        run: () => restore(conversation, entry, wasOpen),
      })
    } catch {
      bringBack(conversation, entry)
      if (wasOpen) await goTo(conversation, conversation.id)
      showToast(words.deleteFailed)
    }
  }
  return { rename, remove, restoreDeleted }
}

export function titleOf({ title, temporary_title }: Conversation, otherwise: string): string {
  return title || temporary_title || otherwise
}
