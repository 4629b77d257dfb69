import { useMessages } from '../../../lib/i18n.ts'
import { CheckboxGroup } from '../../../ui/checkbox-group.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { invitesMessages } from './messages.ts'
import type { InviteAccess as Access } from './use-invite-access.ts'

/** Asks what a member may see; without it, nothing would be there for them. */
export function InviteAccess({ access }: { access: Access }) {
  const words = useMessages(invitesMessages)
  const { isLoaded, hasGroups, groups, teammates, chosen, choose } = access
  if (!isLoaded) return null
  const nameOf = (id: string) => teammates.find((teammate) => teammate.id === id)?.name
  const items = hasGroups
    ? groups.map(({ id, name, employee_ids }) => {
        const names = employee_ids.flatMap((each) => nameOf(each) ?? [])
        return { id, label: names.length > 0 ? `${name} · ${names.join(', ')}` : name }
      })
    : teammates.map(({ id, name, role }) => ({ id, label: role ? `${name} · ${role}` : name }))
  return (
    <CheckboxGroup
      legend={hasGroups ? words.accessGroups : words.teammates}
      items={items}
      chosen={chosen}
      onChange={choose}
      className="max-h-40 space-y-2.5 overflow-y-auto py-1"
    >
      {items.length === 0 && <p className="text-sm text-muted">{words.noTeammates}</p>}
      {items.length > 0 && chosen.length === 0 && (
        <Notice tone="warning" className="mt-2">
          {words.noAccess}
        </Notice>
      )}
    </CheckboxGroup>
  )
}
