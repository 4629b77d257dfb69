import type { Context } from '#platform/context.ts'
import type { StepType } from '#platform/step.ts'
import { RunFailure } from '../run-outcome.ts'
import type { StepScope } from '../step-scope.ts'
import { agentStep } from './agent.ts'
import { endStep, messageStep, setStateStep } from './basic-steps.ts'
import { conditionStep } from './condition.ts'
import { forEachStep } from './for-each.ts'
import { httpRequestStep } from './http-request.ts'
import { modelStep } from './model.ts'
import { runCodeStep } from './run-code.ts'
import { toolStep } from './tool.ts'
import { userInputStep } from './user-input.ts'
import { waitStep } from './wait.ts'
import { workflowStep } from './workflow.ts'

export const steps = [
  agentStep,
  modelStep,
  toolStep,
  httpRequestStep,
  runCodeStep,
  conditionStep,
  setStateStep,
  userInputStep,
  workflowStep,
  waitStep,
  forEachStep,
  messageStep,
  endStep,
]

/** The type of a step, whichever feature declares it. */
export function stepTypeOf(ctx: Context, type: string): StepType<StepScope> {
  const found = ctx.ports.steps.get(type)
  if (!found) throw new RunFailure('BROKEN_FLOW', `There is no step type ${type}`)
  return found as StepType<StepScope>
}
