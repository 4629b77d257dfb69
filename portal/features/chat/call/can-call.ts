import { useQuery } from '@tanstack/react-query'
import type { Teammate } from '#contracts/teammates.ts'
import { useSession } from '../../../lib/session.ts'
import { modelsQuery } from '../../models/models-query.ts'

/** Whether browsers give this page a microphone and sound at all: they do not where it is served without TLS. */
const isSupported = typeof AudioWorkletNode === 'function' && navigator.mediaDevices !== undefined

/** Whether the teammate speaks, and either listens by the same model or has one that does. */
export function useCanCall(teammate: Teammate | undefined): boolean {
  const { organization } = useSession()
  const { data: models } = useQuery(modelsQuery(organization))
  if (!isSupported || !teammate?.tts_model || !teammate.voice) return false
  const speaker = models?.find(({ id }) => String(id) === teammate.tts_model)
  if (!speaker) return false
  return speaker.is_realtime || (models?.some(({ id, is_stt }) => is_stt && String(id) === teammate.stt_model) ?? false)
}
