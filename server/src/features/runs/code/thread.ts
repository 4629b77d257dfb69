import { parentPort } from 'node:worker_threads'
import variant from '@jitl/quickjs-wasmfile-release-sync'
import { newQuickJSWASMModuleFromVariant, newVariant } from 'quickjs-emscripten-core'
import { type CodeAnswer, type CodeRequest, runInSandbox } from './sandbox.ts'

export type ThreadRequest = CodeRequest & { interpreter: WebAssembly.Module }

parentPort?.once('message', async (request: ThreadRequest) => parentPort?.postMessage(await answer(request)))

async function answer({ interpreter, ...request }: ThreadRequest): Promise<CodeAnswer> {
  try {
    const compiled = newVariant(variant, { wasmModule: interpreter })
    return runInSandbox(await newQuickJSWASMModuleFromVariant(compiled), request)
  } catch {
    // Below the language: the program itself ran out of stack or memory.
    return { error: 'The code needs too much memory', why: 'memory', console: '' }
  }
}
