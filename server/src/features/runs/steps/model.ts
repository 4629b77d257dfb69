import { ModelStep } from '#contracts/flow-steps.ts'
import { parseJson } from '#platform/parse-json.ts'
import { defineStep } from '#platform/step.ts'
import { resolveModels } from '../../models/resolve-models.ts'
import type { Checking } from '../../workflows/check-scope.ts'
import { callModel } from '../agent/call-model.ts'
import { type CallLog, logCall } from '../agent/log-call.ts'
import type { ModelAttempt } from '../agent/record-attempt.ts'
import { storableValue } from '../agent/storable-value.ts'
import { saveGeneratedImages } from '../files/save-generated-images.ts'
import { fillerFor } from '../fill-placeholders.ts'
import { RunFailure } from '../run-outcome.ts'
import type { StepScope } from '../step-scope.ts'

const FENCED = /^\s*```(?:json)?[^\S\n]*\n([\s\S]*?)\n?```\s*$/

/** Asks a model directly. It counts towards the organization's credits, but towards no teammate's daily limit. */
export const modelStep = defineStep('model', {
  schema: ModelStep,
  effects: true,
  async check({ model }, { ctx }: Checking) {
    const field = 'model'
    const id = model == null ? null : Number(model)
    const [first] = await resolveModels(ctx, id)
    if (id === null) return first ? [] : [{ field, message: 'The organization has no default model that is connected' }]
    if (first?.model.id === id) return []
    return [{ field, message: 'The model does not exist, does not chat, or is not connected' }]
  },
  async execute({ model, instructions = '', prompt, as_json }, scope: StepScope) {
    const { ctx, run, costs, signal, log } = scope
    const filler = await fillerFor(scope, [instructions, prompt])
    const system = filler.text(instructions)
    const content = filler.text(prompt)
    log.payload.input_data = { model: model ?? null, instructions: system, prompt: content }
    const candidates = await resolveModels(ctx, model == null ? null : Number(model))
    if (candidates.length === 0) throw new RunFailure('MODEL_FAILED', 'No model is connected that could answer')
    const request = { system, messages: [{ role: 'user' as const, content }], tools: [] }
    const calls: CallLog[] = []
    const attempts: ModelAttempt[] | null = scope.is_debug_mode ? [] : null
    try {
      const answer = await callModel(ctx, {
        run: { id: run.id, employee_id: null },
        candidates,
        request,
        reasoning: 'off',
        costs,
        attempts,
        signal,
        onText: () => undefined,
        onReasoning: () => undefined,
        onReset: () => undefined,
        onEnded: (ended) => {
          const how = { ...request, active_tools: [], messages_from: calls.length > 0 ? 1 : 0, is_compaction: false }
          calls.push(logCall(ctx, { ...ended, ...how }))
        },
      })
      const { text, failures, files } = answer
      await saveGeneratedImages(ctx, { ...run, seq: log.seq }, files)
      log.fallback_used = failures.length > 0
      log.last_error = failures.at(-1) ?? null
      return { output: as_json ? jsonIn(text) : text }
    } finally {
      log.model = calls.at(-1)?.model ?? null
      if (calls.length > 0 || attempts)
        log.payload.additional_data = { steps: calls, ...(attempts && { debug: attempts }) }
    }
  },
})

/** Models often put JSON into a code fence. */
function jsonIn(text: string): unknown {
  try {
    return storableValue(parseJson(FENCED.exec(text)?.[1] ?? text))
  } catch (error) {
    throw new RunFailure('STEP_FAILED', `The model’s answer is not JSON: ${text.slice(0, 200)}`, error)
  }
}
