import type { StepPayload } from '#contracts/logged-runs.ts'

/** Where a condition led: the number of the case, from 1, with its name; null for a step of another type. */
export function takenCase(
  type: string,
  additional_data: StepPayload['additional_data'],
): { number: number | null; name: string } | null {
  if (type !== 'condition' || !additional_data || !('case' in additional_data)) return null
  const { case: index, name } = additional_data
  return { number: typeof index === 'number' ? index + 1 : null, name: typeof name === 'string' ? name : '' }
}
