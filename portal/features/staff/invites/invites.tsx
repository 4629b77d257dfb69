import { useState } from 'react'
import type { Invite } from '#contracts/invites.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { Section } from '../../../ui/section.tsx'
import { Table, Th } from '../../../ui/table.tsx'
import { LoadFailed } from '../../page-parts/load-failed.tsx'
import { ActionsTh } from '../../page-parts/table-heads.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { InviteRow } from './invite-row.tsx'
import { invitesMessages } from './messages.ts'
import { useCancelInvite, useInvites } from './use-invites.ts'

type InvitesProps = { isInviting: boolean; onClose: () => void }

/** Who has been invited, under those who are here; nothing is shown before anybody was. */
export function Invites({ isInviting, onClose }: InvitesProps) {
  const words = useMessages(invitesMessages)
  const invites = useInvites()
  const [leaving, setLeaving] = useState<Invite | null>(null)
  const listed = invites.data?.invites ?? []
  return (
    <>
      {!invites.data && invites.isError && <LoadFailed title={words.failed} query={invites} />}
      {listed.length > 0 && (
        <div className="mt-8">
          <Section title={words.title} text={words.text}>
            <Table caption={words.title}>
              <thead>
                <tr>
                  <Th>{words.to}</Th>
                  <Th className="max-md:hidden">{words.role}</Th>
                  <Th>{words.status}</Th>
                  <Th className="max-md:hidden">{words.validUntil}</Th>
                  <ActionsTh />
                </tr>
              </thead>
              <tbody>
                {listed.map((invite) => (
                  <InviteRow key={invite.id} invite={invite} onCancel={setLeaving} />
                ))}
              </tbody>
            </Table>
            {invites.hasNextPage && (
              <Button className="mt-4" busy={invites.isFetchingNextPage} onClick={() => invites.fetchNextPage()}>
                {words.more}
              </Button>
            )}
          </Section>
        </div>
      )}
      <CancelInvite invite={leaving} onClose={() => setLeaving(null)} />
      {isInviting && !invites.isPending && (
        <InviteDialog canSendMail={invites.data?.canSendMail ?? true} onClose={onClose} />
      )}
    </>
  )
}

function CancelInvite({ invite, onClose }: { invite: Invite | null; onClose: () => void }) {
  const words = useMessages(invitesMessages)
  const cancel = useCancelInvite()
  return (
    <Confirm
      open={invite !== null}
      onOpenChange={(open) => !open && onClose()}
      title={words.cancelTitle}
      text={words.cancelText}
      action={words.cancelInvite}
      cancel={words.keep}
      busy={cancel.isPending}
      onConfirm={() => invite && cancel.mutate(invite, { onSettled: onClose })}
    />
  )
}
