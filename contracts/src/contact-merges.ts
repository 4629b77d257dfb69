import { z } from 'zod'
import { describeEndpoints } from './endpoint.ts'
import { Contact } from './inbox.ts'
import { Instant } from './page.ts'
import * as mergePaths from './paths/contact-merges.ts'

export const ContactMerge = z.object({
  id: z.uuid(),
  /** The contact that was kept. */
  contact_id: z.uuid(),
  /** The contact that was merged into it, with its name then. */
  merged_contact: z.object({ id: z.uuid(), display_name: z.string() }),
  /** The name of the person who merged them; null where that person is deleted. */
  merged_by: z.string().nullable(),
  created_at: Instant,
})
export type ContactMerge = z.infer<typeof ContactMerge>

/** Pushed when a contact was merged into another one. */
export const ContactMerged = z.object({ contact_id: z.uuid(), merged_contact_id: z.uuid() })
export type ContactMerged = z.infer<typeof ContactMerged>

const OneContact = z.object({ contact_id: z.uuid() })

export const contactMergeEndpoints = describeEndpoints(mergePaths, {
  mergeContacts: {
    summary:
      'Merge another contact into this one: its channels and conversations move here, with the fields lacking here',
    params: OneContact,
    body: z.object({ contact_id_to_merge: z.uuid() }),
    answer: z.object({ contact: Contact, merge: ContactMerge }),
    errors: { 400: ['SAME_CONTACT'] },
  },
  listContactMerges: {
    summary: 'List the contacts that were merged into this one and can be brought back, the latest first',
    params: OneContact,
    answer: z.object({ data: z.array(ContactMerge) }),
  },
  undoContactMerge: {
    summary: 'Bring a merged contact back with its channels; fields that were changed since stay as they are',
    params: OneContact.extend({ merge_id: z.uuid() }),
    answer: z.object({ contact: Contact, restored_contact: Contact }),
  },
})
