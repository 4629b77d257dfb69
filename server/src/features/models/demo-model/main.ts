/** The demo model as a process of its own: `node main.ts --port 4100 --host 127.0.0.1 --tokens-per-second 50`. */
import { parseArgs } from 'node:util'
import { startDemoModel } from './demo-model.ts'

const { values } = parseArgs({
  options: { port: { type: 'string' }, host: { type: 'string' }, 'tokens-per-second': { type: 'string' } },
})

const demo = await startDemoModel({
  port: wholeNumber('port', values.port) ?? 0,
  ...(values.host && { host: values.host }),
  tokens_per_second: wholeNumber('tokens-per-second', values['tokens-per-second']),
})
process.stdout.write(`${demo.base_url}\n`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => demo.close())

function wholeNumber(option: string, text: string | undefined): number | null {
  if (text === undefined) return null
  if (!/^\d{1,6}$/.test(text)) throw new Error(`--${option} takes a whole number, not "${text}"`)
  return Number(text)
}
