import { useBlocker } from '@tanstack/react-router'
import { useMessages } from '../../lib/i18n.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { partMessages } from './messages.ts'

type Address = { pathname: string; search: object }
type LeaveQuestionProps = {
  isDirty: boolean
  /** Whether a way leads out of what is not saved; the tabs of one page share their form. */
  leaves?: (from: Address, to: Address) => boolean
}

const toAnotherPage = (from: Address, to: Address) => from.pathname !== to.pathname

/** Asks before what is not saved is left behind. */
export function LeaveQuestion({ isDirty, leaves = toAnotherPage }: LeaveQuestionProps) {
  const words = useMessages(partMessages)
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && leaves(current, next),
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  return (
    <Confirm
      open={leaving.status === 'blocked'}
      onOpenChange={(open) => !open && leaving.reset?.()}
      title={words.leaveTitle}
      text={words.leaveText}
      action={words.leave}
      cancel={words.stay}
      onConfirm={() => leaving.proceed?.()}
    />
  )
}
