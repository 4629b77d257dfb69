/** A text in which what was searched for stands out. */
export function Highlighted({ text, wanted }: { text: string; wanted: string }) {
  const parts = partsOf(text, wanted)
  return parts.map(({ at, part, isFound }) =>
    isFound ? (
      <mark key={at} className="rounded-xs bg-warning-soft font-medium text-warning">
        {part}
      </mark>
    ) : (
      part
    ),
  )
}

function partsOf(text: string, wanted: string) {
  const pattern = wanted
    .trim()
    .replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
    .replaceAll(/\s+/g, '\\s+')
  if (pattern === '') return [{ at: 0, part: text, isFound: false }]
  let at = 0
  return text.split(new RegExp(`(${pattern})`, 'giu')).map((part, index) => {
    const piece = { at, part, isFound: index % 2 === 1 }
    at += part.length
    return piece
  })
}
