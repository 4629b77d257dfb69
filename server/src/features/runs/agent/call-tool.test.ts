import { expect, test } from 'vitest'
import { z } from 'zod'
import { testApp } from '#testing/app.ts'
import type { ToolScope } from '../../teammates/tools/tool-scope.ts'
import { callTool } from './call-tool.ts'
import { openToolbox } from './toolbox.ts'

const { ctx } = await testApp()

function given(call: () => Promise<unknown>, timeoutMs = 60_000) {
  const stop = new AbortController()
  const tool = { name: 'work', description: 'Works.', input: z.object({}), call, timeoutMs }
  const toolbox = openToolbox([tool], { lazy: false, loaded: [] })
  const scope = { ctx, signal: stop.signal } as ToolScope
  return { stop, begin: () => callTool(toolbox, scope, { id: '1', name: 'work', input: {} }) }
}

const forever = () => new Promise<never>(() => undefined)

test('a tool that heeds no signal is given up when its time is over', async () => {
  const result = await given(forever, 50).begin()
  expect(result).toMatchObject({ is_error: true, output: 'The tool took too long and was stopped.' })
})

test('a stopped run waits for no tool', async () => {
  const { stop, begin } = given(forever)
  const running = begin()
  stop.abort(new Error('The run was stopped'))
  await expect(running).rejects.toThrow('The run was stopped')
})

test('a tool that throws anything is answered with words', async () => {
  for (const thrown of [new Error('The shop is closed'), 'a text', null, { code: 7 }]) {
    const result = await given(() => Promise.reject(thrown)).begin()
    expect(result.is_error).toBe(true)
    expect(result.output).toBe(thrown instanceof Error ? 'The shop is closed' : 'The tool failed.')
  }
})

test('an output that nobody could store is made storable', async () => {
  const deep = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`)
  const { output } = await given(async () => ({ 'a\0\ud800': 'b\0', deep })).begin()
  expect(output).toMatchObject({ 'a\ufffd': 'b' })
  expect(JSON.stringify(output)).toContain('NESTED')
})

test('an output that is no JSON at all is answered with words', async () => {
  const circular: Record<string, unknown> = {}
  circular.self = circular
  for (const output of [circular, 10n, undefined, () => 1]) {
    const result = await given(async () => output).begin()
    expect(typeof JSON.stringify(result)).toBe('string')
  }
})
