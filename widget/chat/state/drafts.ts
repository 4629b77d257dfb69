import { SERVICE_NAME } from '#contracts/parties.ts'

const KEY = `${SERVICE_NAME}-webchat-drafts`
const LARGEST_CHARACTERS = 100_000

/** The page of a site may be left, or take the chat away and bring it back: what was being written lasts as long as the tab. */
const drafts = new Map<string, string>(readStored())

const nameOf = (conversation_id: string | null): string => conversation_id ?? ''

export const draftOf = (conversation_id: string | null): string => drafts.get(nameOf(conversation_id)) ?? ''

/** What was written and not sent, by conversation: one may look elsewhere and come back. */
export function saveDraft(conversation_id: string | null, text: string): void {
  if (text === '') drafts.delete(nameOf(conversation_id))
  else drafts.set(nameOf(conversation_id), text)
  const stored = JSON.stringify([...drafts])
  try {
    if (stored.length <= LARGEST_CHARACTERS) sessionStorage.setItem(KEY, stored)
  } catch {
    // Where storage is denied a draft lasts as long as the frame.
  }
}

function readStored(): [string, string][] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
    return (Array.isArray(stored) ? stored : []).filter(
      (entry): entry is [string, string] => Array.isArray(entry) && entry.every((part) => typeof part === 'string'),
    )
  } catch {
    return []
  }
}
