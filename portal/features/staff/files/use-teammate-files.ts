import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as teammateFilePaths from '#contracts/paths/teammate-files.ts'
import type { TeammateFile } from '#contracts/teammate-files.ts'
import type { Teammate } from '#contracts/teammates.ts'
import { call } from '../../../lib/api.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { setFromResponse } from '../../../lib/query-cache.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { sentenceOf } from '../../../lib/refusal.ts'
import { saveJson } from '../../../lib/save-json.ts'
import { useSession } from '../../../lib/session.ts'
import { showToast } from '../../../ui/toast.tsx'
import { teammateFileMessages } from './messages.ts'

/** Many workflows and files are written at once. */
const TIMEOUT_MS = 300_000

/** Takes what was exported; the server says what is wrong with anything else. */
export function useImportTeammate() {
  const { organization } = useSession()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: TeammateFile) =>
      call(
        teammateFilePaths.importTeammate,
        { params: { organization_id: organization.id }, body },
        { timeoutMs: TIMEOUT_MS, creates: true },
      ),
    onSuccess: ({ teammate }) => {
      setFromResponse(client, queryKeys.teammate(organization.id, teammate.id), teammate)
      client.invalidateQueries({ queryKey: queryKeys.teammates(organization.id), exact: true })
    },
  })
}

/** Saves a teammate as a file of the person's. */
export function useExportTeammate() {
  const words = useMessages(teammateFileMessages)
  const { organization } = useSession()
  return useMutation({
    mutationFn: ({ id }: Pick<Teammate, 'id'>) =>
      call(teammateFilePaths.exportTeammate, { params: { organization_id: organization.id, employee_id: id } }),
    onSuccess: (file) => saveJson(file.teammate.name, file),
    onError: (error) => showToast(sentenceOf(error, words.exportFailed)),
  })
}
