import { z } from 'zod'
import type { Cipher } from '#platform/cipher.ts'
import type { VendorCredentialRow } from '../table.ts'

const PlanTokens = z.object({ access_token: z.string(), refresh_token: z.string(), account_id: z.string() })
export type PlanTokens = z.infer<typeof PlanTokens>

/** The result of a sign-in or a refresh: tokens, their lifetime, and the account. */
export type TokenAnswer = PlanTokens & { expires_in_seconds: number; account: string | null }

const ONE_HOUR = 3600

const Answer = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).optional(),
  id_token: z.string().optional(),
  expires_in: z.number().positive().catch(ONE_HOUR),
})

const Claims = z.object({
  email: z.string().max(320).optional().catch(undefined),
  'https://api.openai.com/auth': z.object({ chatgpt_account_id: z.string().min(1).optional() }).optional(),
})

/** Null if the answer lacks what a call needs; a refresh may omit unchanged values. */
export function tokensOf(answer: unknown, before?: PlanTokens): (PlanTokens & { expires_in_seconds: number }) | null {
  const { data } = Answer.safeParse(answer)
  const refresh_token = data?.refresh_token ?? before?.refresh_token
  const account_id = accountIdIn(data?.access_token) ?? accountIdIn(data?.id_token) ?? before?.account_id
  if (!data || !refresh_token || !account_id) return null
  return { access_token: data.access_token, refresh_token, account_id, expires_in_seconds: data.expires_in }
}

export function accountOf(answer: unknown): string | null {
  const { data } = Answer.safeParse(answer)
  return claimsOf(data?.id_token)?.email ?? claimsOf(data?.access_token)?.email ?? null
}

const accountIdIn = (token: string | undefined) => claimsOf(token)?.['https://api.openai.com/auth']?.chatgpt_account_id

/** Read, not verified: it came from the vendor itself, over its own connection. */
function claimsOf(token: string | undefined) {
  try {
    return Claims.safeParse(JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString())).data
  } catch {
    return undefined
  }
}

/** What is kept of a sign-in, sealed. */
export function sealedTokens(cipher: Cipher, now: Date, { expires_in_seconds, account: _, ...tokens }: TokenAnswer) {
  return {
    tokens_sealed: cipher.encrypt(JSON.stringify(PlanTokens.parse(tokens))),
    tokens_expire_at: new Date(now.getTime() + expires_in_seconds * 1000),
  }
}

export function openTokens(cipher: Cipher, row: VendorCredentialRow | null | undefined): PlanTokens | null {
  return row?.tokens_sealed ? PlanTokens.parse(JSON.parse(cipher.decrypt(row.tokens_sealed))) : null
}
