import { SERVICE_NAME } from '#contracts/parties.ts'

const KEY = `${SERVICE_NAME}-webchat-drafts`
const MAX_CHARACTERS = 100_000

/** The page of a site may be left, or take the chat away and bring it back: what was being written lasts as long as the tab. */
const drafts = new Map<string, string>(readStored())

const nameOf = (conversation_id: string | null): string => conversation_id ?? ''

export const draftOf = (conversation_id: string | null): string => drafts.get(nameOf(conversation_id)) ?? ''

/** Saves the text that was not sent yet, by conversation: the visitor may open another one and come back. */
export function saveDraft(conversation_id: string | null, text: string): void {
  if (text === '') drafts.delete(nameOf(conversation_id))
  else drafts.set(nameOf(conversation_id), text)
  store()
}

/** The draft of a new conversation belongs to the conversation that its first message has begun. */
export function moveDraft(conversation_id: string): void {
  const text = draftOf(null)
  if (text === '') return
  drafts.delete(nameOf(null))
  drafts.set(nameOf(conversation_id), text)
  store()
}

function store(): void {
  const stored = JSON.stringify([...drafts])
  try {
    if (stored.length <= MAX_CHARACTERS) sessionStorage.setItem(KEY, stored)
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
