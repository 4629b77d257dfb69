import { and, eq, not, sql } from 'drizzle-orm'
import { defineSharedRead } from '#platform/db/shared-read.ts'
import { aiModels, type ModelRow, platformSettings } from '../catalog/table.ts'
import type { OrgContext } from '../organizations/context.ts'
import { connectPlan } from './plan/connect-plan.ts'
import { type Connected, canConnect, connectVendor } from './providers/connect-vendor.ts'
import { type VendorCredentialRow, vendorCredentials } from './table.ts'

/** `instead_of`: the model that was chosen, where this is another one. */
export type Candidate = Connected & { model: ModelRow; instead_of: { name: string; is_connected: boolean } | null }

type Listed = { model: ModelRow; credential: VendorCredentialRow | null }

/**
 * The wanted model and the two fallbacks of the platform, each with the credential of its vendor, in one round trip.
 */
const candidates = defineSharedRead((db) =>
  db
    .select({
      model: aiModels,
      credential: vendorCredentials,
      fallback_model_1: platformSettings.fallback_model_1,
      fallback_model_2: platformSettings.fallback_model_2,
    })
    .from(aiModels)
    .leftJoin(platformSettings, sql`true`)
    .leftJoin(
      vendorCredentials,
      and(
        eq(vendorCredentials.organization_id, sql.placeholder('organization_id')),
        eq(vendorCredentials.provider, aiModels.provider),
      ),
    )
    .where(
      and(
        sql`${aiModels.id} in (${sql.placeholder('first')}::bigint, ${platformSettings.fallback_model_1}, ${platformSettings.fallback_model_2})`,
        not(aiModels.is_realtime),
        not(aiModels.is_tts),
        not(aiModels.is_stt),
      ),
    )
    .prepare('resolve_models'),
)

/**
 * The models that may answer, in the order in which they are tried: the teammate's own or else the organization's
 * default, then the system fallbacks. A model without a key is left out.
 */
export async function resolveModels(ctx: OrgContext, own_model_id: number | null): Promise<Candidate[]> {
  const { id: organization_id, ai_default_model } = ctx.organization
  const first = own_model_id ?? ai_default_model
  const rows = await candidates(ctx.db, { organization_id, first })
  const [settings] = rows
  const order = new Set([first, settings?.fallback_model_1, settings?.fallback_model_2])
  const listed = [...order].flatMap((id) => rows.find(({ model }) => model.id === id) ?? [])
  const [chosen] = listed
  return listed.flatMap(({ model, credential }) => {
    const connected = connectModel(ctx, model, credential)
    return connected ? { model, ...connected, instead_of: model === chosen?.model ? null : insteadOf(ctx, chosen) } : []
  })
}

/** The connection to a model's vendor; null without a key. */
export function connectModel(
  ctx: OrgContext,
  { provider }: ModelRow,
  credential: VendorCredentialRow | null,
): Connected | null {
  return provider === 'vendor_6' ? connectPlan(ctx, credential) : connectVendor(ctx, provider, credential)
}

function insteadOf(ctx: OrgContext, chosen: Listed | undefined): Candidate['instead_of'] {
  if (!chosen) return null
  const { model, credential } = chosen
  return { name: model.name, is_connected: canConnect(ctx, model.provider, credential) }
}
