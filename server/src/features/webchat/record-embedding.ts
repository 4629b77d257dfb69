import type { IncomingHttpHeaders } from 'node:http'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Context } from '#platform/context.ts'
import { organizations } from '../organizations/table.ts'
import { isOwnOrigin } from './is-own-origin.ts'
import { webchatEntryPoints } from './table.ts'

type Frame = {
  api_key: string
  event_id: unknown
  own_host: string
  /** Pages that may hold the frame; empty lets every page. */
  ancestors: readonly string[]
  headers: IncomingHttpHeaders
}

/** Records when an entry point's widget was first loaded by a page of another site; our demo page does not count. */
export async function recordEmbedding(ctx: Context, { event_id, ...frame }: Frame): Promise<void> {
  const id = z.uuid().safeParse(event_id)
  if (!id.success || !isOnOtherSite(ctx, frame)) return
  const update = sql`
    update ${webchatEntryPoints} set on_site_since = ${ctx.now().toISOString()}
    where id = ${id.data} and on_site_since is null and organization_id =
      (select ${organizations.id} from ${organizations} where ${organizations.public_api_key} = ${frame.api_key})`
  // Visitors get the widget all the same while nothing can be written.
  await ctx.db.execute(update).catch((error: unknown) => {
    ctx.log.warn({ err: error }, 'the first page with a widget could not be recorded')
  })
}

/** A page may send no referrer; the browser still says whether its origin is another. */
function isOnOtherSite(ctx: Context, { own_host, ancestors, headers }: Omit<Frame, 'event_id'>): boolean {
  const origin = URL.parse(headers.referer ?? '')?.origin
  if (origin === undefined)
    return ancestors.length === 0 && /^(cross|same)-site$/.test(String(headers['sec-fetch-site']))
  return !isOwnOrigin(ctx.ports.config, own_host, origin) && (ancestors.length === 0 || ancestors.includes(origin))
}
