import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type MouseEvent, type ReactNode, useRef } from 'react'
import { folderOf, folderQuery } from '../../lib/folder-query.ts'
import { useMessages } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { showToast } from '../../ui/toast.tsx'
import type { CitedFile } from './citation.ts'
import { proseMessages } from './messages.ts'

type CitationLinkProps = { href: string; cited: CitedFile; children: ReactNode }

/** Opens the file at its place. Whether it is there for this person is asked when it is wanted, not before. */
export function CitationLink({ href, cited: { search, before }, children }: CitationLinkProps) {
  const words = useMessages(proseMessages)
  const navigate = useNavigate()
  const find = useFindFile()
  const isFinding = useRef(false)
  const open = async () => {
    // The longest name first: "Returns policy.md" is not the "policy.md" beside it.
    const names = before.map((_, index) => [...before.slice(index), search.file].join(' '))
    const file = await find([...names, search.file])
    if (file) await navigate({ to: '/storage', search: { ...search, file } })
    else showToast(words.fileMissing(search.file))
  }
  const onClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    if (isFinding.current) return
    isFinding.current = true
    open()
      .catch(() => showToast(words.fileFailed))
      .finally(() => {
        isFinding.current = false
      })
  }
  return (
    <a href={href} onClick={onClick}>
      {children}
    </a>
  )
}

/** The first of these paths at which there is a file for this person. */
function useFindFile() {
  const { organization } = useSession()
  const client = useQueryClient()
  return async (paths: readonly string[]): Promise<string | null> => {
    for (const path of paths) {
      const listing = await client.fetchQuery(folderQuery(organization, folderOf(path)))
      if (listing?.files.some((entry) => entry.path === path && entry.type === 'file')) return path
    }
    return null
  }
}
