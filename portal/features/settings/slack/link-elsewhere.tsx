import { useMutation, useQuery } from '@tanstack/react-query'
import * as signInPaths from '#contracts/paths/sign-in.ts'
import { call } from '../../../lib/api.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { useSession } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { LinkProblem } from './link-problem.tsx'
import { slackMessages } from './messages.ts'

/** The link is for another organization: its members switch to it, and come back to this link. */
export function LinkElsewhere({ organizationId }: { organizationId: string }) {
  const words = useMessages(slackMessages)
  const { user } = useSession()
  const own = useQuery({
    queryKey: queryKeys.ownOrganizations,
    queryFn: ({ signal }) => call(signInPaths.listOrganizations, {}, { signal }),
  })
  const change = useMutation({
    mutationFn: () => call(signInPaths.chooseOrganization, { body: { organization_id: organizationId } }),
    // Nothing of the other organization is to stay in the page.
    onSuccess: () => location.reload(),
    onError: () => showToast(words.switchFailed),
  })
  if (own.isPending) return null
  const target = own.data?.find(({ id }) => id === organizationId)
  if (!target) return <LinkProblem title={words.linkElsewhere} text={words.linkNotMember(user.email)} />
  return (
    <LinkProblem title={words.linkElsewhere} text={words.linkSwitchText(target.name)}>
      <Button look="primary" busy={change.isPending} onClick={() => change.mutate()}>
        {words.switchTo(target.name)}
      </Button>
    </LinkProblem>
  )
}
