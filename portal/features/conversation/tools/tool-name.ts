/** A tool by the words that people have for it; one without them by its own name, made readable. */
export const nameOfTool = (tool: string, names: Readonly<Record<string, string>>): string =>
  names[tool] ?? readable(tool, names)

/** What is before its first dot may have words of its own: the workflows of a teammate are called so. */
function readable(tool: string, names: Readonly<Record<string, string>>): string {
  const [group = '', ...rest] = tool.split('.')
  const text = [names[group] ?? group, ...rest].join(': ').replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
