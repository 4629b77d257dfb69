import { useQuery } from '@tanstack/react-query'
import { initWebchat } from '#contracts/paths/webchat.ts'
import { addressOf } from '#contracts/request.ts'
import type { WebchatInit } from '#contracts/webchat.ts'
import { queryKeys } from '../../../../lib/query-keys.ts'
import { useSession } from '../../../../lib/session.ts'
import { useKeys } from '../../keys/use-keys.ts'
import { useEntryPoints } from '../use-webchat.ts'

/** The CSS that visitors get of what was saved, asked for as a widget asks for it. */
export function usePublicCss(written: string): string | undefined {
  const { organization } = useSession()
  const { data: keys } = useKeys()
  const { data: entryPoints } = useEntryPoints()
  const event_id = entryPoints?.data[0]?.id
  const api_key = keys?.public_api_key
  const { data } = useQuery({
    queryKey: [...queryKeys.widgetSettings(organization.id), 'public-css', written, event_id, api_key],
    queryFn: async ({ signal }) => {
      const address = addressOf(initWebchat, { query: { event_id } })
      const answer = await fetch(address, { headers: { 'api-key': api_key ?? '' }, credentials: 'omit', signal })
      if (!answer.ok) throw new Error(`The widget is answered with ${answer.status}`)
      const { data }: { data: WebchatInit } = await answer.json()
      return data.settings.customCss
    },
    enabled: written.trim() !== '' && event_id !== undefined && api_key !== undefined,
    retry: false,
  })
  return data
}
