import { ApiError } from '#contracts/client.ts'
import * as storagePaths from '#contracts/paths/storage.ts'
import type { SavedContent } from '#contracts/storage.ts'
import { joinPath, namesOf } from '#contracts/storage-names.ts'
import { call } from '../../../lib/api.ts'

const maxTries = 100

/** `report (2).md` beside `report.md`, or the first number that is free. */
export async function saveBeside(organization: { id: string }, path: string, content: string): Promise<SavedContent> {
  for (let number = 2; ; number++) {
    try {
      return await call(
        storagePaths.createContent,
        {
          params: { organization_id: organization.id },
          body: { path: numbered(path, number), content },
        },
        { creates: true },
      )
    } catch (error) {
      const isTaken = error instanceof ApiError && error.code === 'STORAGE_PATH_CONFLICT'
      if (!isTaken || number === maxTries) throw error
    }
  }
}

export function numbered(path: string, number: number): string {
  const names = namesOf(path)
  const name = names.at(-1) ?? ''
  const [, stem = name, extension = ''] = /^(.+?)(\.[^.]*)?$/.exec(name) ?? []
  return joinPath([...names.slice(0, -1), `${stem} (${number})${extension}`])
}
