import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Folder } from 'lucide-react'
import { mimeTypeOf } from '#contracts/file-types.ts'
import * as storagePaths from '#contracts/paths/storage.ts'
import { call } from '../../../lib/api.ts'
import { folderOf } from '../../../lib/folder-query.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { useSession } from '../../../lib/session.ts'
import { useSettled } from '../../../lib/use-settled.ts'
import { FileIcon } from '../../page-parts/file-icon.tsx'
import { useTeammates } from '../../teammates/use-teammates.ts'
import type { Command } from './command.ts'
import { paletteMessages } from './messages.ts'

const minSearchLength = 2
const maxFound = 8

/** Files and folders in whose names the text occurs. */
export function useFileCommands(wanted: string): Command[] {
  const words = useMessages(paletteMessages)
  const { organization } = useSession()
  const navigate = useNavigate()
  const text = useSettled(wanted.trim())
  const { data: teammates } = useTeammates()
  // One's own assistant knows the whole tree, and finds in it what its owner looks for.
  const assistant = teammates?.find(({ is_personal_assistant }) => is_personal_assistant)?.id
  const { data } = useQuery({
    queryKey: [...queryKeys.storageSearch(organization.id, '/', text), 'palette'],
    queryFn: ({ signal }) =>
      call(
        storagePaths.searchEntries,
        {
          params: { organization_id: organization.id, employee_id: assistant ?? '' },
          query: { q: text, limit: maxFound },
        },
        { signal },
      ),
    enabled: text.length >= minSearchLength && assistant !== undefined,
    retry: false,
  })
  if (text.length < minSearchLength) return []
  return (data?.entries ?? []).map(({ path: shown, name, type }) => {
    const path = shown.replace(/^\//, '')
    return {
      id: `file-${path}`,
      group: words.groups.files,
      label: name,
      isFound: true,
      icon: type === 'folder' ? <Folder aria-hidden /> : <FileIcon type={mimeTypeOf(name)} />,
      note: folderOf(path) === '/' ? undefined : folderOf(path),
      run: () => navigate({ to: '/storage', search: type === 'folder' ? { path } : { file: path } }),
    }
  })
}
