import type { ConditionStep } from '#contracts/flow-steps.ts'

export type Compared = { left: unknown; right: unknown }

/** A rule may compare a whole document: the log has only its beginning. */
const MAX_LOGGED_CHARACTERS = 2000

/**
 * The cases of a condition for the log of its run. Rules that were compared have the values of their placeholders and
 * whether they were met; rules after the deciding one stay as they are written.
 */
export function comparisonLog(cases: ConditionStep['cases']) {
  const logged = cases.map((each) => ({ ...each, rules: each.rules.map((rule): object => rule) }))
  // Many rules may compare one large value.
  const shortened = new Map<unknown, unknown>()
  const short = (value: unknown) => {
    if (!shortened.has(value)) shortened.set(value, shorten(value))
    return shortened.get(value)
  }
  return {
    cases: logged,
    add(index: number, number: number, { left, right }: Compared, is_met: boolean): void {
      const { operator, right: written } = cases[index]?.rules[number] ?? {}
      const rules = logged[index]?.rules
      if (rules) rules[number] = { left: short(left), operator, ...(written && { right: short(right) }), is_met }
    },
  }
}

function shorten(value: unknown): unknown {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.length > MAX_LOGGED_CHARACTERS ? `${text.slice(0, MAX_LOGGED_CHARACTERS)}…` : value
}
