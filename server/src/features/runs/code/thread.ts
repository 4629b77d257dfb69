import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { newQuickJSWASMModuleFromVariant } from 'quickjs-emscripten-core'
import { type CodeAnswer, type CodeRequest, runInSandbox } from './sandbox.ts'

// Here the system counts a thread as a process of its own: code that keeps a core busy leaves it to the thread that answers requests.
if (process.platform === 'linux') setPriority(19)

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
