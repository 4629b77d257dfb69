import { and, asc, eq, type SQL } from 'drizzle-orm'
import type { Label } from '#contracts/labels.ts'
import { type Page, paginate } from '#platform/db/paginate.ts'
import { AppError } from '#platform/error.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { type LabelRow, labels } from './table.ts'

export const presentLabel = ({
  id,
  organization_id,
  name,
  color,
}: Omit<LabelRow, 'name_key' | 'created_at'>): Label => ({
  id,
  organization_id,
  name,
  color,
})

/** Names that differ in nothing but case are one name. */
export const keyOf = (name: string): string => name.normalize('NFKC').toLowerCase()

export const isLabelOf = ({ organization }: OrgContext, id: string): SQL | undefined =>
  and(eq(labels.organization_id, organization.id), eq(labels.id, id))

export const noSuchLabel = () => new AppError('not_found', 'Label not found')

export const labelExists = (name: string) =>
  new AppError('conflict', `There is already a label named "${name}"`, { code: 'LABEL_EXISTS' })

export async function listLabels(ctx: OrgContext, page: { page: number; limit: number }): Promise<Page<Label>> {
  const listed = ctx.db
    .select()
    .from(labels)
    .where(eq(labels.organization_id, ctx.organization.id))
    .orderBy(asc(labels.name_key))
    .$dynamic()
  const found = await paginate(ctx.db, listed, page)
  return { ...found, data: found.data.map(presentLabel) }
}
