import { useEffect } from 'react'
import type { Call } from '#voice-client/start-call.ts'
import { listenToTalkKeys } from '#voice-client/talk-key.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { callMessages } from '../messages.ts'

/** Held by pointer, by key on the button, or by the space bar anywhere but in a field. */
export function TalkButton({ call, isHeld }: { call: Call; isHeld: boolean }) {
  const words = useMessages(callMessages)
  useEffect(() => listenToTalkKeys(call.holdToTalk), [call])
  return (
    <div className="flex flex-col items-center gap-1">
      <Button
        look={isHeld ? 'primary' : 'secondary'}
        data-talk
        aria-pressed={isHeld}
        className="h-11! w-full touch-none"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          call.holdToTalk(true)
        }}
        onLostPointerCapture={() => call.holdToTalk(false)}
        onContextMenu={(event) => event.preventDefault()}
      >
        {words.holdToTalk}
      </Button>
      <p className="text-xs text-muted pointer-coarse:hidden">{words.holdSpace}</p>
    </div>
  )
}
