import { z } from 'zod'
import { AppError } from '#platform/error.ts'

const WAYS = ['$skip', '$skiptoken'] as const
const MAX_CHARACTERS = 3500

/** Of the link to the next page only the position is used, never its address, so a response cannot redirect the next request. */
export function nextPage(link: string | null | undefined): string | undefined {
  if (!link) return undefined
  const parameters = URL.parse(link)?.searchParams.entries() ?? []
  for (const [name, place] of parameters) {
    const way = WAYS.find((each) => each === name.toLowerCase())
    if (way && place !== '' && place.length <= MAX_CHARACTERS) return `${way.slice(1)}:${place}`
  }
  // Ending here would present part of the list as the whole.
  throw new AppError('unprocessable', 'Microsoft did not return the next page of this list.')
}

export function pageQuery(page: string | undefined): Record<string, string> {
  if (page === undefined) return {}
  const [, way, place] = /^(skip|skiptoken):(.+)$/s.exec(page) ?? []
  if (!way || !place) throw new AppError('bad_request', 'This is no next_page of an earlier answer')
  return { [`$${way}`]: place }
}

export const listOf = <T>(item: z.ZodType<T>) =>
  z.object({ value: z.array(item), '@odata.nextLink': z.string().optional() })
