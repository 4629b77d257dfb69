import { Ellipsis, KeyRound, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Trigger } from '#contracts/triggers.ts'
import { formatMoment, formatNumber, formatWhen } from '../../../lib/format.ts'
import { useLanguage, useMessages } from '../../../lib/i18n.ts'
import { sentenceOf } from '../../../lib/refusal.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Menu, MenuItem } from '../../../ui/menu.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { AskFirst } from '../../page-parts/ask-first.tsx'
import { CopyRow } from '../../page-parts/copy-row.tsx'
import { triggerMessages } from './messages.ts'
import { useScheduleInWords } from './schedule-in-words.ts'
import { useDeleteTrigger, useSaveTrigger } from './use-triggers.ts'

type TriggerRowProps = { trigger: Trigger; onEdit: () => void; onSecret: (secret: string) => void }

export function TriggerRow({ trigger, onEdit, onSecret }: TriggerRowProps) {
  const words = useMessages(triggerMessages)
  const language = useLanguage()
  const save = useSaveTrigger(trigger.workflow_id)
  const remove = useDeleteTrigger(trigger.workflow_id)
  const [isLeaving, setLeaving] = useState(false)
  const onError = (error: Error) => showToast(sentenceOf(error, words.saveFailed))
  const title = words.types[trigger.type]
  const rotate = () =>
    save.mutate(
      { id: trigger.id, body: { rotate_secret: true } },
      { onError, onSuccess: (saved) => saved.type === 'public' && saved.secret && onSecret(saved.secret) },
    )
  return (
    <li className="space-y-4 rounded-xl border border-line px-4 py-3.5">
      <div className="flex items-start gap-3">
        <div className="min-w-0 grow">
          <Switch
            label={title}
            hint={trigger.last_run_at ? words.lastRun(formatWhen(trigger.last_run_at, language)) : words.neverRan}
            checked={trigger.is_enabled}
            onChange={(is_enabled) => save.mutate({ id: trigger.id, body: { is_enabled } }, { onError })}
          />
        </div>
        <Menu
          align="end"
          trigger={
            <IconButton label={words.actionsOf(title)} className="-mt-1.5">
              <Ellipsis aria-hidden />
            </IconButton>
          }
        >
          <MenuItem icon={<Pencil aria-hidden />} onSelect={onEdit}>
            {words.edit}
          </MenuItem>
          {trigger.type === 'public' && trigger.protection !== 'none' && (
            <MenuItem icon={<KeyRound aria-hidden />} onSelect={rotate}>
              {words.rotate}
            </MenuItem>
          )}
          <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={() => setLeaving(true)}>
            {words.delete}
          </MenuItem>
        </Menu>
      </div>
      {trigger.last_problem && <p className="text-xs text-danger">{trigger.last_problem}</p>}
      {trigger.type === 'public' ? (
        <>
          <CopyRow label={words.url} hint={words.urlHint} text={trigger.url} copyLabel={words.copyUrl} />
          <p className="text-xs text-pretty text-muted">
            {words.protections[trigger.protection]}
            {trigger.debounce_seconds !== null && ` ${words.debounced(trigger.debounce_seconds)}`}{' '}
            {words.rate(
              formatNumber(trigger.calls_per_minute, language),
              formatNumber(trigger.calls_per_minute_and_address, language),
            )}
          </p>
        </>
      ) : (
        <ScheduleTimes trigger={trigger} />
      )}
      <AskFirst
        open={isLeaving}
        onOpenChange={setLeaving}
        title={words.deleteTitle}
        text={words.deleteText}
        work={() => remove.mutateAsync(trigger.id)}
        done={words.deleted}
        failed={words.deleteFailed}
      />
    </li>
  )
}

function ScheduleTimes({ trigger }: { trigger: Extract<Trigger, { type: 'schedule' }> }) {
  const words = useMessages(triggerMessages)
  const language = useLanguage()
  const inWords = useScheduleInWords(trigger.cron)
  return (
    <div className="text-sm">
      {inWords && <p className="mb-1">{words.inUtc(inWords)}</p>}
      <p>
        <code className="font-mono text-xs">{trigger.cron}</code>
        <span className="ml-2 text-xs text-muted">{`${words.overlap}: ${words.overlaps[trigger.overlap]}`}</span>
      </p>
      <h3 className="mt-3 mb-1 text-xs font-medium text-muted">{words.nextTimes}</h3>
      {trigger.next_times.length === 0 && <p className="text-xs text-muted">{words.noTimes}</p>}
      <ol className="space-y-0.5 text-xs tabular-nums">
        {trigger.next_times.map((time) => (
          <li key={time}>
            <time dateTime={time}>{formatMoment(time, language)}</time>
          </li>
        ))}
      </ol>
    </div>
  )
}
