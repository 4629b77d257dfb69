import type { AssignedConnector } from '#contracts/connectors.ts'
import { useMessages } from '../../../../lib/i18n.ts'
import { sentenceOf } from '../../../../lib/refusal.ts'
import { Button } from '../../../../ui/button.tsx'
import { showToast } from '../../../../ui/toast.tsx'
import { connectorMessages } from '../../../connectors/messages.ts'
import { useTestConnector } from '../../../connectors/use-connectors.ts'
import { partMessages } from '../../../page-parts/messages.ts'
import { teammateConnectorMessages } from './messages.ts'
import { choiceOf, labelOf, useAssign } from './use-assigned.ts'

export function AssignedActions({ assigned, employeeId }: { assigned: AssignedConnector; employeeId: string }) {
  const words = useMessages(teammateConnectorMessages)
  const { test: testWord, testOf } = useMessages(connectorMessages)
  const { undo } = useMessages(partMessages)
  const name = labelOf(assigned)
  const choice = choiceOf(assigned)
  const test = useTestConnector(employeeId, name)
  const assign = useAssign(employeeId)
  // As it was, with the tools that ask first. The row is gone by then, and what would be called by it.
  const giveBack = () =>
    assign
      .mutateAsync({ choice: { ...choice, ask: assigned.ask }, isAssigned: true })
      .catch((error: Error) => showToast(sentenceOf(error, words.assignFailed)))
  const unassign = () =>
    assign.mutateAsync({ choice, isAssigned: false }).then(
      () => showToast(words.unassigned(name), { label: undo, run: giveBack }),
      (error: Error) => showToast(sentenceOf(error, words.unassignFailed)),
    )
  return (
    <>
      <Button size="small" look="danger" aria-label={words.unassignOf(name)} busy={assign.isPending} onClick={unassign}>
        {words.unassign}
      </Button>
      {/* What an API answers is found by calling one of its tools. */}
      {assigned.type !== 'openapi' && (
        <Button size="small" aria-label={testOf(name)} busy={test.isPending} onClick={() => test.mutate(choice)}>
          {testWord}
        </Button>
      )}
    </>
  )
}
