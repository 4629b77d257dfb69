import { CalendarClock, Zap } from 'lucide-react'
import { useState } from 'react'
import type { Trigger } from '#contracts/triggers.ts'
import type { Workflow } from '#contracts/workflows.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Section } from '../../../ui/section.tsx'
import { CopyRow } from '../../page-parts/copy-row.tsx'
import { LoadFailed } from '../../page-parts/load-failed.tsx'
import { WaitingRows } from '../../page-parts/waiting.tsx'
import { triggerMessages } from './messages.ts'
import { TriggerDialog } from './trigger-dialog.tsx'
import { TriggerRow } from './trigger-row.tsx'
import { useTriggers } from './use-triggers.ts'

/** The triggers of a workflow. Changes take effect at once, unlike those of the flow. */
export function TriggersTab({ workflow }: { workflow: Workflow }) {
  const words = useMessages(triggerMessages)
  const triggers = useTriggers(workflow.id)
  const [edited, setEdited] = useState<Trigger | Trigger['type'] | null>(null)
  /** Shown once, until the person has it. */
  const [secret, setSecret] = useState<string | null>(null)
  const listed = triggers.data?.data
  const hasPublic = listed?.some(({ type }) => type === 'public')
  return (
    <Section
      title={words.title}
      text={words.text}
      actions={
        listed && (
          <>
            {!hasPublic && (
              <Button size="small" onClick={() => setEdited('public')}>
                <Zap aria-hidden className="size-3.5" />
                {words.addPublic}
              </Button>
            )}
            <Button size="small" onClick={() => setEdited('schedule')}>
              <CalendarClock aria-hidden className="size-3.5" />
              {words.addSchedule}
            </Button>
          </>
        )
      }
    >
      {workflow.is_draft && (
        <Notice tone="warning" className="mb-4">
          {words.isDraft}
        </Notice>
      )}
      {secret && (
        <Notice tone="warning" className="mb-4">
          <CopyRow label={words.secret} hint={words.secretHint} text={secret} copyLabel={words.copySecret} />
          <Button size="small" className="mt-3" onClick={() => setSecret(null)}>
            {words.secretKept}
          </Button>
        </Notice>
      )}
      {!listed && (triggers.isError ? <LoadFailed title={words.failed} query={triggers} /> : <WaitingRows />)}
      {listed?.length === 0 && <EmptyState icon={<Zap aria-hidden />} title={words.none} text={words.noneText} />}
      <ul className="space-y-3">
        {listed?.map((trigger) => (
          <TriggerRow
            key={trigger.id}
            trigger={trigger}
            onEdit={() => setEdited(trigger)}
            onSecret={(made) => setSecret(made)}
          />
        ))}
      </ul>
      {edited && (
        <TriggerDialog
          workflowId={workflow.id}
          edited={edited}
          onClose={() => setEdited(null)}
          onSecret={(made) => setSecret(made)}
        />
      )}
    </Section>
  )
}
