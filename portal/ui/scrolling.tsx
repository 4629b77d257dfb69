import type { ReactNode, Ref } from 'react'

type ScrollingProps = { className: string; children: ReactNode }

/** Preformatted text that scrolls by itself, so that it is reachable by keyboard. */
export function ScrollingText({ ref, className, children }: ScrollingProps & { ref?: Ref<HTMLPreElement> }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <pre ref={ref} tabIndex={0} className={className}>
      {children}
    </pre>
  )
}

/** A part of the page that scrolls by itself, so that it is reachable by keyboard. */
export function ScrollingSection({ label, className, children }: ScrollingProps & { label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section aria-label={label} tabIndex={0} className={className}>
      {children}
    </section>
  )
}
