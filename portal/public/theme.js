// Runs before the first paint, so that a dark page never flashes light; portal/lib/theme.ts takes over from here.
;(() => {
  let choice = null
  try {
    choice = localStorage.getItem('alongside:theme')
  } catch {
    // Storage is denied: the system's theme it is.
  }
  const dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
})()
