import { Check, Plus, Tag } from 'lucide-react'
import { useState } from 'react'
import { hasWords } from '#contracts/fold-text.ts'
import type { InboxConversationDetail } from '#contracts/inbox.ts'
import { LABEL_COLORS, MAX_LABEL_LENGTH } from '#contracts/label-names.ts'
import type { Label } from '#contracts/labels.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { sentenceOf } from '../../../lib/refusal.ts'
import { IconButton } from '../../../ui/button.tsx'
import { FilterField, Option } from '../../../ui/option.tsx'
import { Popover } from '../../../ui/popover.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { useOptions } from '../../../ui/use-options.ts'
import { LabelDot } from '../../labels/label-chip.tsx'
import { labelMessages } from '../../labels/messages.ts'
import { useLabels, useSaveLabel } from '../../labels/use-labels.ts'
import { useSetLabels } from './use-set-labels.ts'

type PickerProps = { conversation: InboxConversationDetail }

export function LabelPicker({ conversation }: PickerProps) {
  const words = useMessages(labelMessages)
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover
      label={words.title}
      align="end"
      open={isOpen}
      onOpenChange={setOpen}
      className="w-64"
      trigger={
        <IconButton label={words.edit} className="size-7! pointer-coarse:size-10! [&_svg]:size-3.5!">
          <Tag aria-hidden />
        </IconButton>
      }
    >
      <Labels conversation={conversation} />
    </Popover>
  )
}

type Choice = { id: string; label: Label | null }

/** Stays open, because a person who sorts gives several. */
function Labels({ conversation }: PickerProps) {
  const words = useMessages(labelMessages)
  const { data } = useLabels()
  const [wanted, setWanted] = useState('')
  const set = useSetLabels(conversation.id)
  const create = useSaveLabel(null)
  const all = data?.data ?? []
  const chosen = new Set(conversation.labels.map(({ id }) => id))
  const name = wanted.replace(/\s+/g, ' ').trim()
  const isNew = data && name !== '' && !all.some((label) => label.name.toLowerCase() === name.toLowerCase())
  const choices: Choice[] = all
    .filter((label) => hasWords(label.name, wanted))
    .map((label) => ({ id: label.id, label }))
  if (isNew) choices.push({ id: 'new', label: null })

  const choose = ({ label }: Choice) => {
    if (label) {
      const others = conversation.labels.filter(({ id }) => id !== label.id)
      set.mutate(chosen.has(label.id) ? others : [...others, label])
      return
    }
    if (create.isPending) return
    const color = LABEL_COLORS[(all.length + 1) % LABEL_COLORS.length] ?? 'gray'
    create.mutate(
      { name, color },
      {
        onSuccess: (made) => {
          setWanted('')
          set.mutate([...conversation.labels, made])
        },
        onError: (error) => showToast(sentenceOf(error, words.createFailed)),
      },
    )
  }
  const list = useOptions(choices, { idOf: ({ id }) => id, onChoose: choose })
  return (
    <>
      <FilterField
        label={words.find}
        value={wanted}
        onChange={(text) => setWanted(text.slice(0, MAX_LABEL_LENGTH))}
        list={list}
      />
      <div role="listbox" id={list.listId} aria-label={words.title} className="max-h-64 overflow-y-auto p-1.5">
        {choices.map((choice) => (
          <Option
            key={choice.id}
            list={list}
            item={choice}
            onChoose={choose}
            // The field keeps the focus, so that the next label can be typed.
            onMouseDown={(event) => event.preventDefault()}
            className="h-8 gap-2.5 rounded-md px-2 text-sm pointer-coarse:h-10"
          >
            {choice.label ? <LabelDot color={choice.label.color} /> : <Plus aria-hidden className="size-3.5" />}
            <span className="min-w-0 grow truncate">{choice.label ? choice.label.name : words.create(name)}</span>
            {chosen.has(choice.id) && (
              <>
                <Check aria-hidden className="size-4 shrink-0 text-accent" />
                <span className="sr-only">{words.chosen}</span>
              </>
            )}
          </Option>
        ))}
      </div>
    </>
  )
}
