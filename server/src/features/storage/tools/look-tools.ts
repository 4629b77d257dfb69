import { z } from 'zod'
import type { OrgContext } from '../../organizations/context.ts'
import { type Actor, permissionAt, requireEntry, searchRoots } from '../access.ts'
import { asFolder } from '../find-entry.ts'
import { describeEntry, listSome } from '../list-folder.ts'
import { type Listed, presentEntry } from '../present.ts'
import { countFrom, entryPath, storageTool, topPath } from '../storage-tool.ts'

const LISTED = 100

const list = storageTool('list', {
  is_read_only: true,
  description:
    'Lists what lies directly in a folder of the storage, folders first. Without a path it begins at the top: with the folders that you were given.',
  input: z.object({
    path: topPath('The folder'),
    offset: countFrom(0),
    limit: z.int().min(1).max(500).default(LISTED),
  }),
  async call({ ctx, teammate }, { path, offset, limit }) {
    const { total, entries } = await entriesAt(ctx, teammate, path, { offset, limit })
    const next = offset + entries.length
    return {
      path,
      total,
      entries: entries.map(brief),
      ...(next < total && { more: `${total - next} more follow; go on with offset ${next}.` }),
    }
  },
})

type Some = Awaited<ReturnType<typeof listSome>>

/** What lies in a folder; above what a teammate was given, those folders with their whole paths. */
async function entriesAt(
  ctx: OrgContext,
  actor: Actor,
  path: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<Some> {
  const places = await searchRoots(ctx, actor, path)
  const place = places.find((place) => place.path === path)
  if (place) return listSome(ctx, asFolder(place), { offset, limit })
  const shown = places.slice(offset, offset + limit)
  const entries = await Promise.all(shown.map(({ entry, path }) => describeEntry(ctx, entry, path)))
  return { total: places.length, entries }
}

const brief = ({ path, type, size, modified_at }: Listed) =>
  type === 'folder' ? { path, type } : { path, type, size, modified_at: modified_at.toISOString() }

const statFile = storageTool('stat_file', {
  is_read_only: true,
  description:
    'Tells what is known of a file or folder without reading it: size, type, times, whether its text is indexed, and whether you may write there.',
  input: z.object({ path: entryPath }),
  async call({ ctx, teammate }, { path }) {
    const place = await requireEntry(ctx, teammate, path, 'read')
    const access = await permissionAt(ctx, teammate, place)
    const entry = presentEntry(await describeEntry(ctx, place.entry, place.path))
    return { ...entry, permission: access?.permission }
  },
})

export const tools = [list, statFile]
