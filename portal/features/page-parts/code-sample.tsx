import { ScrollingText } from '../../ui/scrolling.tsx'
import { CopyText } from './copy-text.tsx'

type CodeSampleProps = { label: string; copyLabel: string; text: string }

/** Lines of code that are there to be copied. */
export function CodeSample({ label, copyLabel, text }: CodeSampleProps) {
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-canvas">
      <div className="flex items-center justify-between gap-3 border-b border-line py-1 pr-1 pl-3.5">
        <span className="text-xs font-medium text-muted">{label}</span>
        <CopyText label={copyLabel} text={text} />
      </div>
      <ScrollingText className="overflow-x-auto px-3.5 py-3 font-mono text-xs leading-5">
        <code>{text}</code>
      </ScrollingText>
    </div>
  )
}
