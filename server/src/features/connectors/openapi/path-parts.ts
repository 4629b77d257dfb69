/**
 * A path of a document, as it is requested. The standard knows no query in it, but documents have one that belongs to each
 * request, and a fragment, which is never sent, where one path has several operations.
 */
export function pathParts(path: string): { route: string; query: string } {
  const [sent = ''] = path.split('#', 1)
  const at = sent.indexOf('?')
  return at < 0 ? { route: sent, query: '' } : { route: sent.slice(0, at), query: sent.slice(at + 1) }
}
