import { NEAR_LIMIT } from '#contracts/usage-names.ts'

type Amount = { usd: number } | { wrong: 'invalid' | 'too_large' }

const least = 0.01
const MAX_USD = 1_000_000

/** An amount as people type it, with a point or a comma before at most two decimals. */
export function parseAmount(text: string): Amount {
  const plain = text
    .trim()
    .replace(/^\$\s*/, '')
    .replace(/[\s\u00a0\u202f]/g, '')
    .replace(',', '.')
  if (!/^\d+(\.\d{0,2})?$/.test(plain)) return { wrong: 'invalid' }
  const usd = Number(plain)
  if (usd < least) return { wrong: 'invalid' }
  return usd > MAX_USD ? { wrong: 'too_large' } : { usd }
}

/** How full a bar is, in percent of the limit. */
export function barOf(spent: number, reserved: number, limit: number): { spent: number; reserved: number } {
  if (limit <= 0) return { spent: 0, reserved: 0 }
  const percent = (amount: number) => Math.min(100, Math.max(0, (amount / limit) * 100))
  const filled = percent(spent)
  return { spent: filled, reserved: Math.min(100 - filled, percent(reserved)) }
}

/** Money that is held counts: it is what makes a teammate stop. */
export function stateOf(spent: number, reserved: number, limit: number | null): 'fine' | 'near' | 'reached' {
  if (limit === null) return 'fine'
  const used = exact(spent + reserved)
  if (used >= limit) return 'reached'
  return used >= exact(limit * NEAR_LIMIT) ? 'near' : 'fine'
}

/** Without what binary fractions add: the server counts to the eighth decimal. */
const exact = (usd: number): number => Number(usd.toFixed(8))
