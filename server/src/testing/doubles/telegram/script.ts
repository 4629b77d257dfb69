/** What a test has the next calls answered with, in place of what they would be. */

import { ApiRefusal } from './bots.ts'

/**
 * An error instead of what was asked for; or what was asked for is done, and then the connection is closed (`drop`), no
 * answer comes (`hang`), or one that says nothing (`garbage`).
 */
export type Scripted =
  | { status: number; description?: string; retry_after?: number; migrate_to_chat_id?: number }
  | 'drop'
  | 'hang'
  | 'garbage'

const DESCRIPTIONS: Record<number, string> = {
  400: "Bad Request: can't parse entities: unexpected end tag at byte offset 7",
  401: 'Unauthorized',
  403: 'Forbidden: bot was blocked by the user',
  404: 'Not Found',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
}

export function refusalOf({ status, description, retry_after, migrate_to_chat_id }: Exclude<Scripted, string>) {
  const limited = status === 429 ? { retry_after: retry_after ?? 1 } : {}
  const upgraded = 'Bad Request: group chat was upgraded to a supergroup chat'
  const said =
    description ??
    (status === 429 ? `Too Many Requests: retry after ${limited.retry_after}` : undefined) ??
    (migrate_to_chat_id ? upgraded : DESCRIPTIONS[status]) ??
    'Error'
  const parameters = { ...limited, ...(migrate_to_chat_id && { migrate_to_chat_id }) }
  return new ApiRefusal(status, said, Object.keys(parameters).length > 0 ? parameters : undefined)
}
