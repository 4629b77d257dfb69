import { useEffect, useState } from 'react'
import * as voicePaths from '#contracts/paths/voice.ts'
import { download } from '../../lib/api.ts'
import { useMessages } from '../../lib/i18n.ts'
import { sentenceOf } from '../../lib/refusal.ts'
import { useSession } from '../../lib/session.ts'
import { useStable } from '../../lib/use-stable.ts'
import { showToast } from '../../ui/toast.tsx'
import { modelMessages } from './messages.ts'

type Sample = { voice: string; isPlaying: boolean }
const TIMEOUT_MS = 45_000

/** Plays how voices of a model sound, one at a time. */
export function useVoiceSample(tts_model: string) {
  const { organization } = useSession()
  const words = useMessages(modelMessages)
  const [sample, setSample] = useState<Sample | null>(null)
  const [abort, setAbort] = useState<AbortController | null>(null)
  const stop = useStable(() => {
    abort?.abort()
    setSample(null)
  })

  const play = useStable(async (voice: string) => {
    abort?.abort()
    const own = new AbortController()
    const { signal } = own
    setAbort(own)
    setSample({ voice, isPlaying: false })
    // Made by the click, because browsers let a page make sound only then.
    const context = new AudioContext()
    signal.addEventListener('abort', () => void context.close())
    const end = () => {
      if (signal.aborted) return
      own.abort()
      setSample(null)
    }
    try {
      const request = { params: { organization_id: organization.id }, body: { tts_model, voice } }
      const response = await download(voicePaths.createVoiceSample, request, { signal, timeoutMs: TIMEOUT_MS })
      const sound = await context.decodeAudioData(await response.arrayBuffer())
      if (signal.aborted) return
      const source = new AudioBufferSourceNode(context, { buffer: sound })
      source.addEventListener('ended', end)
      source.connect(context.destination)
      source.start()
      setSample({ voice, isPlaying: true })
    } catch (error) {
      if (signal.aborted) return
      end()
      showToast(sentenceOf(error instanceof Error ? error : null, words.sampleFailed))
    }
  })
  useEffect(() => () => abort?.abort(), [abort])
  return { sample, play, stop }
}
