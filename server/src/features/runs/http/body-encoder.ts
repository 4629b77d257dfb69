import { placesIn } from '#platform/placeholders.ts'
import { escapeXml } from '../../variables/escape-xml.ts'
import { asText, type Encoder } from './encoder.ts'
import { multipartEncoder } from './multipart-encoder.ts'
import { quotedPlaces } from './quoted-places.ts'

/** Encodes the values of a body by its type; one that says none may be JSON, which its template shows. */
export function bodyEncoder(template: string, contentType: string): Encoder {
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? ''
  // Also types such as `application/x-ndjson`.
  if (type.includes('json') || (type === '' && isJsonTemplate(template))) return jsonEncoder(template)
  if (type === 'application/x-www-form-urlencoded') return (value) => encodeURIComponent(asText(value))
  if (type.startsWith('multipart/')) return multipartEncoder(template, contentType)
  if (/[/+]xml$/.test(type) || type === 'text/html') return xmlEncoder(template)
  return asText
}

/** In a CDATA section nothing is escaped, and only its end must not occur. */
const xmlEncoder =
  (template: string): Encoder =>
  (value, position) => {
    const before = template.slice(0, position)
    const isCdata = before.lastIndexOf('<![CDATA[') > before.lastIndexOf(']]>')
    return isCdata ? asText(value).replaceAll(']]>', ']]]]><![CDATA[>') : escapeXml(asText(value))
  }

/** In quotes a value is the content of a string; outside of them it is a JSON value. */
function jsonEncoder(template: string): Encoder {
  const quoted = quotedPlaces(template)
  return (value, position) =>
    quoted.has(position) ? JSON.stringify(asText(value)).slice(1, -1) : (JSON.stringify(value) ?? 'null')
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
