import { useMutation, useQuery } from '@tanstack/react-query'
import * as signInPaths from '#contracts/paths/sign-in.ts'
import { call } from '../../lib/api.ts'
import { useMessages } from '../../lib/i18n.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { useSession } from '../../lib/session.ts'
import { MenuChoice, MenuSeparator } from '../../ui/menu.tsx'
import { showToast } from '../../ui/toast.tsx'
import { shellMessages } from './messages.ts'

/** Where a person of several organizations goes from one to another; nothing for everyone else. */
export function Organizations() {
  const words = useMessages(shellMessages)
  const { organization } = useSession()
  const { data = [] } = useQuery({
    queryKey: queryKeys.ownOrganizations,
    queryFn: ({ signal }) => call(signInPaths.listOrganizations, {}, { signal }),
  })
  const change = useMutation({
    mutationFn: (organization_id: string) => call(signInPaths.chooseOrganization, { body: { organization_id } }),
    // Nothing of the other organization is to stay in the page.
    onSuccess: () => location.assign('/'),
    onError: () => showToast(words.switchFailed),
  })
  if (data.length < 2) return null
  return (
    <>
      <MenuChoice
        label={words.organization}
        value={organization.id}
        choices={data.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(id) => id !== organization.id && change.mutate(id)}
        closes
      />
      <MenuSeparator />
    </>
  )
}
