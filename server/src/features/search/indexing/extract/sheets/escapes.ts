/** Characters that XML cannot hold, which workbooks write as `_x000D_`; `_x005F_` is the underscore of a text that looks so. */
export const unescapeText = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    : text
