import { and, eq, not, sql } from 'drizzle-orm'
import { definePrepared } from '#platform/db/prepared.ts'
import { aiModels, type ModelRow, platformSettings } from '../catalog/table.ts'
import type { OrgContext } from '../organizations/context.ts'
import { type Connected, connectVendor } from './connect-vendor.ts'
import { vendorCredentials } from './table.ts'

export type Candidate = Connected & { model: ModelRow }

const candidates = definePrepared((db) =>
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
 * default, then the system fallbacks. A model that nobody has a key for is left out.
 */
export async function resolveModels(ctx: OrgContext, own_model_id: number | null): Promise<Candidate[]> {
  const { id: organization_id, ai_default_model } = ctx.organization
  const first = own_model_id ?? ai_default_model
  const rows = await candidates(ctx.db).execute({ organization_id, first })
  const [settings] = rows
  const order = new Set([first, settings?.fallback_model_1, settings?.fallback_model_2])
  return [...order].flatMap((id) => {
    const found = rows.find(({ model }) => model.id === id)
    const connected = found && connectVendor(ctx, found.model.provider, found.credential)
    return connected ? { model: found.model, ...connected } : []
  })
}
