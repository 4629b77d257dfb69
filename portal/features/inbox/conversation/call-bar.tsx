import { useMutation } from '@tanstack/react-query'
import { Phone } from 'lucide-react'
import * as voicePaths from '#contracts/paths/voice.ts'
import { call } from '../../../lib/api.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { sentenceOf } from '../../../lib/refusal.ts'
import { useSession } from '../../../lib/session.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { inboxMessages } from '../messages.ts'

/** Shown during a call of the contact with the teammate; its transcript arrives as messages. */
export function CallBar({ conversation_id }: { conversation_id: string }) {
  const words = useMessages(inboxMessages)
  const { organization } = useSession()
  // It is over when the event says so, for everyone alike.
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(voicePaths.hangUpCall, { params: { organization_id: organization.id, conversation_id } }),
    onError: (error) => showToast(sentenceOf(error, words.hangUpFailed)),
  })
  return (
    <div className="flex min-h-11 shrink-0 items-center justify-between gap-3 border-b border-line px-4 py-1.5">
      <span role="status">
        <Badge tone="positive">
          <Phone aria-hidden />
          {words.onCall}
        </Badge>
      </span>
      <Button size="small" look="danger" busy={isPending} onClick={() => mutate()}>
        {words.hangUp}
      </Button>
    </div>
  )
}
