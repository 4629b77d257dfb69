import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { CatalogModel } from '#contracts/models.ts'
import type { Vendor } from '#contracts/parties.ts'
import * as catalogPaths from '#contracts/paths/catalog.ts'
import { call } from '../../lib/api.ts'
import { useMessages } from '../../lib/i18n.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { useServerEvent } from '../../lib/realtime.ts'
import { useSession } from '../../lib/session.ts'
import { modelMessages } from './messages.ts'
import { inGroups, resolveAuto } from './model-rules.ts'
import { modelsQuery } from './models-query.ts'

/** The models to choose from. */
export function useCatalog() {
  const { organization } = useSession()
  const client = useQueryClient()
  const readAgain = () => client.invalidateQueries({ queryKey: queryKeys.models(organization.id) })
  useServerEvent('organization_ai_provider.updated', readAgain)
  return useQuery({ ...modelsQuery(organization), select: inGroups })
}

export function useVoices(provider: Vendor | undefined) {
  return useQuery({
    queryKey: queryKeys.voices(provider ?? ''),
    queryFn: ({ signal }) => call(catalogPaths.listVoicesToChoose, { query: { provider } }, { signal }),
    enabled: provider !== undefined,
  })
}

/** The platform's fallback models, which only administrators of the platform may read. */
export function usePlatformSettings() {
  const { user } = useSession()
  return useQuery({
    queryKey: queryKeys.admin.settings,
    queryFn: ({ signal }) => call(catalogPaths.showPlatformSettings, {}, { signal }),
    enabled: user.is_admin,
  })
}

/** The model that `Auto` means now: the organization's default, or the platform's fallback where that is being chosen. */
export function useAuto({ ofPlatform = false } = {}): CatalogModel | null {
  const { organization } = useSession()
  const { data: models = [] } = useCatalog()
  const { data: platform } = usePlatformSettings()
  const own = ofPlatform ? null : organization.ai_default_model
  // Where the first choice is not connected, the next one answers.
  const available = models.filter(({ is_available }) => is_available)
  return resolveAuto(available, [own, platform?.fallback_model_1, platform?.fallback_model_2])
}

/** `Auto` as a choice in a list; only administrators know what the platform falls back to. */
export function useAutoChoice(options?: { ofPlatform: boolean }): { label: string; note: string } {
  const words = useMessages(modelMessages)
  const model = useAuto(options)
  return { label: words.auto, note: model ? words.autoIs(model.name) : words.autoPlatform }
}
