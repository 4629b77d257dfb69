import { useQuery } from '@tanstack/react-query'
import type { CatalogModel } from '#contracts/models.ts'
import type { Vendor } from '#contracts/parties.ts'
import * as catalogPaths from '#contracts/paths/catalog.ts'
import { call } from '../../lib/api.ts'
import { useMessages } from '../../lib/i18n.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { useSession } from '../../lib/session.ts'
import { modelMessages } from './messages.ts'
import { inGroups, resolveAuto } from './model-rules.ts'
import { modelsQuery } from './models-query.ts'

/** The models to choose from. */
export function useCatalog() {
  const { organization } = useSession()
  return useQuery({ ...modelsQuery(organization), select: inGroups })
}

export function useVoices(provider: Vendor | undefined) {
  return useQuery({
    queryKey: queryKeys.voices(provider ?? ''),
    queryFn: ({ signal }) => call(catalogPaths.listVoicesToChoose, { query: { provider } }, { signal }),
    enabled: provider !== undefined,
  })
}

/** The platform's fallback models, which administrators of the platform alone may read. */
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
  return resolveAuto(models, [own, platform?.fallback_model_1, platform?.fallback_model_2])
}

/** `Auto` as a choice in a list; what the platform falls back to is known to its administrators alone. */
export function useAutoChoice(options?: { ofPlatform: boolean }): { label: string; note: string } {
  const words = useMessages(modelMessages)
  const model = useAuto(options)
  return { label: words.auto, note: model ? words.autoIs(model.name) : words.autoPlatform }
}
