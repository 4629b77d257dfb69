/**
 * What is in the CSS that was written and not in the CSS that visitors get, each as a line. Both are read by the
 * browser, so that how they are spaced and ordered makes no difference.
 */
export function takenOut(written: string, kept: string): string[] {
  const left = new Set(linesOf(kept))
  const rules = linesOf(written).filter((line) => !left.has(line))
  // A sheet that was made here drops these by itself.
  const imports = written.match(/@(?:import|charset|namespace)\b[^;]*;?/gi) ?? []
  return [...new Set([...imports, ...rules])]
}

function linesOf(css: string): string[] {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  return linesIn(sheet.cssRules, '')
}

function linesIn(rules: CSSRuleList, around: string): string[] {
  return [...rules].flatMap((rule) => {
    const head = `${around}${rule.cssText.slice(0, Math.max(0, rule.cssText.indexOf('{'))).trim()}`
    const inner = rule instanceof CSSGroupingRule || rule instanceof CSSKeyframesRule ? rule.cssRules : null
    if (inner) return linesIn(inner, `${head} `)
    if (!('style' in rule) || !(rule.style instanceof CSSStyleDeclaration)) return [`${around}${rule.cssText}`]
    const { style } = rule
    return [...style].map((name) => `${head} { ${name}: ${style.getPropertyValue(name)} }`)
  })
}
