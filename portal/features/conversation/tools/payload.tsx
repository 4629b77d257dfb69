/** What a tool is given or answers, to be looked at. */
export function Payload({ label, value }: { label: string; value: unknown }) {
  return (
    <div>
      <div className="mb-0.5 text-2xs text-faint">{label}</div>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a payload that scrolls must be reachable by keyboard
        tabIndex={0}
        className="max-h-60 overflow-auto rounded-md bg-canvas px-3 py-2 font-mono text-2xs wrap-anywhere whitespace-pre-wrap"
      >
        {textOf(value)}
      </pre>
    </div>
  )
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 2))
