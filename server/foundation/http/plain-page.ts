// Renders a page that loads nothing: a sentence and at most one button, for links in emails.
import { directionOf } from '../../../core/words/languages.ts'
import type { Words } from '../../../core/words/words.ts'

export interface PlainPage {
  title: string
  text: string
  /** A form that posts to the page itself. */
  button: { text: string; value: string; isQuiet: boolean } | null
  /** The links below. */
  link?: PlainLink
  links?: readonly PlainLink[]
}

interface PlainLink {
  text: string
  href: string
}

export function renderPlainPage(words: Words, { title, text, button, link, links = [] }: PlainPage): string {
  const ui = words.of('ui')
  const below = [...(link ? [link] : []), ...links].map(({ text, href }) => `<a href="${escape(href)}">${escape(text)}</a>`)
  return `<!doctype html>
<html lang="${words.language}" dir="${directionOf(words.language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${escape(ui('title', { page: title }))}</title><style>${style}</style></head>
<body><header><a href="/">${mark}${escape(ui('brand'))}</a></header>
<main><h1>${escape(title)}</h1><p>${escape(text)}</p>${button ? form(button) : ''}
<p>${below.join('<br>')}</p></main></body></html>
`
}

const form = ({ text, value, isQuiet }: NonNullable<PlainPage['button']>): string =>
  `<form method="post"><button name="choice" value="${value}"${isQuiet ? ' class="quiet"' : ''}>${escape(text)}</button></form>`

/** Not to be kept or found: such a page acts for whoever has its link. */
export const plainPageHeaders = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', 'x-robots-tag': 'noindex' }

// The logo and design tokens of the web app, inlined so that this page loads nothing.
const mark =
  '<svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true"><path d="M4 4.5h24L16 14z" fill="#fabd33"/><path d="M1.5 7.5 16 19 30.5 7.5 28 18.5a6.5 6.5 0 0 1-6.3 5H10.3a6.5 6.5 0 0 1-6.3-5z" fill="currentColor"/><path d="M3 28.3h17.5M25.5 28.3H29" fill="none" stroke="currentColor" stroke-width="2.4" stroke-linecap="round"/></svg>'
const style = `:root{color-scheme:light dark;--bg:oklch(.971 .007 212);--surface:oklch(.996 .002 212);--line:oklch(.882 .015 214);--edge:oklch(.61 .028 220);--ink:oklch(.245 .038 228);--ink-2:oklch(.42 .034 226);--accent:oklch(.455 .088 225);--accent-hover:oklch(.395 .078 227);--on-accent:oklch(.99 .005 210);--accent-ink:oklch(.43 .085 228);--focus:oklch(.56 .128 241)}
@media (prefers-color-scheme:dark){:root{--bg:oklch(.196 .026 230);--surface:oklch(.236 .029 229);--line:oklch(.318 .03 226);--edge:oklch(.56 .035 221);--ink:oklch(.952 .009 210);--ink-2:oklch(.8 .02 213);--accent:oklch(.815 .088 211);--accent-hover:oklch(.87 .074 209);--on-accent:oklch(.205 .04 230);--accent-ink:oklch(.835 .082 211);--focus:oklch(.8 .115 230)}}
body{margin:0;background:var(--bg);color:var(--ink);font:1rem/1.5 "Noto Sans",Verdana,system-ui,sans-serif}
header,main{max-width:30rem;margin:0 auto;padding:1.25rem 1rem}
header a{display:inline-flex;align-items:center;gap:.625rem;color:var(--ink);font-weight:700;font-size:1.125rem;letter-spacing:-.025em;text-decoration:none}
main{box-sizing:border-box;width:calc(100% - 2rem);padding:1.5rem;background:var(--surface);border:1px solid var(--line);border-radius:7px 7px 22px 22px}
h1{margin:0 0 .75rem;font-size:1.375rem;line-height:1.75rem;letter-spacing:-.021em}p{margin:0;color:var(--ink-2)}form{margin:1.25rem 0}main>p:last-child{margin-top:1.25rem;font-size:.875rem}
a{color:var(--accent-ink)}button{min-height:2.75rem;padding:.5rem 1.25rem;border:1px solid transparent;border-radius:5px 5px 12px 12px;background:var(--accent);color:var(--on-accent);font:inherit;font-weight:600;cursor:pointer}
button:hover{background:var(--accent-hover)}button.quiet{background:none;border-color:var(--edge);color:var(--accent-ink)}:focus-visible{outline:3px solid var(--focus);outline-offset:2px}`

const escape = (text: string): string => text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
