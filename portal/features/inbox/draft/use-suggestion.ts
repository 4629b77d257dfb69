import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import * as draftPaths from '#contracts/paths/drafts.ts'
import { call } from '../../../lib/api.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { sentenceOf } from '../../../lib/refusal.ts'
import { useSession } from '../../../lib/session.ts'
import { isTextField } from '../../../lib/typing.ts'
import { showToast } from '../../../ui/toast.tsx'
import { drafts } from '../../conversation/compose/drafts.ts'
import { draftMessages } from './messages.ts'

/** Long answers of slow models; the server gives up sooner. */
const timeoutMs = 300_000

type Suggested =
  /** It has replaced the text in the field. */
  | { state: 'filled'; text: string; before: string }
  /** Something is written there already: the person decides. */
  | { state: 'offered'; text: string }

/** What the teammate suggests to reply. It is put into the field where that is empty, and offered where it is not. */
export function useSuggestion(conversation_id: string, draftKey: string, fieldId: string) {
  const { organization } = useSession()
  const words = useMessages(draftMessages)
  const [suggested, setSuggested] = useState<Suggested | null>(null)
  const asking = useRef(new AbortController())
  const written = () => drafts.read(draftKey).text

  const write = (text: string) => {
    if (!typeInto(fieldId, draftKey, text)) drafts.write(draftKey, { text })
  }
  const put = (text: string) => {
    const before = written()
    write(text)
    setSuggested({ state: 'filled', text, before })
  }
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      asking.current = new AbortController()
      const params = { organization_id: organization.id, conversation_id }
      return call(draftPaths.draftReply, { params }, { signal: asking.current.signal, timeoutMs })
    },
    onSuccess: ({ content }) => {
      if (written().trim() === '') put(content)
      else setSuggested({ state: 'offered', text: content })
    },
    onError: (error) => {
      if (!asking.current.signal.aborted) showToast(sentenceOf(error, words.failed))
    },
  })
  // Leaving the conversation cancels the suggestion, because it costs.
  useEffect(() => () => asking.current.abort(), [])

  return {
    suggested,
    isPending,
    ask: () => {
      setSuggested(null)
      mutate()
    },
    stop: () => asking.current.abort(),
    replace: () => suggested && put(suggested.text),
    add: () => suggested && put(`${written().trimEnd()}\n\n${suggested.text}`),
    undo: () => {
      if (suggested?.state !== 'filled') return
      write(suggested.before)
      setSuggested(null)
    },
    dismiss: () => {
      setSuggested(null)
      document.getElementById(fieldId)?.focus()
    },
  }
}
export type Suggestion = ReturnType<typeof useSuggestion>

/** Replaces the text of the field as if it was typed, so that the browser's undo works. */
function typeInto(id: string, draftKey: string, text: string): boolean {
  const field = document.getElementById(id)
  // The box may contain a note for colleagues by now.
  if (!(field instanceof HTMLTextAreaElement) || field.dataset.draft !== draftKey) return false
  // Nor does the focus leave another field that the operator types into.
  if (document.activeElement !== field && isTextField(document.activeElement)) return false
  field.focus()
  field.select()
  return text === '' ? document.execCommand('delete') : document.execCommand('insertText', false, text)
}
