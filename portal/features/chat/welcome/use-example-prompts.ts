import { useQuery } from '@tanstack/react-query'
import * as storagePaths from '#contracts/paths/storage.ts'
import { nameOfTool } from '#contracts/teammate-tools.ts'
import type { Teammate } from '#contracts/teammates.ts'
import { call } from '../../../lib/api.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { useSession } from '../../../lib/session.ts'
import { teammateAccessQuery } from '../../storage/sharing/use-teammate-access.ts'
import { examplePrompts } from './example-prompts.ts'
import { welcomeMessages } from './messages.ts'

const filesLookedAt = 20

/** Examples for a teammate by its tools and files; null while the files are looked for. */
export function useExamplePrompts({ id, tools: own, is_system }: Teammate): string[] | null {
  const { prompts } = useMessages(welcomeMessages)
  const { organization } = useSession()
  const tools = own.map(nameOfTool)
  const usesFiles = tools.some((name) => name.startsWith('storage.'))
  const found = useQuery({
    queryKey: [...queryKeys.filesOfTeammate(organization.id, id, ''), 'examples'],
    queryFn: ({ signal }) => {
      const params = { organization_id: organization.id, employee_id: id }
      return call(storagePaths.searchEntries, { params, query: { limit: filesLookedAt } }, { signal })
    },
    enabled: usesFiles,
  })
  const access = useQuery({
    ...teammateAccessQuery(organization, id),
    enabled: tools.includes('storage.write_file') && !is_system,
  })
  if (found.isLoading || access.isLoading) return null
  // Paths are absolute here.
  const of = (wanted: 'file' | 'folder') =>
    (found.data?.entries ?? []).filter(({ type }) => type === wanted).map(({ path }) => path.slice(1))
  const folders = is_system
    ? of('folder')
    : (access.data?.folders ?? []).filter(({ permission }) => permission === 'write').map(({ path }) => path)
  const [writable = null] = folders.toSorted((a, b) => depthOf(a) - depthOf(b))
  return examplePrompts({ tools, files: of('file'), writable }, prompts)
}

const depthOf = (path: string): number => path.split('/').length
