import { CopyButton } from '../list/copy-button.tsx'

export function CodeBlock({ code, language }: { code: string; language: string | undefined }) {
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-canvas">
      <div className="flex h-8 items-center justify-between border-b border-line pr-1 pl-3.5">
        <span className="font-mono text-2xs text-faint">{language}</span>
        <CopyButton text={code} />
      </div>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: code that scrolls must be reachable by keyboard
        tabIndex={0}
        className="overflow-x-auto px-3.5 py-3 font-mono text-xs leading-relaxed [overflow-wrap:normal]"
      >
        <code>{code}</code>
      </pre>
    </div>
  )
}
