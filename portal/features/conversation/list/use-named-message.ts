import { useEffect, useRef } from 'react'
import type { Message } from '#contracts/conversations.ts'
import type { Older } from './message-scroll.tsx'

/** As far back as a message is looked for by reading; what lies further is found by scrolling. */
const mostRead = 240
const flash = [{ background: 'var(--accent-soft)' }, { background: 'transparent' }]

export const rowId = (messageId: string) => `message-${messageId}`

type Named = {
  named: string | undefined
  messages: readonly Message[]
  hasOlder: boolean
  older: Older
  onFound: () => void
}

/** Brings the message that the address names into view, once. */
export function useNamedMessage({ named, messages, hasOlder, older, onFound }: Named): void {
  const { load, isPending, isError } = older
  const shown = useRef<string | undefined>(undefined)
  useEffect(() => {
    if (!named || shown.current === named || isPending) return
    if (messages.some(({ id }) => id === named)) {
      shown.current = named
      onFound()
      const row = document.getElementById(rowId(named))
      row?.scrollIntoView({ block: 'center' })
      row?.animate(flash, { duration: 2_000, easing: 'ease-in' })
    } else if (hasOlder && !isError && messages.length < mostRead) load()
  }, [named, messages, hasOlder, load, isPending, isError, onFound])
}
