/** What this deployment calls itself; the server writes it into the page. */
export const brand = document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content || 'Alongside'
