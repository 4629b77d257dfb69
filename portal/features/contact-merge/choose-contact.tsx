import { useState } from 'react'
import type { Contact } from '#contracts/inbox.ts'
import { useMessages } from '../../lib/i18n.ts'
import { useSettled } from '../../lib/use-settled.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { channelNames } from '../channels/messages.ts'
import { useContacts } from '../contacts/use-contacts.ts'
import { LoadFailed } from '../page-parts/load-failed.tsx'
import { NextPage } from '../page-parts/next-page.tsx'
import { mergeMessages } from './messages.ts'

type ChooseContactProps = { except: Contact; onChoose: (contact: Contact) => void }

/** The other contacts that the person sees, found by name, address or number. */
export function ChooseContact({ except, onChoose }: ChooseContactProps) {
  const words = useMessages(mergeMessages)
  const namesOfChannels = useMessages(channelNames)
  const [typed, setTyped] = useState('')
  const query = useContacts(useSettled(typed))
  const found = query.data?.filter(({ id }) => id !== except.id)
  return (
    <>
      <SearchField label={words.find} value={typed} onChange={setTyped} className="mb-2" />
      {!found && query.isError && <LoadFailed title={words.loadFailed} query={query} />}
      {found?.length === 0 && <p className="py-3 text-sm text-muted">{words.nobody}</p>}
      <ul aria-label={words.contacts} className="-mx-2 min-h-40 space-y-px">
        {found?.map((contact) => (
          <li key={contact.id}>
            <button
              type="button"
              onClick={() => onChoose(contact)}
              className="flex w-full items-center gap-3 rounded-lg px-2 py-2 text-left transition-colors hover:bg-hover focus-visible:-outline-offset-2"
            >
              <Avatar name={contact.display_name} />
              <span className="min-w-0 grow">
                <span className="block truncate text-sm font-medium">{contact.display_name}</span>
                <span className="block truncate text-xs text-muted">{aboutOf(contact, namesOfChannels)}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      <NextPage query={query} />
    </>
  )
}

function aboutOf({ email, phone, channels }: Contact, namesOfChannels: typeof channelNames.en): string {
  const kinds = new Set(channels.map(({ channel, channel_name }) => channel_name || namesOfChannels[channel]))
  return [email, phone, ...kinds].filter(Boolean).join(' · ')
}
