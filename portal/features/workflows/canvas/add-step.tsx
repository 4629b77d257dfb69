import { useState } from 'react'
import { foldText, hasWords } from '#contracts/fold-text.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { FilterField, Option } from '../../../ui/option.tsx'
import { useOptions } from '../../../ui/use-options.ts'
import { partMessages } from '../../page-parts/messages.ts'
import { STEP_TYPES, type StepTypeName, stepKindOf } from '../step/step-types.ts'
import { canvasMessages } from './messages.ts'

/** Picks the type of a new step by typing; matches of the name come first. */
export function AddStep({ onAdd, onClose }: { onAdd: (type: StepTypeName) => void; onClose: () => void }) {
  const words = useMessages(canvasMessages)
  const parts = useMessages(partMessages)
  const [wanted, setWanted] = useState('')
  const isNamed = (type: StepTypeName) => foldText(words.types[type]).startsWith(foldText(wanted.trim()))
  const found = STEP_TYPES.filter((type) =>
    hasWords(`${type} ${words.types[type]} ${words.typeTexts[type]}`, wanted),
  ).toSorted((a, b) => Number(isNamed(b)) - Number(isNamed(a)))
  const list = useOptions(found, { idOf: (type) => type, onChoose: onAdd })
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={words.addStep} closeLabel={parts.close}>
      <FilterField label={words.findStep} value={wanted} onChange={setWanted} list={list} />
      <div role="listbox" id={list.listId} aria-label={words.addStep} className="max-h-80 overflow-y-auto py-1.5">
        {found.map((type) => {
          const Icon = stepKindOf(type)?.icon
          return (
            <Option key={type} list={list} item={type} onChoose={onAdd} className="gap-3 rounded-md px-2 py-1.5">
              {Icon && <Icon aria-hidden className="size-4 shrink-0 text-accent" />}
              <span className="min-w-0">
                <span className="block text-sm">{words.types[type]}</span>
                <span className="block text-xs text-muted">{words.typeTexts[type]}</span>
              </span>
            </Option>
          )
        })}
        {found.length === 0 && <p className="px-2 py-3 text-sm text-muted">{words.noType}</p>}
      </div>
    </Dialog>
  )
}
