import type { Context } from '#platform/context.ts'
import type { StepType } from '#platform/step.ts'
import { RunFailure } from './run-outcome.ts'
import { agentStep } from './steps/agent.ts'
import { endStep, messageStep, setStateStep } from './steps/basic-steps.ts'
import type { StepScope } from './steps/scope.ts'

export const steps = [agentStep, setStateStep, messageStep, endStep]

/** The type of a step, whichever feature declares it. */
export function stepTypeOf(ctx: Context, type: string): StepType<StepScope> {
  const found = ctx.ports.steps.get(type)
  if (!found) throw new RunFailure('BROKEN_FLOW', `There is no step type ${type}`)
  return found as StepType<StepScope>
}
