import { useState } from 'react'
import { MAX_ADDRESSES, MAX_USES } from '#contracts/invite-limits.ts'
import type { Invite, InviteRole, SkippedAddress } from '#contracts/invites.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { sentenceOf } from '../../../lib/refusal.ts'
import { TextField } from '../../../ui/field.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { FormDialog } from '../../page-parts/form-dialog.tsx'
import { ByEmail } from './by-email.tsx'
import { InviteAccess } from './invite-access.tsx'
import { LinkReady } from './link-ready.tsx'
import { invitesMessages } from './messages.ts'
import { readAddresses } from './read-addresses.ts'
import { useInviteAccess } from './use-invite-access.ts'
import { useCreateLink, useInviteAddresses } from './use-invites.ts'

type Way = 'email' | 'link'
type InviteDialogProps = { canSendMail: boolean; onClose: () => void }

/** By e-mail, for as many as are pasted, or by a link that is passed on. */
export function InviteDialog({ canSendMail, onClose }: InviteDialogProps) {
  const words = useMessages(invitesMessages)
  const [way, setWay] = useState<Way>(canSendMail ? 'email' : 'link')
  const [role, setRole] = useState<InviteRole>('member')
  const [text, setText] = useState('')
  const [uses, setUses] = useState('1')
  const [skipped, setSkipped] = useState<SkippedAddress[]>([])
  const [made, setMade] = useState<Invite | null>(null)
  const mail = useInviteAddresses()
  const link = useCreateLink()
  const isByMail = way === 'email'
  const access = useInviteAccess()
  const sending = isByMail ? mail : link
  const error = access.error ?? sending.error

  const emails = readAddresses(text)
  const count = Number(uses)
  const isCount = Number.isInteger(count) && count >= 1 && count <= MAX_USES
  const isReady = isByMail ? canSendMail && emails.length > 0 && emails.length <= MAX_ADDRESSES : isCount

  const groupsToJoin = () => (role === 'member' ? access.groupsToJoin() : Promise.resolve([]))

  const send = (access_group_ids: string[]) =>
    mail.mutate(
      { emails, role, access_group_ids },
      {
        onSuccess: (answer) => {
          if (answer.created.length > 0) showToast(words.invited(answer.created.length))
          if (answer.skipped.length === 0) return onClose()
          setSkipped(answer.skipped)
          // What was no address may have been a slip; the rest is done.
          const slips = answer.skipped.filter(({ reason }) => reason === 'NOT_AN_ADDRESS')
          setText(slips.map(({ email }) => email).join('\n'))
        },
      },
    )
  const submit = async () => {
    const access_group_ids = await groupsToJoin().catch(() => null)
    // The dialog shows why not.
    if (access_group_ids === null) return
    if (isByMail) send(access_group_ids)
    else link.mutate({ role, uses: count, access_group_ids }, { onSuccess: setMade })
  }

  if (made) return <LinkReady invite={made} onClose={onClose} />
  return (
    <FormDialog
      title={words.dialogTitle}
      action={isByMail ? words.send : words.createLink}
      isReady={isReady}
      busy={sending.isPending || access.isPending}
      problem={error && sentenceOf(error, words.createFailed)}
      onSubmit={submit}
      onClose={onClose}
    >
      <Segmented
        label={words.how}
        value={way}
        choices={(['email', 'link'] as const).map((value) => ({ value, label: words.ways[value] }))}
        onChange={setWay}
      />
      {isByMail ? (
        <ByEmail
          canSendMail={canSendMail}
          text={text}
          onChange={setText}
          isTooMany={emails.length > MAX_ADDRESSES}
          skipped={skipped}
          onLinkInstead={() => setWay('link')}
        />
      ) : (
        <TextField
          label={words.uses}
          type="number"
          inputMode="numeric"
          min={1}
          max={MAX_USES}
          value={uses}
          onChange={(event) => setUses(event.target.value)}
          hint={words.usesHint(MAX_USES)}
        />
      )}
      <div>
        <p className="mb-1.5 text-sm font-medium">{words.role}</p>
        <Segmented
          label={words.role}
          value={role}
          choices={(['member', 'admin'] as const).map((value) => ({ value, label: words.roles[value] }))}
          onChange={setRole}
        />
        <p className="mt-1.5 text-xs text-pretty text-muted">{words.roleHints[role]}</p>
      </div>
      {role === 'member' && <InviteAccess access={access} />}
      <TextField label={words.position} maxLength={200} autoComplete="off" hint={words.positionHint} />
    </FormDialog>
  )
}
