import { eq } from 'drizzle-orm'
import { randomToken } from '#platform/cipher.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { type WebchatSettingsRow, webchatSettings } from '../table.ts'

/** What the organization has set; null until it has. */
export async function readRules({ db, organization }: OrgContext): Promise<WebchatSettingsRow | null> {
  const [row] = await db.select().from(webchatSettings).where(eq(webchatSettings.organization_id, organization.id))
  return row ?? null
}

export const newSecret = (ctx: OrgContext) => ({ identity_secret_sealed: ctx.ports.cipher.encrypt(randomToken()) })

/** Locks the organization's row; creates it with the defaults and a new secret if it is missing. */
export async function lockRules(ctx: OrgContext): Promise<WebchatSettingsRow> {
  const values = { organization_id: ctx.organization.id, ...newSecret(ctx) }
  await ctx.db.insert(webchatSettings).values(values).onConflictDoNothing()
  const [row] = await ctx.db
    .select()
    .from(webchatSettings)
    .where(eq(webchatSettings.organization_id, ctx.organization.id))
    .for('update')
  if (!row) throw new Error('The settings were not written')
  return row
}

/** Changes the row that the caller has locked. */
export async function changeRules(
  ctx: OrgContext,
  changes: Partial<Omit<WebchatSettingsRow, 'organization_id'>>,
): Promise<WebchatSettingsRow> {
  const [row] = await ctx.db
    .update(webchatSettings)
    .set(changes)
    .where(eq(webchatSettings.organization_id, ctx.organization.id))
    .returning()
  if (!row) throw new Error('The settings are gone')
  return row
}
