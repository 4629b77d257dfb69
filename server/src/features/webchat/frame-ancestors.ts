import type { Context } from '#platform/context.ts'
import { findByPublicKey } from './access.ts'

/** Which pages may hold the frames of a key's widget: null where the key is nobody's, none named where any may. */
export async function frameAncestors(ctx: Context, api_key: string): Promise<string[] | null> {
  const site = await findByPublicKey(ctx, api_key)
  return site && (site.rules?.allowed_origins ?? [])
}
