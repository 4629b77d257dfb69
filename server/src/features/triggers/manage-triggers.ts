import { randomBytes } from 'node:crypto'
import { and, count, eq, sql } from 'drizzle-orm'
import type { CreateTrigger, Trigger, UpdateTrigger } from '#contracts/triggers.ts'
import { violates } from '#platform/db/violates.ts'
import { AppError } from '#platform/error.ts'
import { validationError } from '#platform/http/errors.ts'
import type { OrgContext } from '../organizations/context.ts'
import { findWorkflow } from '../workflows/access.ts'
import { isOf, lastRunsOf, noSuchTrigger } from './access.ts'
import { subjectOf, triggerCreated, triggerDeleted, triggerUpdated } from './audit-actions.ts'
import { checkCron, nextTime } from './cron.ts'
import { presentTrigger } from './present.ts'
import { type TriggerRow, triggerEvents, workflowTriggers } from './table.ts'

const MAX_TRIGGERS = 20

const PUBLIC_FIELDS = ['debounce_seconds', 'protection', 'rotate_secret'] as const
const SCHEDULE_FIELDS = ['cron', 'overlap'] as const

const newSecret = () => `trg_${randomBytes(24).toString('base64url')}`

export async function createTrigger(ctx: OrgContext, workflow_id: string, given: CreateTrigger): Promise<Trigger> {
  const now = ctx.now()
  if (given.type === 'schedule') checkCron(given.cron, now)
  const secret = given.type === 'public' && given.protection !== 'none' ? newSecret() : null
  try {
    return await ctx.transaction(async (ctx) => {
      const workflow = await findWorkflow(ctx, workflow_id)
      await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`triggers:${workflow_id}`}, 0))`)
      const [has] = await ctx.db.select({ triggers: count() }).from(workflowTriggers).where(isOf(ctx, workflow_id))
      if (has && has.triggers >= MAX_TRIGGERS) {
        const code = 'TOO_MANY_TRIGGERS'
        throw new AppError('conflict', `A workflow has ${MAX_TRIGGERS} triggers at most`, { code })
      }
      const [row] = await ctx.db
        .insert(workflowTriggers)
        .values({
          organization_id: ctx.organization.id,
          workflow_id,
          ...given,
          secret_sealed: secret && ctx.ports.cipher.encrypt(secret),
          next_at: given.type === 'schedule' && given.is_enabled ? nextTime(given.cron, now) : null,
          created_at: now,
          updated_at: now,
        })
        .returning()
      if (!row) throw new Error('The trigger was not written')
      await ctx.record(triggerCreated, { subject: subjectOf(workflow), after: auditedTrigger(row) })
      return presentTrigger(ctx, row, { secret })
    })
  } catch (error) {
    if (!violates(error, 'a_workflow_has_one_public_trigger')) throw error
    throw new AppError('conflict', 'The workflow has a public trigger already', { code: 'TRIGGER_EXISTS' })
  }
}

export function updateTrigger(
  ctx: OrgContext,
  workflow_id: string,
  id: string,
  { rotate_secret, ...given }: UpdateTrigger,
): Promise<Trigger> {
  return ctx.transaction(async (ctx) => {
    const workflow = await findWorkflow(ctx, workflow_id)
    const [before] = await ctx.db
      .select()
      .from(workflowTriggers)
      .where(and(isOf(ctx, workflow_id), eq(workflowTriggers.id, id)))
      .for('no key update')
    if (!before) throw noSuchTrigger()
    refuseForeignFields(before.type, { ...given, ...(rotate_secret && { rotate_secret }) })
    const now = ctx.now()
    if (given.cron !== undefined) checkCron(given.cron, now)
    const after = { ...before, ...given }
    const needsSecret = after.protection !== 'none' && (before.secret_sealed === null || rotate_secret === true)
    const secret = needsSecret ? newSecret() : null
    const [row] = await ctx.db
      .update(workflowTriggers)
      .set({
        ...given,
        ...(secret && { secret_sealed: ctx.ports.cipher.encrypt(secret) }),
        ...(after.protection === 'none' && { secret_sealed: null }),
        next_at: after.type === 'schedule' && after.is_enabled && after.cron ? nextTime(after.cron, now) : null,
        last_problem: null,
        updated_at: now,
      })
      .where(eq(workflowTriggers.id, id))
      .returning()
    if (!row) throw noSuchTrigger()
    await ctx.record(triggerUpdated, {
      subject: subjectOf(workflow),
      before: auditedTrigger(before),
      after: auditedTrigger(row),
    })
    const last_run_at = (await lastRunsOf(ctx, [id])).get(id) ?? null
    return presentTrigger(ctx, row, { secret, last_run_at })
  })
}

export function deleteTrigger(ctx: OrgContext, workflow_id: string, id: string): Promise<void> {
  return ctx.transaction(async (ctx) => {
    const workflow = await findWorkflow(ctx, workflow_id)
    const [row] = await ctx.db
      .delete(workflowTriggers)
      .where(and(isOf(ctx, workflow_id), eq(workflowTriggers.id, id)))
      .returning()
    if (!row) throw noSuchTrigger()
    await ctx.db.delete(triggerEvents).where(eq(triggerEvents.trigger_id, id))
    await ctx.record(triggerDeleted, { subject: subjectOf(workflow), before: auditedTrigger(row) })
  })
}

function refuseForeignFields(type: TriggerRow['type'], given: object): void {
  const foreign: readonly string[] = type === 'public' ? SCHEDULE_FIELDS : PUBLIC_FIELDS
  const found = Object.keys(given).filter((field) => foreign.includes(field))
  if (found.length === 0) return
  throw validationError(found.map((path) => ({ path, message: `A trigger of type ${type} has no such field` })))
}

const auditedTrigger = ({ type, is_enabled, debounce_seconds, protection, cron, overlap }: TriggerRow) =>
  type === 'public' ? { type, is_enabled, debounce_seconds, protection } : { type, is_enabled, cron, overlap }
