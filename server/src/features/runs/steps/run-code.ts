import { RunCodeStep } from '#contracts/flow-steps.ts'
import { AppError } from '#platform/error.ts'
import { defineStep } from '#platform/step.ts'
import { yieldToEventLoop } from '#platform/yield-to-event-loop.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { maskSecrets } from '../../variables/mask-secrets.ts'
import { readAllValues, type Values } from '../../variables/read-values.ts'
import type { Checking } from '../../workflows/check-scope.ts'
import { storableValue } from '../agent/storable-value.ts'
import { codeInput } from '../code/code-input.ts'
import { runCode } from '../code/run-code.ts'
import type { CodeFile } from '../code/sandbox.ts'
import { saveRunFile } from '../files/save-run-file.ts'
import { RunFailure } from '../run-outcome.ts'
import type { StepScope } from '../step-scope.ts'

const LIMIT_SECONDS = 10
const MAX_SECONDS = 300

export const runCodeStep = defineStep('run_code', {
  schema: RunCodeStep,
  // A remote sandbox may have network access, so its code may have effects.
  effects: true,
  appliesTimeout: true,
  plainFields: ['code'],
  async check({ env_variables, template_id }, { ctx }: Checking) {
    const { values } = await readNamed(ctx, env_variables)
    const missing = missingIn(env_variables, values)
    const refusal = refusalOf(ctx, template_id)
    return [
      ...(missing === null ? [] : [{ field: 'env_variables', message: missing }]),
      ...(refusal === null ? [] : [{ field: 'template_id', message: refusal }]),
    ]
  },
  async execute({ code, env_variables, template_id }, scope: StepScope) {
    const { ctx, signal, log } = scope
    const refusal = refusalOf(ctx, template_id)
    if (refusal !== null) throw new RunFailure('STEP_FAILED', refusal)
    const { values, secrets } = await readNamed(ctx, env_variables)
    const missing = missingIn(env_variables, values)
    if (missing !== null) throw new RunFailure('STEP_FAILED', missing)

    log.payload.input_data = { env_variables, ...(template_id && { template_id }) }
    const given = await codeInput({ input: scope.input, ...scope.seen, env: Object.fromEntries(values) })
    const timeout_ms = Math.min(scope.timeout_seconds ?? LIMIT_SECONDS, MAX_SECONDS) * 1000
    const ran = await runCode(ctx, { run_id: scope.run.id, code, given, timeout_ms, template_id }, signal)
    const mask = maskSecrets(secrets)
    const console = await mask(storableValue(ran.console))
    log.payload.additional_data = { console }
    if ('failure' in ran) throw new RunFailure(ran.failure.code, await mask(String(storableValue(ran.failure.message))))
    const files = await saveFiles(scope, ran.files, secrets)
    if (files.length > 0) log.payload.additional_data = { console, files }
    await yieldToEventLoop()
    return { output: await mask(storableValue(JSON.parse(ran.result))) }
  },
})

/**
 * Everyone who reads the answer can open its files: a secret in a text file is masked, and other files with one are
 * refused.
 */
async function saveFiles(scope: StepScope, files: CodeFile[], secrets: readonly string[]) {
  const { ctx, run, log } = scope
  const kept: { id: string; name: string; size: number }[] = []
  const mask = maskSecrets(secrets)
  for (const { name: given, content, is_text } of files) {
    const name = await mask(given)
    const made = Buffer.from(content, is_text ? 'utf8' : 'latin1')
    const bytes = await mask.bytes(made)
    if (!is_text && bytes !== made) {
      throw new RunFailure('STEP_FAILED', `${name}: a file of bytes must not hold a secret variable`)
    }
    const { id, size } = await saveRunFile(ctx, { ...run, seq: log.seq }, { name, bytes }).catch((error: unknown) => {
      throw error instanceof AppError ? new RunFailure('STEP_FAILED', `${name}: ${error.message}`, error) : error
    })
    kept.push({ id, name, size })
  }
  return kept
}

const readNamed = (ctx: OrgContext, names: readonly string[]) =>
  readAllValues(
    ctx,
    names.map((name) => `{{${name}}}`),
  )

function missingIn(names: readonly string[], values: Values): string | null {
  const missing = names.filter((name) => !values.has(name))
  return missing.length === 0 ? null : `Organization variables not found: ${missing.join(', ')}`
}

function refusalOf(ctx: OrgContext, template_id: string | undefined): string | null {
  const { RUN_CODE_URL, RUN_CODE_TEMPLATE_IDS } = ctx.ports.config
  if (template_id === undefined) return null
  if (!RUN_CODE_TEMPLATE_IDS.includes(template_id)) return `The template ${template_id} is not allowed here`
  return RUN_CODE_URL ? null : `The template ${template_id} needs a sandbox, and this server has none (RUN_CODE_URL)`
}
