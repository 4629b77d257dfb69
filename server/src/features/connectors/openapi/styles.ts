import type { ApiParameter, ApiStyle } from '../api/api-request.ts'
import { cleanText } from '../clean-text.ts'
import { UnsupportedOperationError } from './unsupported-operation.ts'

/** The allowed styles of parameters in each place, the default first. */
const STYLES = {
  path: ['simple', 'label', 'matrix'],
  header: ['simple'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'tabDelimited', 'deepObject'],
  cookie: ['form'],
} as const

export function styleOf(place: ApiParameter['in'], given: string): ApiStyle {
  const styles: readonly ApiStyle[] = STYLES[place]
  const style = given === '' ? styles[0] : styles.find((each) => each === given)
  if (!style) throw new UnsupportedOperationError(`The style ${cleanText(given, 40)} of a parameter is not supported`)
  return style
}
