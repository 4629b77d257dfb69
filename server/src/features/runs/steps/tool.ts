import { ToolStep } from '#contracts/flow-steps.ts'
import { defineStep } from '#platform/step.ts'
import { findTeammateInOrganization, noSuchTeammate, readTeammate } from '../../teammates/access.ts'
import { isHidden } from '../../teammates/hidden-teammates.ts'
import type { Checking } from '../../workflows/check-scope.ts'
import { callTool, LOST } from '../agent/call-tool.ts'
import { openToolbox } from '../agent/toolbox.ts'
import { createFileSaver } from '../files/save-run-file.ts'
import { fillerFor } from '../fill-placeholders.ts'
import { briefingOf } from '../run-host.ts'
import { RunFailure } from '../run-outcome.ts'
import type { StepScope } from '../step-scope.ts'
import { namedTools } from '../tools/read-tools.ts'
import { checkTools } from './check-teammate.ts'

/** No model reads the result, so it may be longer than a model's limit. */
const MAX_CHARACTERS = 1_000_000

/** Calls one tool with the rights of a teammate. */
export const toolStep = defineStep('tool', {
  schema: ToolStep,
  effects: true,
  async check({ employee_id, tool }, { ctx }: Checking) {
    return await checkTools(ctx, employee_id, 'tool', [tool])
  },
  async execute({ employee_id, tool: name, input, passes_input }, scope: StepScope) {
    const { ctx, run, host, depth, signal, log } = scope
    const known = briefingOf(host, employee_id)
    // A personal assistant acts only in its own runs.
    const find = run.employee_id === employee_id ? readTeammate : findTeammateInOrganization
    const teammate = known?.teammate ?? (await find(ctx, employee_id))
    if (isHidden(teammate)) throw noSuchTeammate()
    const tool = known?.tool ?? (await namedTools(ctx, teammate, [name]))[0]
    if (!tool) throw new RunFailure('BROKEN_FLOW', `There is no tool ${name}`)
    const filled = passes_input ? scope.input : (await fillerFor(scope, input)).value(input)
    log.payload.input_data = { tool: name, input: filled }
    if (scope.was_lost && tool.at_most_once) throw new RunFailure('STEP_FAILED', LOST)
    const toolbox = openToolbox([tool], { lazy: false, loaded: [] })
    const call = { id: log.step_id, name, input: filled }
    const calling = { ...run, seq: log.seq }
    const scopeOfTool = { ctx, teammate, run: calling, depth, signal, saveRunFile: createFileSaver(ctx, calling) }
    const result = await callTool(toolbox, scopeOfTool, call, MAX_CHARACTERS)
    if (result.is_error) throw new RunFailure('STEP_FAILED', String(result.output))
    return { output: result.output ?? null }
  },
})
