import { useBlocker } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { useMessages } from '../../lib/i18n.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'
import { partMessages } from './messages.ts'

type UnsavedBarProps = {
  isDirty: boolean
  busy: boolean
  problem?: string | undefined
  onSave: () => void
  onDiscard: () => void
}

/** Saves by button or by Ctrl+S, and asks before what is not saved is left behind. */
export function UnsavedBar({ isDirty, busy, problem, onSave, onDiscard }: UnsavedBarProps) {
  const words = useMessages(partMessages)
  useSaveKey(() => isDirty && !busy && onSave())
  const leaving = useBlocker({
    // The tabs of one page share their form.
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  return (
    <>
      {isDirty && (
        <SaveBar
          text={words.unsaved}
          save={words.save}
          discard={words.discard}
          busy={busy}
          problem={problem}
          onSave={onSave}
          onDiscard={onDiscard}
        />
      )}
      <Confirm
        open={leaving.status === 'blocked'}
        onOpenChange={(open) => !open && leaving.reset?.()}
        title={words.leaveTitle}
        text={words.leaveText}
        action={words.leave}
        cancel={words.stay}
        onConfirm={() => leaving.proceed?.()}
      />
    </>
  )
}

function useSaveKey(save: () => void): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.code !== 'KeyS' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
    event.preventDefault()
    save()
  })
  useEffect(() => {
    addEventListener('keydown', pressed)
    return () => removeEventListener('keydown', pressed)
  }, [])
}
