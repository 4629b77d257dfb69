import { isUnauthorized } from '../../connectors/remote-tools.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { type AccountRef, findToken, mustReconnect } from './refresh-tokens.ts'

/** Works with the account's token, and once more with a renewed one where a server did not take it. */
export async function withToken<T>(ctx: OrgContext, of: AccountRef, work: (token: string) => Promise<T>): Promise<T> {
  const found = await findToken(ctx, of)
  if (found.row.status === 'invalid') throw mustReconnect(of.service)
  try {
    return await work(found.access_token)
  } catch (error) {
    if (!isUnauthorized(error)) throw error
    const renewed = await findToken(ctx, of, found.access_token)
    return await work(renewed.access_token)
  }
}
