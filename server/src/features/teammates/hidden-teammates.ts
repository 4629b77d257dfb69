import type { TeammateRow } from './table.ts'

/** Enough for what was deleted while answers that began before may still grow; the oldest are forgotten first. */
const MOST = 10_000

/** Teammates that were deleted while this process runs, and when. */
const hidden = new Map<string, Date>()

export function hideTeammates(ids: string[], at: Date): void {
  for (const id of ids) {
    hidden.delete(id)
    hidden.set(id, at)
  }
  for (const id of hidden.keys()) {
    if (hidden.size <= MOST) return
    hidden.delete(id)
  }
}

export function showTeammates(ids: string[]): void {
  for (const id of ids) hidden.delete(id)
}

/**
 * Whether the teammate was deleted after its row was read, asked without a query for everything that is pushed. A row that
 * was written later was read after a restore.
 */
export function isHidden({
  id,
  deleted_at,
  updated_at,
}: Pick<TeammateRow, 'id' | 'deleted_at' | 'updated_at'>): boolean {
  const at = hidden.get(id)
  return deleted_at !== null || (at !== undefined && updated_at <= at)
}
