import { and, desc, eq } from 'drizzle-orm'
import type { EntryPoint, SaveEntryPoint } from '#contracts/webchat-settings.ts'
import type { Context } from '#platform/context.ts'
import { paginate } from '#platform/db/paginate.ts'
import { AppError } from '#platform/error.ts'
import { fieldError } from '#platform/http/errors.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { callRightsChanged } from '../../replies/events.ts'
import { findTeammateInOrganization } from '../../teammates/access.ts'
import { aiEmployees, type TeammateRow } from '../../teammates/table.ts'
import { entryPointCreated, entryPointDeleted, entryPointUpdated } from '../audit-actions.ts'
import { type EntryPointRow, type WebchatSettingsRow, webchatEntryPoints } from '../table.ts'
import { readRules } from './read-rules.ts'
import { snippetsOf } from './snippets.ts'

type Found = { entry_point: EntryPointRow; teammate: Pick<TeammateRow, 'id' | 'name'> }

const ofOrganization = ({ organization }: Pick<OrgContext, 'organization'>) =>
  eq(webchatEntryPoints.organization_id, organization.id)

const present = (ctx: OrgContext, rules: WebchatSettingsRow | null, { entry_point, teammate }: Found): EntryPoint => ({
  id: entry_point.id,
  organization_id: entry_point.organization_id,
  name: entry_point.name,
  employee_id: entry_point.employee_id,
  ai_employee: { id: teammate.id, name: teammate.name },
  multi_conversations: entry_point.multi_conversations,
  snippets: snippetsOf(ctx, rules, entry_point.id),
  on_site_since: entry_point.on_site_since?.toISOString() ?? null,
  created_at: entry_point.created_at.toISOString(),
})

export async function listEntryPoints(ctx: OrgContext, page: { page: number; limit: number }) {
  const listed = ctx.db
    .select({ entry_point: webchatEntryPoints, teammate: { id: aiEmployees.id, name: aiEmployees.name } })
    .from(webchatEntryPoints)
    .innerJoin(aiEmployees, eq(aiEmployees.id, webchatEntryPoints.employee_id))
    .where(ofOrganization(ctx))
    .orderBy(desc(webchatEntryPoints.id))
    .$dynamic()
  const found = await paginate(ctx.db, listed, page)
  const rules = await readRules(ctx)
  return { ...found, data: found.data.map((row) => present(ctx, rules, row)) }
}

async function findOne(ctx: OrgContext, id: string): Promise<Found> {
  const [found] = await ctx.db
    .select({ entry_point: webchatEntryPoints, teammate: { id: aiEmployees.id, name: aiEmployees.name } })
    .from(webchatEntryPoints)
    .innerJoin(aiEmployees, eq(aiEmployees.id, webchatEntryPoints.employee_id))
    .where(and(ofOrganization(ctx), eq(webchatEntryPoints.id, id)))
  if (!found) throw new AppError('not_found', 'Entry point not found')
  return found
}

export async function showEntryPoint(ctx: OrgContext, id: string): Promise<EntryPoint> {
  return present(ctx, await readRules(ctx), await findOne(ctx, id))
}

export function createEntryPoint(ctx: OrgContext, input: SaveEntryPoint): Promise<EntryPoint> {
  return ctx.transaction(async (ctx) => {
    const teammate = await answeringTeammate(ctx, input.employee_id)
    const values = { ...input, organization_id: ctx.organization.id }
    const [entry_point] = await ctx.db.insert(webchatEntryPoints).values(values).returning()
    if (!entry_point) throw new Error('The entry point was not written')
    await recordAuditAction(ctx, entryPointCreated, entry_point, { after: input })
    return present(ctx, await readRules(ctx), { entry_point, teammate })
  })
}

export function updateEntryPoint(ctx: OrgContext, id: string, input: SaveEntryPoint): Promise<EntryPoint> {
  return ctx.transaction(async (ctx) => {
    const { entry_point: before } = await findOne(ctx, id)
    const teammate = await answeringTeammate(ctx, input.employee_id)
    const [entry_point] = await ctx.db
      .update(webchatEntryPoints)
      .set(input)
      .where(and(ofOrganization(ctx), eq(webchatEntryPoints.id, id)))
      .returning()
    if (!entry_point) throw new AppError('not_found', 'Entry point not found')
    const { name, employee_id, multi_conversations } = before
    const change = { before: { name, employee_id, multi_conversations }, after: input }
    await recordAuditAction(ctx, entryPointUpdated, entry_point, change)
    return present(ctx, await readRules(ctx), { entry_point, teammate })
  })
}

export function deleteEntryPoint(ctx: OrgContext, id: string): Promise<void> {
  return ctx.transaction(async (ctx) => {
    const [row] = await ctx.db
      .delete(webchatEntryPoints)
      .where(and(ofOrganization(ctx), eq(webchatEntryPoints.id, id)))
      .returning()
    if (!row) throw new AppError('not_found', 'Entry point not found')
    await recordAuditAction(ctx, entryPointDeleted, row, {})
    await ctx.emit(callRightsChanged, {})
  })
}

const recordAuditAction = (
  ctx: Context,
  action: typeof entryPointCreated,
  { id, name }: EntryPointRow,
  change: { before?: object; after?: object },
): Promise<void> => ctx.record(action, { subject: { type: 'webchat_entry_point', id, name }, ...change })

/** Any regular teammate of the organization; a personal assistant answers its owner alone. */
async function answeringTeammate(ctx: OrgContext, employee_id: string): Promise<TeammateRow> {
  return findTeammateInOrganization(ctx, employee_id).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error
    throw fieldError('employee_id', 'There is no such teammate', 'NO_SUCH_TEAMMATE')
  })
}
