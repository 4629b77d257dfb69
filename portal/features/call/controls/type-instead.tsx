import { ArrowUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Call } from '#voice-client/start-call.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { IconButton } from '../../../ui/button.tsx'
import { controlClass } from '../../../ui/field.tsx'
import { callMessages } from '../messages.ts'

const MAX_LENGTH = 4000

export function TypeInstead({ call, isReady }: { call: Call; isReady: boolean }) {
  const words = useMessages(callMessages)
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const isEmpty = text.trim() === ''
  return (
    <form
      className="flex items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (isEmpty || !isReady) return
        call.sendText(text.trim())
        setText('')
      }}
    >
      <input
        ref={field}
        aria-label={words.typeMessage}
        placeholder={words.typeMessage}
        maxLength={MAX_LENGTH}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className={`${controlClass} h-9 min-w-0 grow`}
      />
      <IconButton label={words.send} look="primary" type="submit" disabled={isEmpty || !isReady} className="size-9!">
        <ArrowUp aria-hidden />
      </IconButton>
    </form>
  )
}
