import type { AppContext } from '../context.ts'
import { smallDocument } from './small-document.ts'

/** A page outside the application: one message, one action. */
export type SmallPage = {
  lang: string
  title: string
  text: string
  /** Posts to one of our URLs. */
  button?: { action: string; label: string }
  link?: { href: string; label: string } | undefined
}

/** Renders a page without a script, for visitors from an email; its texts are text, never markup. */
export function smallPage(c: AppContext, { lang, title, text, button, link }: SmallPage, status: 200 | 404): Response {
  const form = button
    ? `<form method="post" action="${escape(button.action)}"><button>${escape(button.label)}</button></form>`
    : ''
  const way = link ? `<p><a href="${escape(link.href)}">${escape(link.label)}</a></p>` : ''
  c.header(
    'Content-Security-Policy',
    "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  )
  c.header('X-Robots-Tag', 'noindex')
  return c.body(
    smallDocument({ lang: escape(lang), title: escape(title), body: `<p>${escape(text)}</p>${form}${way}` }),
    status,
    { 'Content-Type': 'text/html; charset=utf-8' },
  )
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
