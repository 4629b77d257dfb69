import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FvadModule } from '@echogarden/fvad-wasm'

export const DETECTION_RATE_HZ = 16_000
export const FRAME_MS = 20
export const FRAME_SAMPLES = (DETECTION_RATE_HZ * FRAME_MS) / 1000
/** The most reluctant one: of noise it takes the least for speech. */
const MODE = 3

type Library = { fvad: FvadModule; memory: WebAssembly.Memory; scratch: number }
let library: Promise<Library> | null = null

/** One for all calls of the process: each has a state of its own inside it. */
async function loadLibrary(): Promise<Library> {
  const { default: open } = await import('@echogarden/fvad-wasm')
  const path = fileURLToPath(import.meta.resolve('@echogarden/fvad-wasm/fvad.wasm'))
  let memory: WebAssembly.Memory | undefined
  const fvad = await open({
    // The package hands out its functions and not the memory that they read from.
    instantiateWasm(imports, onInstance) {
      const instance = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(path)), imports)
      memory = Object.values(instance.exports).find((one) => one instanceof WebAssembly.Memory)
      onInstance(instance)
      return instance.exports
    },
  })
  if (!memory) throw new Error('The speech detection has no memory')
  return { fvad, memory, scratch: fvad._malloc(FRAME_SAMPLES * 2) }
}

export type VoiceActivity = Disposable & {
  /** Whether a frame of 20 ms at 16 kHz sounds like speech. */
  isSpeech(frame: Int16Array): boolean
}

/** WebRTC’s detection of voice. */
export async function openVoiceActivity(): Promise<VoiceActivity> {
  library ??= loadLibrary()
  const { fvad, memory, scratch } = await library
  const handle = fvad._fvad_new()
  if (handle === 0) throw new Error('There is no memory for speech detection')
  fvad._fvad_set_mode(handle, MODE)
  fvad._fvad_set_sample_rate(handle, DETECTION_RATE_HZ)
  let isClosed = false
  return {
    isSpeech(frame) {
      if (isClosed) return false
      // A view of its own each time: the memory moves when it grows.
      new Int16Array(memory.buffer, scratch, FRAME_SAMPLES).set(frame)
      return fvad._fvad_process(handle, scratch, FRAME_SAMPLES) === 1
    },
    [Symbol.dispose]() {
      if (!isClosed) fvad._fvad_free(handle)
      isClosed = true
    },
  }
}
