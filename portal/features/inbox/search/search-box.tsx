import { useEffect, useEffectEvent, useState } from 'react'
import { useMessages } from '../../../lib/i18n.ts'
import { useSettled } from '../../../lib/use-settled.ts'
import { SearchField } from '../../../ui/search-field.tsx'
import { inboxMessages } from '../messages.ts'
import type { InboxLocation } from '../use-inbox-location.ts'

export const searchFieldId = 'inbox-search'

/** Writes the query to the address after a pause in typing, so that reload and Back keep it. */
export function SearchBox({ location: { q, go } }: { location: InboxLocation }) {
  const words = useMessages(inboxMessages)
  const [typed, setTyped] = useState(q)
  const wanted = useSettled(typed).trim()
  const keep = useEffectEvent(() => {
    // The way back leads out of the search, not through each of its words.
    if (wanted !== q) go({ q: wanted }, q !== '')
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is wanted is what is kept
  useEffect(() => keep(), [wanted])
  const follow = useEffectEvent(() => {
    if (q !== wanted) setTyped(q)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the address leads elsewhere
  useEffect(() => follow(), [q])
  return (
    <SearchField
      id={searchFieldId}
      label={words.search}
      placeholder={words.searchShort}
      value={typed}
      onChange={setTyped}
      className="min-w-0 grow"
    />
  )
}
