import type { Context } from '#platform/context.ts'
import { findByPublicKey } from './access.ts'

/** Pages that may embed the widget of a key: null if the key does not exist, empty if any page may. */
export async function frameAncestors(ctx: Context, api_key: string): Promise<string[] | null> {
  const site = await findByPublicKey(ctx, api_key)
  return site && (site.rules?.allowed_origins ?? [])
}
