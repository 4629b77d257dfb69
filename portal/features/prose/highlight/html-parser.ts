import { parser as css } from '@lezer/css'
import { configureNesting, parser as html } from '@lezer/html'
import { parser as javascript } from '@lezer/javascript'

export const htmlParser = html.configure({
  wrap: configureNesting([
    { tag: 'script', parser: javascript },
    { tag: 'style', parser: css },
  ]),
})
