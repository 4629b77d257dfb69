import type { FlowProblem } from '#contracts/workflows.ts'

/** The line of the field that a problem is about; if the field is missing, the line of its parent. */
export function lineOfProblem(text: string, { step, field }: Pick<FlowProblem, 'step' | 'field'>): number {
  const lines = linesOf(text)
  const inFlow = step === null ? [] : ['steps', step]
  const path = step === null && field === 'starting_step_id' ? [] : ['flow', ...inFlow]
  if (field !== null) path.push(...field.split('.'))
  for (let length = path.length; length > 0; length -= 1) {
    const line = lines.get(path.slice(0, length).join('.'))
    if (line !== undefined) return line
  }
  return 1
}

/** The first line of each value of a JSON text, including its key, by path. */
function linesOf(text: string): Map<string, number> {
  const lines = new Map<string, number>()
  const open: { at: string | number; isNamed: boolean }[] = []
  let line = 1
  for (const [token] of text.matchAll(/\n|"(?:[^"\\\n]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g)) {
    const inside = open.at(-1)
    const keep = () => lines.set(open.map(({ at }) => at).join('.'), line)
    if (token === '\n') line += 1
    else if (token === '}' || token === ']') open.pop()
    else if (token === ',') {
      if (inside && typeof inside.at === 'number') inside.at += 1
      else if (inside) inside.isNamed = false
    } else if (token !== ':') {
      if (inside && typeof inside.at === 'string' && !inside.isNamed) {
        Object.assign(inside, { at: token.slice(1, -1), isNamed: true })
        keep()
      } else if (inside && typeof inside.at === 'number') keep()
      if (token === '{') open.push({ at: '', isNamed: false })
      if (token === '[') open.push({ at: 0, isNamed: true })
    }
  }
  return lines
}
