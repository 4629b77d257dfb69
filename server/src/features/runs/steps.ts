import type { Context } from '#platform/context.ts'
import type { StepType } from '#platform/step.ts'
import { RunFailure } from './run-outcome.ts'
import type { StepScope } from './step-scope.ts'
import { agentStep } from './steps/agent.ts'
import { endStep, messageStep, setStateStep } from './steps/basic-steps.ts'
import { conditionStep } from './steps/condition.ts'
import { forEachStep } from './steps/for-each.ts'
import { httpRequestStep } from './steps/http-request.ts'
import { modelStep } from './steps/model.ts'
import { runCodeStep } from './steps/run-code.ts'
import { toolStep } from './steps/tool.ts'
import { userInputStep } from './steps/user-input.ts'
import { waitStep } from './steps/wait.ts'
import { workflowStep } from './steps/workflow.ts'

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
