import { WorkflowStep } from '#contracts/flow-steps.ts'
import { defineStep } from '#platform/step.ts'
import { findWorkflow } from '../../workflows/access.ts'
import type { Checking } from '../../workflows/check-scope.ts'
import { inputProblems, withDefaults } from '../../workflows/declared-inputs.ts'
import { fillerFor } from '../fill-placeholders.ts'
import { RunFailure } from '../run-outcome.ts'
import type { StepScope } from '../step-scope.ts'
import { absent, type Called, readCalled } from './read-called.ts'

/** Executes another workflow inside this run, in the version that it had when the step began. */
export const workflowStep = defineStep('workflow', {
  schema: WorkflowStep,
  effects: false,
  takesLong: true,
  async check({ workflow_id }, { ctx, workflow_id: own }: Checking) {
    const field = 'workflow_id'
    if (workflow_id === own) return [{ field, message: 'A workflow cannot call itself' }]
    const found = await findWorkflow(ctx, workflow_id).catch(absent)
    return found ? [] : [{ field, message: 'The workflow does not exist, or was deleted' }]
  },
  async execute({ workflow_id, input }, scope: StepScope) {
    const called = (scope.resumed as Called | null) ?? (await readCalled(scope.ctx, workflow_id))
    scope.checkpointWithNextWrite(called)
    const given = (await fillerFor(scope, input)).value(input) as Record<string, unknown>
    scope.log.payload.input_data = given
    const [problem] = inputProblems(called.flow, given)
    if (problem) throw new RunFailure('STEP_FAILED', `The input does not fit. ${problem.path}: ${problem.message}`)
    const executed = await scope.execution({
      key: 'flow',
      ...called,
      input: withDefaults(called.flow, given),
      timeout_seconds: called.flow.timeout_seconds,
    })
    return executed === 'suspended' ? 'suspended' : { output: executed.result }
  },
})
