import { placesIn } from '#platform/placeholders.ts'
import { escapeXml } from '../../variables/escape-xml.ts'
import { asText, type Encoder } from './encoder.ts'

/** Encodes the values of a body by its type; one that says none may be JSON, which its template shows. */
export function bodyEncoder(template: string, contentType: string): Encoder {
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? ''
  if (/[/+]json$/.test(type) || (type === '' && isJsonTemplate(template))) return jsonEncoder(template)
  if (type === 'application/x-www-form-urlencoded') return (value) => encodeURIComponent(asText(value))
  if (/[/+]xml$/.test(type) || type === 'text/html') return (value) => escapeXml(asText(value))
  return asText
}

/** In quotes a value is the content of a string; outside of them it is a JSON value. */
function jsonEncoder(template: string): Encoder {
  const quoted = quotedPlaces(template)
  return (value, position) =>
    quoted.has(position) ? JSON.stringify(asText(value)).slice(1, -1) : (JSON.stringify(value) ?? 'null')
}

/** Where the placeholders within JSON strings begin. */
function quotedPlaces(template: string): Set<number> {
  const quoted = new Set<number>()
  let isQuoted = false
  let at = 0
  for (const { start, end } of placesIn(template)) {
    for (; at < start; at++) {
      if (template[at] === '\\') at++
      else if (template[at] === '"') isQuoted = !isQuoted
    }
    if (isQuoted) quoted.add(start)
    at = Math.max(at, end)
  }
  return quoted
}

function isJsonTemplate(template: string): boolean {
  const quoted = quotedPlaces(template)
  let sample = ''
  let done = 0
  for (const { start, end } of placesIn(template)) {
    sample += template.slice(done, start) + (quoted.has(start) ? '' : '0')
    done = end
  }
  try {
    const value: unknown = JSON.parse(sample + template.slice(done))
    return typeof value === 'object' && value !== null
  } catch {
    return false
  }
}
