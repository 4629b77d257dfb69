/** How long the answers of a teammate's model usually are, learned from its calls in this process. */
const MAX_REMEMBERED = 5000
/** A long answer counts less with every call after it. */
const DECAY = 0.9
const MARGIN = 1.5
const MIN_EXPECTED_TOKENS = 256
/** Of the most that an answer may be budgeted for, where nothing is known yet. */
const UNKNOWN_SHARE = 1 / 16

type Caller = { employee_id: string | null; model_id: number }

const longest = new Map<string, number>()

const keyOf = ({ employee_id, model_id }: Caller): string => `${employee_id}:${model_id}`

/** The tokens for which most answers are long enough; never more than the budget. */
export function expectedOutput(caller: Caller, budget: number): number {
  const known = longest.get(keyOf(caller))
  return Math.min(budget, Math.max(MIN_EXPECTED_TOKENS, Math.ceil((known ?? 0) * MARGIN || budget * UNKNOWN_SHARE)))
}

/** An answer that was cut would have been longer. */
export function learnOutput(caller: Caller, outputTokens: number, wasCut: boolean): void {
  const key = keyOf(caller)
  const tokens = wasCut ? outputTokens * 2 : outputTokens
  const before = longest.get(key) ?? 0
  longest.delete(key)
  longest.set(key, Math.max(tokens, before * DECAY))
  const [oldest] = longest.keys()
  if (longest.size > MAX_REMEMBERED && oldest !== undefined) longest.delete(oldest)
}
