import { type RefObject, useLayoutEffect } from 'react'

// Where the browser does it by itself, no key press has to wait for a layout.
const growsByItself = CSS.supports('field-sizing', 'content')

/** A text field as high as what is written in it. */
export function useGrowing(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is what makes it grow
  useLayoutEffect(() => {
    if (growsByItself || !field.current) return
    field.current.style.height = 'auto'
    field.current.style.height = `${field.current.scrollHeight}px`
  }, [text, field])
}
