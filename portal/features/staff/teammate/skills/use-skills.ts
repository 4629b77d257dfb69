import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import * as skillPaths from '#contracts/paths/skills.ts'
import * as storagePaths from '#contracts/paths/storage.ts'
import { newSkillText, SKILL_FILE } from '#contracts/skill-names.ts'
import type { StorageEntryEvent } from '#contracts/storage.ts'
import { joinPath, namesOf } from '#contracts/storage-names.ts'
import type { Teammate } from '#contracts/teammates.ts'
import { call } from '../../../../lib/api.ts'
import { setFromResponse } from '../../../../lib/query-cache.ts'
import { queryKeys } from '../../../../lib/query-keys.ts'
import { useServerEvent } from '../../../../lib/realtime.ts'
import { useSession } from '../../../../lib/session.ts'

const PAUSE_MS = 400

const paramsOf = (organization: { id: string }, teammate: Pick<Teammate, 'id'>) => ({
  organization_id: organization.id,
  employee_id: teammate.id,
})

/** The folder of a teammate's skills and what lies in it; others write skills and move folders too. */
export function useSkills(teammate: Teammate) {
  const { organization } = useSession()
  const client = useQueryClient()
  const queryKey = queryKeys.skillsOfTeammate(organization.id, teammate.id)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const readAgain = () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      client.invalidateQueries({ queryKey })
    }, PAUSE_MS)
  }
  const onStorageEvent = ({ type, name }: StorageEntryEvent) => {
    if (type === 'folder' || name === SKILL_FILE) readAgain()
  }
  useServerEvent('storage_file.created', onStorageEvent)
  useServerEvent('storage_file.updated', onStorageEvent)
  useServerEvent('storage_file.copied', onStorageEvent)
  useServerEvent('storage_file.deleted', onStorageEvent)
  // A file that is renamed may have been a skill's.
  useServerEvent('storage_file.renamed', readAgain)
  useServerEvent('storage_file.moved', readAgain)
  useServerEvent('ai_employee.updated', ({ id }) => {
    if (id === teammate.id) readAgain()
  })
  useServerEvent('ready', readAgain)
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => call(skillPaths.showSkills, { params: paramsOf(organization, teammate) }, { signal }),
    // Skills are written on another page, and what happens there is not heard here.
    staleTime: 0,
  })
}

type Choice = { skills_path: string | null; share?: boolean }

/** Another folder, or (null) none; shared with the teammate first where it is not yet. */
export function useChooseFolder(teammate: Teammate) {
  const { organization } = useSession()
  const client = useQueryClient()
  const params = paramsOf(organization, teammate)
  return useMutation({
    mutationFn: async ({ skills_path, share = false }: Choice) => {
      if (share && skills_path !== null)
        await call(storagePaths.shareFolder, {
          params: { organization_id: organization.id },
          body: { path: skills_path, employee_id: teammate.id, permission: 'read' },
        })
      return await call(skillPaths.setSkillsFolder, { params, body: { skills_path } })
    },
    onSuccess: (skills) => {
      setFromResponse(client, queryKeys.skillsOfTeammate(organization.id, teammate.id), skills)
      client.invalidateQueries({ queryKey: queryKeys.versions(organization.id, teammate.id) })
      client.invalidateQueries({ queryKey: queryKeys.access(organization.id) })
      client.invalidateQueries({ queryKey: queryKeys.shares(organization.id) })
    },
  })
}

type NewSkill = { folder: string; name: string; description: string }

/** A folder with a text to be written on; the path of the text. */
export function useCreateSkill() {
  const { organization } = useSession()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ folder, name, description }: NewSkill) =>
      call(
        storagePaths.createContent,
        {
          params: { organization_id: organization.id },
          body: { path: joinPath([...namesOf(folder), name, SKILL_FILE]), content: newSkillText(name, description) },
        },
        { creates: true },
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.folders(organization.id) }),
  })
}
