/** The origin that an address names, or null where it names none that a page can have. */
export function originOf(text: string): string | null {
  const trimmed = text.trim()
  // People paste what is in the bar of the browser, with or without its beginning.
  const url = URL.parse(/^[a-z][a-z+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return null
  return isHost(url.hostname) ? url.origin : null
}

const isHost = (name: string): boolean => name === 'localhost' || name.startsWith('[') || /^[^.]+(\.[^.]+)+$/.test(name)
