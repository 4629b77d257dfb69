import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { Contact as ContactIcon, SearchX } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Contact } from '#contracts/inbox.ts'
import { formatWhen } from '../../lib/format.ts'
import { useLanguage, useMessages } from '../../lib/i18n.ts'
import { useIsManager } from '../../lib/session.ts'
import { useSettled } from '../../lib/use-settled.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import { channelNames } from '../channels/messages.ts'
import { LoadFailed } from '../page-parts/load-failed.tsx'
import { NextPage } from '../page-parts/next-page.tsx'
import { WaitingRows } from '../page-parts/waiting.tsx'
import { accessMessages } from '../teammates/access/messages.ts'
import { useMissingAccess } from '../teammates/access/use-missing-access.ts'
import { contactMessages } from './messages.ts'
import { useContacts } from './use-contacts.ts'

const route = getRouteApi('/signed-in/contacts')

export function ContactList() {
  const words = useMessages(contactMessages)
  const { q = '' } = route.useSearch()
  const navigate = useNavigate()
  const [typed, setTyped] = useState(q)
  const wanted = useSettled(typed)
  const contacts = useContacts(wanted)
  // The search is kept in the address, so that the back link of a contact returns to it.
  const updateAddress = useEffectEvent(() => {
    if (wanted !== q) navigate({ to: '/contacts', search: wanted ? { q: wanted } : {}, replace: true })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a settled search changes the address
  useEffect(() => updateAddress(), [wanted])
  const found = contacts.data
  if (found?.length === 0 && wanted === '' && typed === '') return <NoContacts />
  return (
    <>
      <SearchField label={words.find} value={typed} onChange={setTyped} className="mb-3 sm:max-w-xs" />
      {!found && (contacts.isError ? <LoadFailed title={words.failed} query={contacts} /> : <WaitingRows />)}
      {found?.length === 0 && (
        <EmptyState icon={<SearchX aria-hidden />} title={words.noneFound} text={words.noneFoundText}>
          <Button onClick={() => setTyped('')}>{words.clearSearch}</Button>
        </EmptyState>
      )}
      {found && found.length > 0 && (
        <>
          <ContactTable contacts={found} wanted={wanted} />
          <NextPage query={contacts} />
        </>
      )}
    </>
  )
}

function NoContacts() {
  const words = useMessages(contactMessages)
  const access = useMessages(accessMessages)
  const isManager = useIsManager()
  const missingAccess = useMissingAccess()
  if (missingAccess) return <EmptyState icon={<ContactIcon aria-hidden />} title={access.title} text={missingAccess} />
  return (
    <EmptyState icon={<ContactIcon aria-hidden />} title={words.none} text={words.noneText}>
      {isManager && (
        <Link to="/settings/webchat" className={buttonClass({ look: 'primary' })}>
          {words.putOnSite}
        </Link>
      )}
    </EmptyState>
  )
}

function ContactTable({ contacts, wanted }: { contacts: Contact[]; wanted: string }) {
  const words = useMessages(contactMessages)
  return (
    <Table caption={words.title}>
      <thead>
        <tr>
          <Th>{words.name}</Th>
          <Th className="max-md:hidden">{words.reached}</Th>
          <Th>{words.channels}</Th>
          <Th className="max-md:hidden">{words.since}</Th>
        </tr>
      </thead>
      <tbody>
        {contacts.map((contact) => (
          <Row key={contact.id} contact={contact} wanted={wanted} />
        ))}
      </tbody>
    </Table>
  )
}

function Row({ contact, wanted }: { contact: Contact; wanted: string }) {
  const namesOfChannels = useMessages(channelNames)
  const language = useLanguage()
  const { id, display_name, email, phone, channels, created_at } = contact
  const reached = [email, phone].filter(Boolean).join(' · ')
  const kinds = [...new Set(channels.map(({ channel }) => namesOfChannels[channel]))]
  return (
    <tr className="relative hover:bg-hover">
      <Td className="max-w-0 max-md:w-full md:w-2/5">
        <Link
          to="/contacts"
          search={{ contact: id, ...(wanted && { q: wanted }) }}
          className="block truncate font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-(--focus)"
        >
          {display_name}
        </Link>
        {reached && <span className="mt-0.5 block truncate text-xs text-muted md:hidden">{reached}</span>}
      </Td>
      <Td className="max-w-64 truncate text-muted max-md:hidden">{reached}</Td>
      <Td>
        <span className="flex flex-wrap gap-1">
          {kinds.map((kind) => (
            <Badge key={kind} tone="neutral">
              {kind}
            </Badge>
          ))}
        </span>
      </Td>
      <Td className="whitespace-nowrap text-muted max-md:hidden">
        <time dateTime={created_at}>{formatWhen(created_at, language)}</time>
      </Td>
    </tr>
  )
}
