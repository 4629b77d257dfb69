import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Contact } from '#contracts/inbox.ts'
import { useMessages } from '../../lib/i18n.ts'
import { useIsManager } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { AskFirst } from '../page-parts/ask-first.tsx'
import { contactMessages } from './messages.ts'
import { useDeleteContact } from './use-contacts.ts'

/** For owners and admins, because all conversations are deleted too and cannot be restored. */
export function DeleteContact({ contact }: { contact: Contact }) {
  const words = useMessages(contactMessages)
  const isManager = useIsManager()
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const remove = useDeleteContact(contact)
  if (!isManager) return null
  const work = async () => {
    await remove.mutateAsync()
    navigate({ to: '/contacts', ignoreBlocker: true })
  }
  return (
    <>
      <Button look="danger" size="small" onClick={() => setAsking(true)}>
        {words.delete}
      </Button>
      <AskFirst
        open={isAsking}
        onOpenChange={setAsking}
        title={words.deleteTitle(contact.display_name)}
        text={words.deleteText}
        action={words.deleteAction}
        work={work}
        done={words.deleted}
        failed={words.deleteFailed}
      />
    </>
  )
}
