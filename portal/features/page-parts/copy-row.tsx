import type { ReactNode } from 'react'
import { CopyText } from './copy-text.tsx'

type CopyRowProps = {
  label: string
  hint?: ReactNode
  text: string
  copyLabel: string
  /** What is copied where that is not what is shown. */
  copied?: () => Promise<string>
  /** Beside the copy button. */
  actions?: ReactNode
}

/** A text that is there to be copied. */
export function CopyRow({ label, hint, text, copyLabel, copied, actions }: CopyRowProps) {
  return (
    <div>
      <h3 className="mb-1.5 text-sm font-medium">{label}</h3>
      <div className="flex flex-wrap items-center gap-2 rounded-lg border border-line bg-canvas py-1.5 pr-1.5 pl-3.5">
        <code className="min-w-0 grow basis-40 font-mono text-xs break-all">{text || '\u00a0'}</code>
        <div className="ml-auto flex gap-1.5">
          <CopyText label={copyLabel} text={copied ?? text} />
          {actions}
        </div>
      </div>
      {hint && <p className="mt-1.5 text-xs text-pretty text-muted">{hint}</p>}
    </div>
  )
}
