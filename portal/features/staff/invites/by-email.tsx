import { MailX } from 'lucide-react'
import { MAX_ADDRESSES } from '#contracts/invite-limits.ts'
import type { SkippedAddress } from '#contracts/invites.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { invitesMessages } from './messages.ts'

type ByEmailProps = {
  canSendMail: boolean
  text: string
  onChange: (text: string) => void
  isTooMany: boolean
  /** Whom the last try did not invite. */
  skipped: SkippedAddress[]
  onLinkInstead: () => void
}

export function ByEmail({ canSendMail, text, onChange, isTooMany, skipped, onLinkInstead }: ByEmailProps) {
  const words = useMessages(invitesMessages)
  if (!canSendMail) {
    return (
      <Notice tone="warning" icon={<MailX aria-hidden />}>
        <p>{words.noMail}</p>
        <Button size="small" className="mt-2.5" onClick={onLinkInstead}>
          {words.createLinkInstead}
        </Button>
      </Notice>
    )
  }
  return (
    <>
      <TextArea
        autoFocus
        label={words.emails}
        placeholder="ann@example.com, bob@example.com"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        hint={words.emailsHint}
        error={isTooMany ? words.tooMany(MAX_ADDRESSES) : undefined}
      />
      {skipped.length > 0 && (
        <div role="alert" className="text-sm">
          <p className="font-medium">{words.notInvited}</p>
          <ul className="mt-1 max-h-32 space-y-0.5 overflow-y-auto text-muted">
            {skipped.map(({ email, reason }) => (
              <li key={email} className="break-words">
                {email}: {words.skipped[reason]}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}
