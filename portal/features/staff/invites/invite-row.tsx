import { Copy, Ellipsis, Link2, Mail, RotateCw, X } from 'lucide-react'
import type { Invite } from '#contracts/invites.ts'
import { useCopy } from '../../../lib/copy.ts'
import { formatWhen } from '../../../lib/format.ts'
import { useLanguage, useMessages, type Words } from '../../../lib/i18n.ts'
import { Badge } from '../../../ui/badge.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { Menu, MenuItem } from '../../../ui/menu.tsx'
import { Td } from '../../../ui/table.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { type ShownState, shownState } from './change-pages.ts'
import { invitesMessages } from './messages.ts'
import { linkOf, useResendInvite } from './use-invites.ts'

const tones = { Pending: 'accent', Accepted: 'positive', Cancelled: 'neutral', Expired: 'warning' } as const

/** A link by the end of its address: there may be several. */
const nameOf = ({ email, code }: Invite, words: Words<typeof invitesMessages>): string =>
  email ?? words.linkEnding(code.slice(-6))

type InviteRowProps = { invite: Invite; onCancel: (invite: Invite) => void }

/** What is not pending any more can only be read. */
export function InviteRow({ invite, onCancel }: InviteRowProps) {
  const words = useMessages(invitesMessages)
  const language = useLanguage()
  const state = shownState(invite, Date.now())
  const { email, role, expires_at, invited_by } = invite
  const Icon = email === null ? Link2 : Mail
  return (
    <tr className="hover:bg-hover">
      <Td className="max-w-0 max-md:w-full md:w-1/2">
        <div className="flex min-w-0 items-center gap-2.5">
          <span className="grid size-7 shrink-0 place-items-center rounded-full bg-ink/6 text-muted [&>svg]:size-3.5">
            <Icon aria-hidden />
          </span>
          <span className="min-w-0 leading-tight">
            <span className="block font-medium max-md:break-all md:truncate">{nameOf(invite, words)}</span>
            <Detail invite={invite} state={state} />
            <span className="mt-0.5 block text-xs text-muted md:hidden">
              {words.roles[role]}
              {state === 'Pending' && ` · ${words.until(formatWhen(expires_at, language))}`}
            </span>
          </span>
        </div>
      </Td>
      <Td className="whitespace-nowrap text-muted max-md:hidden">{words.roles[role]}</Td>
      <Td>
        <Badge tone={tones[state]}>{words.states[state]}</Badge>
      </Td>
      <Td className="whitespace-nowrap text-muted max-md:hidden">
        {state === 'Pending' || state === 'Expired' ? (
          <time dateTime={expires_at} title={invited_by ? words.invitedBy(invited_by.name) : undefined}>
            {formatWhen(expires_at, language)}
          </time>
        ) : (
          '–'
        )}
      </Td>
      <Td className="w-10 py-0 text-right">{state === 'Pending' && <Actions invite={invite} onCancel={onCancel} />}</Td>
    </tr>
  )
}

/** What has become of its mail, or of its places; and who invites. */
function Detail({ invite, state }: { invite: Invite; state: ShownState }) {
  const words = useMessages(invitesMessages)
  const { mail, email, uses, used, invited_by } = invite
  if (state === 'Pending' && mail?.status === 'failed') {
    return <span className="mt-0.5 block text-xs text-pretty text-danger">{words.mailFailed(mail.problem)}</span>
  }
  const inviter = invited_by && words.invitedBy(invited_by.name)
  const text =
    state === 'Pending' && mail?.status === 'queued'
      ? words.sending
      : email === null
        ? [words.used(used, uses), inviter].filter(Boolean).join(' · ')
        : inviter
  return text && <span className="mt-0.5 block text-xs text-muted md:truncate">{text}</span>
}

function Actions({ invite, onCancel }: InviteRowProps) {
  const words = useMessages(invitesMessages)
  const { copy } = useCopy()
  const resend = useResendInvite()
  const name = nameOf(invite, words)
  const copyLink = async () => showToast((await copy(linkOf(invite))) ? words.linkCopied : words.copyFailed)
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label={words.actionsOf(name)}>
          <Ellipsis aria-hidden />
        </IconButton>
      }
    >
      {invite.email !== null && (
        <MenuItem icon={<RotateCw aria-hidden />} onSelect={() => resend.mutate(invite)}>
          {words.resend}
        </MenuItem>
      )}
      <MenuItem icon={<Copy aria-hidden />} onSelect={copyLink}>
        {words.copyLink}
      </MenuItem>
      <MenuItem danger icon={<X aria-hidden />} onSelect={() => onCancel(invite)}>
        {words.cancel}
      </MenuItem>
    </Menu>
  )
}
