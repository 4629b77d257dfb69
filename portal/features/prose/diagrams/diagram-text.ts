export const longest = 20_000
export const maxStatements = 200
/** Laying them out takes the square of their parts. */
const maxMindmapNodes = 50
/** Of other kinds a few words can ask for a million parts. */
const kinds =
  /^(?:flowchart|graph|sequenceDiagram|classDiagram(?:-v2)?|stateDiagram(?:-v2)?|erDiagram|gantt|pie|mindmap|timeline|gitGraph|journey|quadrantChart)\b/

/** A diagram as it may be drawn; null where it is of no known kind, or would keep the page busy for too long. */
export function drawableText(code: string): string | null {
  const text = withoutSettings(code)
  const statements = text.match(/[\n;&]|--|==|-\.|~~~/g)?.length ?? 0
  const limit = text.startsWith('mindmap') ? maxMindmapNodes : maxStatements
  return text.length <= longest && statements <= limit && kinds.test(text) ? text : null
}

/** What a diagram says about its own looks and limits is not asked for. */
function withoutSettings(code: string): string {
  return code
    .replace(/^\s*---\n[\s\S]*?\n---(?=\n|$)/, '')
    .replace(/%%\{[\s\S]*?\}%%/g, '')
    .replace(/^\s*(?:excludes|includes|tickInterval|weekend|weekday)\b.*$/gm, '')
    .replace(/^\s*%%.*$/gm, '')
    .trim()
}
