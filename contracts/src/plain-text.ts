/** The words of a text in Markdown on one line, for where there is room for nothing else. It may be cut anywhere. */
export function plainText(markdown: string): string {
  return markdown
    .replaceAll(/^ {0,3}(```|~~~).*$/gm, '')
    .replaceAll(/!\[([^\]]*)\](\([^)]*\)?)?/g, '$1')
    .replaceAll(/\[([^\]]+)\]\([^)]*\)?/g, '$1')
    .replaceAll(/^[ \t]*\|?[ \t:|-]*-{3,}[ \t:|-]*$/gm, '')
    .replaceAll(/^[ \t]*(#{1,6}[ \t]+|>[ \t]?|[-*+][ \t]+(\[[ xX]\][ \t]+)?)+/gm, '')
    .replaceAll(/(\*\*|__)(?=\S)/g, '')
    .replaceAll(/(?<=\S)(\*\*|__)/g, '')
    .replaceAll(/(?<![\w*\\])[*_](?=\S)([^*_\n]*[^\s*_\\])[*_](?!\w)/g, '$1')
    .replaceAll(/~~(.+?)~~/g, '$1')
    .replaceAll(/(`+)(.+?)\1/g, '$2')
    .replaceAll(/[ \t]*\|[ \t]*/g, ' ')
    .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
