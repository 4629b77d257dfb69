import { partsOf } from '../../lib/passage.ts'

/** A text with the searched words highlighted. */
export function Highlighted({ text, wanted }: { text: string; wanted: string | readonly string[] }) {
  return partsOf(text, wanted).map(({ at, part, isFound }) =>
    isFound ? (
      <mark key={at} className="rounded-xs bg-warning-soft font-medium text-warning">
        {part}
      </mark>
    ) : (
      part
    ),
  )
}
