import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useMessages } from '../../lib/i18n.ts'
import { useServerEvent } from '../../lib/realtime.ts'
import { BackLink } from '../page-parts/back-link.tsx'
import { LoadFailed } from '../page-parts/load-failed.tsx'
import { WaitingForm } from '../page-parts/waiting.tsx'
import { Page } from '../shell/page.tsx'
import { ContactDetail } from './contact-detail.tsx'
import { ContactList } from './contact-list.tsx'
import { contactMessages } from './messages.ts'
import { useContact, useContactEvents } from './use-contacts.ts'

const route = getRouteApi('/signed-in/contacts')

/** The list of contacts, or one contact. */
export function ContactsPage() {
  const words = useMessages(contactMessages)
  const { contact } = route.useSearch()
  useContactEvents()
  if (contact) return <OneContact key={contact} id={contact} />
  return (
    <Page title={words.title} part="list">
      <ContactList />
    </Page>
  )
}

function OneContact({ id }: { id: string }) {
  const words = useMessages(contactMessages)
  const { q } = route.useSearch()
  const contact = useContact(id)
  const navigate = useNavigate()
  // A contact that was merged into another one is shown there.
  useServerEvent('contact.merged', ({ contact_id, merged_contact_id }) => {
    if (merged_contact_id === id)
      navigate({ to: '/contacts', search: { contact: contact_id, ...(q && { q }) }, replace: true })
  })
  const back = <BackLink to="/contacts" search={q ? { q } : {}} label={words.back} />
  return (
    <Page title={contact.data?.display_name ?? words.title} before={back} part={id}>
      {contact.data ? (
        <ContactDetail contact={contact.data} />
      ) : contact.isError ? (
        <LoadFailed title={words.oneFailed} query={contact} />
      ) : (
        <WaitingForm />
      )}
    </Page>
  )
}
