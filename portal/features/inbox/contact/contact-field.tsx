import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { type ContactFields, MAX_CONTACT_FIELD_LENGTHS } from '#contracts/contact-fields.ts'
import type { Contact, InboxConversationDetail } from '#contracts/inbox.ts'
import * as inboxPaths from '#contracts/paths/inbox.ts'
import { call } from '../../../lib/api.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { issueOf, sentenceOf } from '../../../lib/refusal.ts'
import { useSession } from '../../../lib/session.ts'
import { contactInputTypes } from '../../contact-fields/input-types.ts'
import { contactFieldNames } from '../../contact-fields/messages.ts'
import { inboxMessages } from '../messages.ts'

type ContactFieldProps = { contact: Contact; field: keyof ContactFields }

/** Edited in place: Enter or leaving it saves, Escape discards. */
export function ContactField({ contact, field }: ContactFieldProps) {
  const words = useMessages(inboxMessages)
  const fieldNames = useMessages(contactFieldNames)
  const { organization } = useSession()
  const client = useQueryClient()
  const id = useId()
  const saved = contact[field] ?? ''
  const [written, setWritten] = useState<string | null>(null)
  const isGivenUp = useRef(false)
  const { mutate, error, reset, isPending } = useMutation({
    mutationFn: (text: string) =>
      call(inboxPaths.updateContact, {
        params: { organization_id: organization.id, contact_id: contact.id },
        body: { [field]: text || null },
      }),
    onSuccess: (changed) => {
      client.setQueriesData<InboxConversationDetail>(
        { queryKey: queryKeys.inboxConversations(organization.id) },
        (cached) => (cached?.contact.id === changed.id ? { ...cached, full_contact: changed } : cached),
      )
      setWritten(null)
    },
  })
  const save = () => {
    if (isGivenUp.current || written === null || isPending) return
    if (written.trim() === saved) setWritten(null)
    else mutate(written.trim())
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') event.currentTarget.blur()
    if (event.key !== 'Escape') return
    event.preventDefault()
    isGivenUp.current = true
    setWritten(null)
    reset()
    event.currentTarget.blur()
    isGivenUp.current = false
  }
  const problem = error && (issueOf(error, field) ?? sentenceOf(error, words.saveFailed))
  return (
    <div>
      <div className="flex items-center gap-2">
        <div className="w-20 shrink-0 text-xs text-muted">
          <label htmlFor={id}>{fieldNames[field]}</label>
        </div>
        <div className="min-w-0 grow">
          <input
            id={id}
            type={contactInputTypes[field]}
            maxLength={MAX_CONTACT_FIELD_LENGTHS[field]}
            value={written ?? saved}
            placeholder={words.add}
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? `${id}-note` : undefined}
            onChange={(event) => {
              setWritten(event.target.value)
              if (error) reset()
            }}
            onBlur={save}
            onKeyDown={onKeyDown}
            autoComplete="off"
            className="h-8 w-full rounded-lg border border-transparent bg-transparent px-2 text-base outline-none placeholder:text-faint hover:border-line focus:border-accent aria-invalid:border-danger md:text-xs pointer-coarse:h-10"
          />
        </div>
      </div>
      {problem && (
        <p id={`${id}-note`} role="alert" className="mt-1 pl-22 text-2xs text-danger">
          {problem}
        </p>
      )}
    </div>
  )
}
