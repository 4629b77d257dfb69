import type { IdentityProvider } from '#contracts/parties.ts'
import { AppError } from '#platform/error.ts'
import type { TeammateContext } from '../../teammates/context.ts'
import { findIntegration, noSuchAccount } from '../access.ts'
import type { IntegrationRow } from '../table.ts'
import { providerOf } from './provider.ts'
import { readAccount } from './provider-requests.ts'
import { findToken, setStatus } from './refresh-tokens.ts'

type Found = { row: IntegrationRow; status: IntegrationRow['status']; account?: string | null }

/** Tries an account at its provider. One that cannot be reached says nothing: whether the account is valid is unknown then. */
export async function validateAccount(ctx: TeammateContext, service: IdentityProvider): Promise<IntegrationRow> {
  const { teammate } = ctx
  const before = await findIntegration(ctx, teammate, service)
  if (!before) throw noSuchAccount()
  const { row, ...found } = await tryAccount(ctx, service, before)
  await setStatus(ctx, { teammate, service }, row, found)
  const after = await findIntegration(ctx, teammate, service)
  if (!after) throw noSuchAccount()
  return after
}

async function tryAccount(ctx: TeammateContext, service: IdentityProvider, before: IntegrationRow): Promise<Found> {
  const provider = providerOf(ctx.ports.config, service)
  let refused: string | undefined
  for (;;) {
    const found = await findToken(ctx, { teammate: ctx.teammate, service }, refused).catch(toAppError)
    if (found instanceof AppError) return { row: before, status: found.kind === 'unavailable' ? 'unknown' : 'invalid' }
    const { row, access_token } = found
    const profile = await readAccount(ctx, provider, access_token)
    if (profile.outcome === 'granted') return { row, status: 'valid', account: profile.value ?? row.account }
    if (profile.outcome === 'passing') return { row, status: 'unknown' }
    // A token that was taken back before its end is renewed once.
    if (refused !== undefined) return { row, status: 'invalid' }
    refused = access_token
  }
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  throw error
}
