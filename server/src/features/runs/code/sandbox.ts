import { readFileSync } from 'node:fs'
import type { QuickJSContext, QuickJSHandle, QuickJSWASMModule } from 'quickjs-emscripten-core'
import { answerHostCall } from './host-calls.ts'

export type CodeRequest = {
  code: string
  /** JSON of what the code reads as `input`, `state`, `output` and `env`. */
  given: string
  timeout_ms: number
}

/** A file that code made: its text, or bytes as one character each. */
export type CodeFile = { name: string; content: string; is_text: boolean }

/** What came of it. `result` is JSON as text: nothing of the sandbox but texts ever leaves it. */
export type CodeAnswer = { console: string } & (
  | { result: string; files: CodeFile[] }
  | { error: string; why: 'failed' | 'time' | 'memory' }
)

const MEMORY_BYTES = 64 * 2 ** 20
const STACK_BYTES = 128 * 1024
export const MAX_RESULT_CHARACTERS = 1_000_000
/** The code that stores and shows the result visits each of them several times. */
const MAX_RESULT_VALUES = 200_000
export const MAX_CONSOLE_CHARACTERS = 100_000
const MAX_LINE_LENGTH = 10_000
const MAX_ERROR_LENGTH = 2000
const JOB_BATCH_SIZE = 1000
/** A process holds them until the step is over; how many and how large they may be at last is for the code that stores them to decide. */
const MAX_FILES = 50
const MAX_FILE_CHARACTERS = 16_000_000

/**
 * Runs inside the sandbox before the code, and holds on to what the code could replace. `report`, `print` and `make` are the
 * only ways out, and take texts.
 */
const PRELUDE = `(function (report, print, make, given, mostResult, mostLine, mostError) {
  const { stringify, parse } = JSON
  const { apply } = Reflect
  const { then } = Promise.prototype
  const { resolve } = Promise
  const { slice } = String.prototype
  const PlainPromise = Promise
  const text = String
  const { fromCharCode } = String
  const { isView } = ArrayBuffer
  const Bytes = Uint8Array
  const Pairs = Uint16Array
  const { subarray } = Bytes.prototype
  const cut = (value, most) => apply(slice, value, [0, most])
  const describe = (error) => {
    try {
      if (typeof error !== 'object' || error === null) return cut(text(error), mostError)
      if (error.name === undefined && error.message === undefined) return cut(text(stringify(error)), mostError)
      const line = /<code>:(\\d+)/.exec(text(error.stack))
      return cut(text(error.name || 'Error') + ': ' + text(error.message) + (line ? ' (line ' + line[1] + ')' : ''), mostError)
    } catch {
      return 'The code threw something that cannot be read'
    }
  }
  const shown = (value) => {
    try {
      if (typeof value === 'string') return value
      if (value instanceof Error) return describe(value)
      const json = stringify(value)
      return json === undefined ? text(value) : json
    } catch {
      return '[unreadable]'
    }
  }
  const log = (...values) => {
    let line = ''
    for (let at = 0; at < values.length && line.length < mostLine; at++) line += (at === 0 ? '' : ' ') + shown(values[at])
    print(cut(line, mostLine))
  }
  const createFile = (name, content) => {
    const isText = typeof content === 'string'
    let whole = isText ? stringify(content) : ''
    if (!isText) {
      if (!isView(content) && !(content instanceof ArrayBuffer)) throw new TypeError('A file is made of a text or of bytes')
      const bytes = isView(content) ? new Bytes(content.buffer, content.byteOffset, content.byteLength) : new Bytes(content)
      const shifted = new Pairs(bytes.length)
      for (let at = 0; at < bytes.length; at++) shifted[at] = bytes[at] + 256
      for (let at = 0; at < bytes.length; at += 8192) whole += apply(fromCharCode, null, apply(subarray, shifted, [at, at + 8192]))
    }
    const refusal = make(text(name), whole, isText)
    if (refusal) throw new RangeError(refusal)
  }
  const { input, state, output, env } = parse(given)
  Object.assign(globalThis, { createFile, input, state, output, env, console: { log, info: log, warn: log, error: log, debug: log } })
  const succeed = (value) => {
    try {
      const json = stringify(value)
      if (json !== undefined && json.length > mostResult) report('The result is longer than ' + mostResult + ' characters', false)
      else report(json === undefined ? 'null' : json, true)
    } catch (error) {
      report(describe(error), false)
    }
  }
  const fail = (error) => report(describe(error), false)
  return { describe, finish: (value) => void apply(then, apply(resolve, PlainPromise, [value]), [succeed, fail]) }
})`

const guest = (name: string): string => readFileSync(new URL(`./guest/${name}`, import.meta.url), 'utf8')

/** Executes untrusted code. The caller must be able to end the thread that it runs in. */
export function runInSandbox(quickjs: QuickJSWASMModule, request: CodeRequest): CodeAnswer {
  const runtime = quickjs.newRuntime()
  runtime.setMemoryLimit(MEMORY_BYTES)
  runtime.setMaxStackSize(STACK_BYTES)
  const deadline = performance.now() + request.timeout_ms
  const isLate = () => performance.now() > deadline
  runtime.setInterruptHandler(isLate)
  const vm = runtime.newContext()
  const printed = printer()
  let reported: { text: string; isResult: boolean } | null = null

  const failed = (message: string): CodeAnswer => {
    const why = isLate() ? 'time' : /out of memory/.test(message) ? 'memory' : 'failed'
    return { error: message, why, console: printed.text() }
  }
  const report = vm.newFunction('report', (text, isResult) => {
    reported ??= { text: vm.getString(text), isResult: vm.dump(isResult) === true }
  })
  const print = vm.newFunction('print', (text) => printed.add(vm.getString(text)))
  const files: CodeFile[] = []
  let charactersLeft = MAX_FILE_CHARACTERS
  const make = vm.newFunction('make', (name, content, isText) => {
    // A text ends at its first NUL on the way out: so texts come as JSON, and bytes as characters beyond the first 256.
    const sent = vm.getString(content)
    const is_text = vm.dump(isText) === true
    charactersLeft -= sent.length
    if (files.length === MAX_FILES) return vm.newString(`Code can make ${MAX_FILES} files at most`)
    if (charactersLeft < 0) return vm.newString('The files are too large')
    files.push({ name: vm.getString(name), content: is_text ? JSON.parse(sent) : unshifted(sent), is_text })
    return vm.undefined
  })
  const began = vm.evalCode(PRELUDE, 'prelude.js')
  if (began.error) return failed('The sandbox could not start')
  const limits = [MAX_RESULT_CHARACTERS, MAX_LINE_LENGTH, MAX_ERROR_LENGTH].map((number) => vm.newNumber(number))
  const given = vm.newString(request.given)
  const made = vm.callFunction(began.value, vm.undefined, report, print, make, given, ...limits)
  if (made.error) return failed('The input of the code is too large: out of memory')
  const describe = (error: QuickJSHandle) => described(vm, made.value, error)
  const fireTimer = addGlobals(vm, request.code)

  const evaluated = vm.evalCode(`(async () => {${request.code}\n})()`, '<code>')
  if (evaluated.error) return failed(describe(evaluated.error))
  const finished = vm.callFunction(vm.getProp(made.value, 'finish'), vm.undefined, evaluated.value)
  if (finished.error) return failed(describe(finished.error))
  while (reported === null && !isLate()) {
    const done = runtime.executePendingJobs(JOB_BATCH_SIZE)
    if (done.error) return failed(describe(done.error))
    if (reported !== null || runtime.hasPendingJob()) continue
    if (!fireTimer) break
    const fired = vm.callFunction(fireTimer, vm.undefined)
    if (fired.error) return failed(describe(fired.error))
    if (vm.dump(fired.value) !== true) break
  }
  const end = reported as { text: string; isResult: boolean } | null
  if (end === null) return failed('The code waits for something that never comes')
  if (!end.isResult) return failed(end.text)
  if (valuesIn(end.text) > MAX_RESULT_VALUES) return failed(`The result has more than ${MAX_RESULT_VALUES} values`)
  return { result: end.text, files, console: printed.text() }
}

/** What code names where it uses these. They are added only then, because each run would evaluate them. */
const USES_LANGUAGE = /Intl|toLocale|localeCompare/
const USES_WEB = /URL|TextEncoder|TextDecoder|atob|btoa|structuredClone|queueMicrotask|Timeout|Interval|crypto/

/** Adds what programs expect and QuickJS does not have. Returns what fires the next timer; it returns false where there is none. */
function addGlobals(vm: QuickJSContext, code: string): QuickJSHandle | null {
  // Strict, or each text that a method is called on would be wrapped in an object.
  const call = (file: string, ...given: QuickJSHandle[]) =>
    vm.unwrapResult(
      vm.callFunction(vm.unwrapResult(vm.evalCode(guest(file), file, { strict: true })), vm.undefined, ...given),
    )
  const [usesLanguage, usesWeb] = [USES_LANGUAGE.test(code), USES_WEB.test(code)]
  if (!usesLanguage && !usesWeb) return null
  const textOf = (text: QuickJSHandle) => vm.getString(text)
  const ask = call(
    'ask.js',
    vm.newFunction('host', (name, args) => vm.newString(answerHostCall(textOf(name), textOf(args)))),
  )
  if (usesLanguage) call('language.js', ask)
  return usesWeb ? call('web.js', ask) : null
}

/** How many values a JSON text has at most: commas of its texts are counted too. */
function valuesIn(json: string): number {
  let values = 1
  for (let at = 0; at < json.length; at++) if (json[at] === ',') values++
  return values
}

function unshifted(sent: string): string {
  const bytes = Buffer.alloc(sent.length)
  for (let at = 0; at < sent.length; at++) bytes[at] = sent.charCodeAt(at) - 256
  return bytes.toString('latin1')
}

function described(vm: QuickJSContext, made: QuickJSHandle, error: QuickJSHandle): string {
  const text = vm.callFunction(vm.getProp(made, 'describe'), vm.undefined, error)
  return text.error ? 'The code failed' : vm.getString(text.value)
}

/** The beginning of the code's output. */
function printer() {
  const lines: string[] = []
  let left = MAX_CONSOLE_CHARACTERS
  let leftOut = 0
  return {
    add(line: string): void {
      if (line.length + 1 > left) leftOut++
      else {
        lines.push(line)
        left -= line.length + 1
      }
    },
    text: () => [...lines, ...(leftOut > 0 ? [`[${leftOut} more lines were left out]`] : [])].join('\n'),
  }
}
