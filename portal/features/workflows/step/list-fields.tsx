import { X } from 'lucide-react'
import { useState } from 'react'
import { useMessages } from '../../../lib/i18n.ts'
import { TextArea } from '../../../ui/field.tsx'
import { Picker, type PickerOption, type PickerWords } from '../../../ui/picker.tsx'
import { stepMessages } from './messages.ts'

type LinesFieldProps = {
  label: string
  hint?: string | undefined
  error?: string | undefined
  value: readonly string[]
  onChange: (value: string[]) => void
}

/** Texts, each on a line of its own. */
export function LinesField({ value, onChange, ...rest }: LinesFieldProps) {
  const [typed, setTyped] = useState('')
  const isCurrent = JSON.stringify(linesIn(typed)) === JSON.stringify(value)
  return (
    <TextArea
      {...rest}
      rows={3}
      value={isCurrent ? typed : value.join('\n')}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(linesIn(target.value))
      }}
    />
  )
}

const linesIn = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

type ChosenFieldProps = {
  label: string
  words: PickerWords
  value: readonly string[]
  options: readonly PickerOption[]
  onChange: (value: string[]) => void
}

/** Some of many names, each added by being found. */
export function ChosenField({ label, words, value, options, onChange }: ChosenFieldProps) {
  const own = useMessages(stepMessages)
  return (
    <div className="space-y-2">
      {value.length > 0 && (
        <ul aria-label={label} className="flex flex-wrap gap-1.5">
          {value.map((name) => (
            <li key={name} className="flex max-w-full items-center rounded-md bg-hover pl-2 font-mono text-2xs">
              <span className="truncate">{name}</span>
              <button
                type="button"
                aria-label={own.remove(name)}
                onClick={() => onChange(value.filter((each) => each !== name))}
                className="flex size-6 shrink-0 items-center justify-center rounded-md text-muted hover:text-ink pointer-coarse:size-10"
              >
                <X aria-hidden className="size-3" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Picker
        label={words.find}
        isLabelHidden
        words={words}
        placeholder={words.find}
        value=""
        options={options.filter((option) => !value.includes(option.value))}
        onChange={(name) => onChange([...value, name])}
      />
    </div>
  )
}
