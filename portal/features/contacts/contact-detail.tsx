import { CONTACT_FIELDS, type ContactField, MAX_CONTACT_FIELD_LENGTHS } from '#contracts/contact-fields.ts'
import type { Contact } from '#contracts/inbox.ts'
import { useForm } from '../../lib/form.ts'
import { useMessages } from '../../lib/i18n.ts'
import { isAboutFields, issueOf, sentenceOf } from '../../lib/refusal.ts'
import { TextField } from '../../ui/field.tsx'
import { Section } from '../../ui/section.tsx'
import { showToast } from '../../ui/toast.tsx'
import { channelNames } from '../channels/messages.ts'
import { contactInputTypes } from '../contact-fields/input-types.ts'
import { contactFieldNames } from '../contact-fields/messages.ts'
import { MergeButton } from '../contact-merge/merge-button.tsx'
import { MergedContacts } from '../contact-merge/merged-contacts.tsx'
import { partMessages } from '../page-parts/messages.ts'
import { UnsavedBar } from '../page-parts/unsaved-bar.tsx'
import { Conversations } from './conversations.tsx'
import { DeleteContact } from './delete-contact.tsx'
import { contactMessages } from './messages.ts'
import { useUpdateContact } from './use-contacts.ts'

export function ContactDetail({ contact }: { contact: Contact }) {
  const words = useMessages(contactMessages)
  const fieldNames = useMessages(contactFieldNames)
  const parts = useMessages(partMessages)
  const { first_name, last_name, email, phone } = contact
  const form = useForm<Record<ContactField, string>>({
    first_name: first_name ?? '',
    last_name: last_name ?? '',
    email: email ?? '',
    phone: phone ?? '',
  })
  const update = useUpdateContact(contact)
  const { error } = update
  const save = () => {
    const sent = form.changes
    update.mutate(sent, {
      onSuccess: () => {
        form.markSaved(sent)
        showToast(words.saved)
      },
    })
  }
  const problem =
    error && (isAboutFields(error, CONTACT_FIELDS) ? parts.checkFields : sentenceOf(error, parts.saveFailed))
  return (
    <>
      <Section
        title={words.details}
        text={words.detailsText}
        actions={
          <>
            <MergeButton contact={contact} />
            <DeleteContact contact={contact} />
          </>
        }
      >
        <div className="grid max-w-xl gap-5 sm:grid-cols-2">
          {CONTACT_FIELDS.map((field) => (
            <TextField
              key={field}
              label={fieldNames[field]}
              type={contactInputTypes[field]}
              autoComplete="off"
              maxLength={MAX_CONTACT_FIELD_LENGTHS[field]}
              value={form.values[field]}
              onChange={(event) => form.set({ [field]: event.target.value })}
              error={issueOf(error, field)}
            />
          ))}
        </div>
      </Section>
      <Channels contact={contact} />
      <MergedContacts contact={contact} />
      <Conversations contact={contact} />
      <UnsavedBar
        isDirty={form.isDirty}
        busy={update.isPending}
        problem={problem ?? undefined}
        onSave={save}
        onDiscard={() => {
          form.reset()
          update.reset()
        }}
      />
    </>
  )
}

function Channels({ contact: { channels, first_name, last_name } }: { contact: Contact }) {
  const isNamed = Boolean(first_name || last_name)
  const words = useMessages(contactMessages)
  const namesOfChannels = useMessages(channelNames)
  return (
    <Section title={words.channels}>
      <ul className="divide-y divide-line rounded-xl border border-line">
        {channels.map(({ id, channel, channel_name, external_id, auto_name }) => (
          <li key={id} className="px-4 py-3">
            <p className="text-sm font-medium">{channel === 'custom' ? channel_name : namesOfChannels[channel]}</p>
            {!isNamed && <p className="mt-0.5 text-xs text-muted">{words.knownAs(auto_name)}</p>}
            <p className="mt-0.5 font-mono text-xs break-all text-muted">{words.id(external_id)}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
