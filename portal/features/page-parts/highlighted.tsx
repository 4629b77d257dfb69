import { partsOf } from '../../lib/passage.ts'

/** A text in which what was searched for stands out. */
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
