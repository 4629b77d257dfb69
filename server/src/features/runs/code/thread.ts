import { parentPort } from 'node:worker_threads'
import { newQuickJSWASMModuleFromVariant } from 'quickjs-emscripten-core'
import { type CodeAnswer, type CodeRequest, runInSandbox } from './sandbox.ts'

parentPort?.once('message', async (request: CodeRequest) => parentPort?.postMessage(await answer(request)))

async function answer(request: CodeRequest): Promise<CodeAnswer> {
  try {
    const variant = import('@jitl/quickjs-wasmfile-release-sync')
    return runInSandbox(await newQuickJSWASMModuleFromVariant(variant), request)
  } catch {
    // Below the language: the program itself ran out of stack or memory.
    return { error: 'The code needs too much memory', why: 'memory', console: '' }
  }
}
