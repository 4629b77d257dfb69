import { useQuery } from '@tanstack/react-query'
import { canTalk } from '#contracts/realtime-vendors.ts'
import type { Teammate } from '#contracts/teammates.ts'
import { useSession } from '../../../lib/session.ts'
import { modelsQuery } from '../../models/models-query.ts'

/** Whether browsers give this page a microphone and sound at all: they do not where it is served without TLS. */
const isSupported = typeof AudioWorkletNode === 'function' && navigator.mediaDevices !== undefined

/** Whether the teammate has a model that talks, or one that speaks and one that listens, as the server asks before a call. */
export function useCanCall(teammate: Teammate | undefined): boolean {
  const { organization } = useSession()
  const { data: models } = useQuery(modelsQuery(organization))
  if (!isSupported || !teammate?.voice) return false
  const find = (wanted: string | null) => models?.find(({ id }) => String(id) === wanted)
  const speaker = find(teammate.tts_model)
  if (speaker && canTalk(speaker)) return true
  return speaker?.is_tts === true && find(teammate.stt_model)?.is_stt === true
}
