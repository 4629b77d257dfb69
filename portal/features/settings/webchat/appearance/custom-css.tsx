import { TriangleAlert } from 'lucide-react'
import { useMemo } from 'react'
import { useMessages } from '../../../../lib/i18n.ts'
import { TextArea } from '../../../../ui/field.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { webchatMessages } from '../messages.ts'
import { takenOut } from './taken-out.ts'
import { usePublicCss } from './use-public-css.ts'

type CustomCssProps = { saved: string; value: string; onChange: (css: string) => void }

export function CustomCss({ saved, value, onChange }: CustomCssProps) {
  const words = useMessages(webchatMessages)
  const published = usePublicCss(saved)
  const lines = useMemo(() => (published === undefined ? [] : takenOut(saved, published)), [saved, published])
  return (
    <div>
      <TextArea
        label={words.css}
        hint={words.cssHint}
        rows={8}
        maxLength={50_000}
        spellCheck={false}
        autoCapitalize="none"
        className="[&_textarea]:font-mono [&_textarea]:text-xs"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {lines.length > 0 && (
        <Notice tone="warning" icon={<TriangleAlert aria-hidden />} className="mt-3">
          <p>{words.takenOut}</p>
          <ul className="mt-1.5 space-y-1">
            {lines.map((line) => (
              <li key={line}>
                <code className="font-mono text-xs break-all">{line}</code>
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  )
}
