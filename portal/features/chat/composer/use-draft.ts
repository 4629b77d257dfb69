import { useState } from 'react'
import { useSession } from '../../../lib/session.ts'
import { stored } from '../../../lib/stored.ts'

const session = () => sessionStorage

/** What is being written to a teammate outlives going elsewhere and loading the page again. */
export function useDraft(employeeId: string): [string, (text: string) => void] {
  const { user } = useSession()
  const key = `alongside:draft:${user.id}:${employeeId}`
  const [draft, setDraft] = useState(() => stored.read(key, session) ?? '')
  const write = (text: string) => {
    setDraft(text)
    stored.write(key, text || null, session)
  }
  return [draft, write]
}
