import { z } from 'zod'
import type { Cipher } from '#platform/cipher.ts'
import type { IntegrationRow } from '../table.ts'

const Tokens = z.object({ access_token: z.string(), refresh_token: z.string() })
export type Tokens = z.infer<typeof Tokens>

const ONE_HOUR = 3600

/** What the token endpoint answers with where it grants something. */
export const TokenAnswer = z.object({
  access_token: z.string().min(1).max(20_000),
  /** A refresh may leave it out, and then the one before continues. */
  refresh_token: z.string().min(1).max(20_000).optional(),
  token_type: z.string().regex(/^bearer$/i),
  expires_in: z.coerce.number().positive().max(10_000_000).catch(ONE_HOUR),
  /** Absent where everything was granted that was asked for. */
  scope: z.string().max(10_000).optional(),
})
export type TokenAnswer = z.infer<typeof TokenAnswer>

export const openTokens = (cipher: Cipher, { tokens_sealed }: Pick<IntegrationRow, 'tokens_sealed'>): Tokens =>
  Tokens.parse(JSON.parse(cipher.decrypt(tokens_sealed)))

/** What is kept of an answer; of `before`, what it leaves out. */
export function sealedTokens(
  { cipher, now }: { cipher: Cipher; now: Date },
  { access_token, refresh_token, expires_in, scope }: TokenAnswer,
  before: { refresh_token: string; scopes: readonly string[] },
) {
  const tokens: Tokens = { access_token, refresh_token: refresh_token ?? before.refresh_token }
  return {
    tokens_sealed: cipher.encrypt(JSON.stringify(tokens)),
    expires_at: new Date(now.getTime() + expires_in * 1000),
    scopes: scope === undefined ? [...before.scopes] : scope.split(/[\s,]+/).filter(Boolean),
  }
}
