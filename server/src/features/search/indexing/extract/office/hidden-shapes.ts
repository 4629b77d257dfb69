import { type Handlers, isOn } from './parse-xml.ts'

/** Elements that describe a shape. They are the first in it, or the first in its first one, such as `nvSpPr`. */
const DESCRIPTIONS = new Set(['cNvPr', 'docPr'])

/** Handlers that are shown nothing of what is in a shape that its author has hidden. */
export function withoutHiddenShapes(handlers: Handlers): Handlers {
  let depth = 0
  let hiddenDepth = 0
  let skipped = 0
  let parent = ''
  return {
    open(name, attributes) {
      depth++
      if (hiddenDepth === 0 && DESCRIPTIONS.has(name) && isHidden(attributes.hidden))
        hiddenDepth = depth - (parent.startsWith('nv') ? 2 : 1)
      parent = name
      if (hiddenDepth > 0) skipped++
      else handlers.open?.(name, attributes)
    },
    text(piece) {
      if (skipped === 0) handlers.text?.(piece)
    },
    close(name) {
      if (hiddenDepth === depth) hiddenDepth = 0
      depth--
      if (skipped > 0) skipped--
      else handlers.close?.(name)
    },
  }
}

const isHidden = (value = '0'): boolean => isOn({ val: value })
