type Page = {
  language: string
  brand: string
  title: string
  lines: string[]
  button: string
  link: string
  orOpen: string
  ignore: string
}

/** HTML as mail clients take it: tables and inline styles, colors of the dark theme where a client knows one. */
export function layOut(page: Page): string {
  const { language, brand, title, lines, button, link, orOpen, ignore } = page
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(title)}</title>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #131316 !important; }
  .card { background: #1d1d21 !important; border-color: #34343a !important; }
  .strong { color: #f4f4f5 !important; }
  .plain { color: #d4d4d8 !important; }
  .quiet, .quiet a { color: #a1a1aa !important; }
  .button { background: #f4f4f5 !important; color: #18181b !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f4f4f5;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="page" style="background:#f4f4f5;">
<tr><td align="center" style="padding:32px 16px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;font-family:${FONT};">
<tr><td class="quiet" style="padding:0 4px 16px;font-size:14px;line-height:20px;font-weight:600;color:#52525b;">${escaped(brand)}</td></tr>
<tr><td class="card" style="padding:32px;background:#ffffff;border:1px solid #e4e4e7;border-radius:12px;word-break:break-word;">
<h1 class="strong" style="margin:0 0 16px;font-size:22px;line-height:30px;font-weight:600;color:#18181b;">${escaped(title)}</h1>
${lines.map((line) => `<p class="plain" style="margin:0 0 12px;font-size:16px;line-height:24px;color:#3f3f46;">${escaped(line)}</p>`).join('\n')}
<p style="margin:24px 0;"><a href="${escaped(link)}" class="button" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#18181b;color:#ffffff;font-size:16px;line-height:20px;font-weight:600;text-decoration:none;">${escaped(button)}</a></p>
<p class="quiet" style="margin:0;font-size:13px;line-height:20px;color:#71717a;">${escaped(orOpen)}<br><a href="${escaped(link)}" style="color:#71717a;word-break:break-all;">${escaped(link)}</a></p>
</td></tr>
<tr><td class="quiet" style="padding:16px 4px 0;font-size:13px;line-height:20px;color:#71717a;word-break:break-word;">${escaped(ignore)}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

const FONT = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)
