import { Globe, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useMessages } from '../../../../lib/i18n.ts'
import { sentenceOf } from '../../../../lib/refusal.ts'
import { Button, IconButton } from '../../../../ui/button.tsx'
import { TextField } from '../../../../ui/field.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { showToast } from '../../../../ui/toast.tsx'
import { partMessages } from '../../../page-parts/messages.ts'
import { webchatMessages } from '../messages.ts'
import { type Rules, useUpdateSecurity } from '../use-webchat.ts'
import { originOf } from './origin-of.ts'

/** The server's limit. */
const MOST = 100

/** The sites that may show the widget. */
export function Origins({ rules }: { rules: Rules }) {
  const words = useMessages(webchatMessages)
  const { undo } = useMessages(partMessages)
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const update = useUpdateSecurity()
  const known = rules.allowed_origins
  const save = (allowed_origins: string[], onSuccess: () => void) =>
    update.mutate(
      { ...rules, allowed_origins },
      { onSuccess, onError: (error) => setProblem(sentenceOf(error, words.securitySaveFailed)) },
    )
  const add = (event: FormEvent) => {
    event.preventDefault()
    const origin = originOf(text)
    const wrong = !origin
      ? words.originWrong
      : known.includes(origin)
        ? words.originKnown
        : known.length >= MOST
          ? words.originsFull(MOST)
          : undefined
    setProblem(wrong)
    if (origin && !wrong) save([...known, origin], () => setText(''))
  }
  const remove = (origin: string) =>
    save(
      known.filter((one) => one !== origin),
      () => showToast(words.originRemoved(origin), { label: undo, run: () => save(known, () => undefined) }),
    )
  return (
    <div>
      <h3 className="text-sm font-medium">{words.origins}</h3>
      <p className="mt-1 mb-3 text-xs text-pretty text-muted">{words.originsText}</p>
      {known.length === 0 ? (
        <Notice icon={<Globe aria-hidden />} className="mb-3">
          {words.anyOrigin}
        </Notice>
      ) : (
        <ul className="mb-3 divide-y divide-line rounded-lg border border-line">
          {known.map((origin) => (
            <li key={origin} className="flex items-center gap-2 py-1 pr-1 pl-3.5">
              <code className="min-w-0 grow font-mono text-xs break-all">{origin}</code>
              <IconButton
                label={words.removeOrigin(origin)}
                disabled={update.isPending}
                onClick={() => remove(origin)}
                className="pointer-coarse:size-10!"
              >
                <X aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <form onSubmit={add} className="flex items-start gap-2">
        <TextField
          label={words.addOriginLabel}
          placeholder="https://shop.example"
          className="min-w-0 grow [&_input]:font-mono"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={300}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setProblem(undefined)
          }}
          error={problem}
        />
        <Button type="submit" className="mt-6.5" busy={update.isPending} disabled={text.trim() === ''}>
          {words.addOrigin}
        </Button>
      </form>
    </div>
  )
}
