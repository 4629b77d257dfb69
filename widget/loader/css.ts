/**
 * Styles go through the CSSOM alone, which no content security policy forbids. All but the outermost element stand in
 * a shadow root, where no style of the page reaches them.
 */
export function styled<K extends keyof HTMLElementTagNameMap>(tag: K, css: string): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  element.style.cssText = css
  return element
}

export const px = (size: number) => `${size}px`
