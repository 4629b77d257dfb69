import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CatalogModel } from '#contracts/models.ts'
import { useIsManager, useSession } from '../../lib/session.ts'
import { stored } from '../../lib/stored.ts'
import { useCatalog } from '../models/use-catalog.ts'
import { providersQuery, useProviderEvents } from '../settings/vendors/use-providers.ts'
import { teammateAccessQuery, useAccessEvents } from '../storage/sharing/use-teammate-access.ts'
import { useTeammates } from '../teammates/use-teammates.ts'
import { useColleagues } from './use-colleagues.ts'
import { useVisitors } from './use-visitors.ts'

type StepName = 'vendor' | 'teammate' | 'folder' | 'colleague' | 'site' | 'visitor'
/** `teammateId`: whose page has the folders. */
export type FirstStep = { name: StepName; isDone: boolean; teammateId?: string | undefined }

/** An organization with more teammates than this has begun long ago. */
const teammatesLookedAt = 10

/**
 * What an owner or administrator does first, as far as it was done: nothing of it is stored, so no matter who does it, and
 * wherever, ticks it off for all. Null for members, where it was hidden, and when all is done.
 */
export function useFirstSteps(): { isPending: boolean; steps: FirstStep[] | null; hide: () => void } {
  const { organization, user } = useSession()
  const isManager = useIsManager()
  const key = `alongside:first-steps-hidden:${organization.id}:${user.id}`
  const [isHidden, setHidden] = useState(() => stored.read(key) !== null)
  const hide = () => {
    stored.write(key, 'hidden')
    setHidden(true)
  }
  const isWanted = isManager && !isHidden
  useProviderEvents()
  useAccessEvents()
  // Events that arrived while another page was shown were not received here.
  const isRead = { enabled: isWanted, refetchOnMount: 'always' } as const
  const providers = useQuery({ ...providersQuery(organization), ...isRead })
  const models = useCatalog()
  const teammates = useTeammates()
  const own = teammates.data?.filter(({ is_system }) => !is_system) ?? []
  const access = useQueries({
    queries: own.slice(0, teammatesLookedAt).map(({ id }) => ({ ...teammateAccessQuery(organization, id), ...isRead })),
  })
  const colleagues = useColleagues(isWanted)
  const visitors = useVisitors(isWanted)
  if (!isWanted) return { isPending: false, steps: null, hide }
  if ([colleagues, visitors, providers, models, teammates, ...access].some(({ isLoading }) => isLoading))
    return { isPending: true, steps: null, hide }

  const hasOwnVendor = providers.data?.some(({ has_own_key, base_url }) => has_own_key || base_url !== null) ?? false
  const steps: FirstStep[] = [
    { name: 'vendor', isDone: hasOwnVendor || (models.data?.some(isRealModel) ?? false) },
    { name: 'teammate', isDone: own.length > 0 },
    { name: 'folder', isDone: access.some(({ data }) => data && data.folders.length > 0), teammateId: own[0]?.id },
    { name: 'colleague', isDone: colleagues.hasSome },
    { name: 'site', isDone: visitors.isOnSite },
    { name: 'visitor', isDone: visitors.isAnswered },
  ]
  return { isPending: false, steps: steps.every(({ isDone }) => isDone) ? null : steps, hide }
}

/** The demo models, speech included, answer until another one is connected. */
const isRealModel = ({ is_available, provider, model }: CatalogModel): boolean =>
  is_available && !(provider === 'custom' && /^demo(-|$)/.test(model))
