// Renders a system email as text and as HTML.
import { directionOf } from '../../../core/words/languages.ts'

export type EmailBlock =
  | { kind: 'text' | 'code' | 'quiet'; text: string }
  | { kind: 'button'; text: string; link: string }
  | { kind: 'facts'; facts: [name: string, value: string][] }

export interface EmailLayout {
  language: string
  subject: string
  blocks: EmailBlock[]
  footer: string
  /** The unsubscribe link for this kind of email. */
  unsubscribe: { text: string; link: string } | null
}

export function renderText({ blocks, footer, unsubscribe }: EmailLayout): string {
  return `${blocks.map(plainBlock).join('\n\n')}\n\n-- \n${footer}\n${unsubscribe ? `${unsubscribe.text}: ${unsubscribe.link}\n` : ''}`
}

function plainBlock(block: EmailBlock): string {
  if (block.kind === 'button') return `${block.text}:\n${block.link}`
  if (block.kind === 'facts') return block.facts.map(([name, value]) => `${name}: ${value}`).join('\n')
  return block.text
}

// sRGB and inline, as email clients require, with nothing to load; clients that support classes get dark mode.
const font = "'Atkinson Hyperlegible Next', 'Noto Sans', Verdana, Geneva, sans-serif"
const textColor = '#09242f'
const mutedColor = '#556972'
const styles = {
  text: `margin:0 0 20px;font:16px/1.5 ${font};color:${textColor};white-space:pre-line`,
  quiet: `margin:0;padding:16px 0 0;border-top:1px solid #cfd9dc;font:14px/1.45 ${font};color:${mutedColor}`,
  code: `display:inline-block;margin:0 0 20px;padding:12px 12px 12px 20px;border-radius:3px 3px 7px 7px;background:#e5edef;font:700 28px/1.2 'Atkinson Hyperlegible Mono', Consolas, Menlo, monospace;letter-spacing:8px;color:${textColor}`,
  button: `display:inline-block;padding:12px 20px;border-radius:5px 5px 12px 12px;background:#00607b;font:600 16px/20px ${font};color:#f8fdfe;text-decoration:none`,
  fact: `padding:0 0 6px;padding-inline-end:16px;white-space:nowrap;font:14px/1.45 ${font};color:${mutedColor};vertical-align:top`,
  value: `padding:0 0 6px;font:600 16px/1.3 ${font};color:${textColor};vertical-align:top`,
}
const darkModeCss = `@media (prefers-color-scheme:dark){.b{background:#06161e!important}.c{background:#0d222c!important;border-color:#213742!important}.h{background:#020c12!important}.i{color:#e8f0f1!important}.s{color:#8fa1a8!important;border-color:#213742!important}.k{background:#03121a!important}.p{background:#73cde5!important;color:#001a26!important}.a{color:#7dd2e9!important}}`

export function renderHtml({ language, subject, blocks, footer, unsubscribe }: EmailLayout): string {
  const direction = directionOf(language)
  const unsubscribeLink = unsubscribe
    ? ` <a class="a" href="${escape(unsubscribe.link)}" style="color:#00587a;white-space:nowrap">${escape(unsubscribe.text)}</a>`
    : ''
  return `<!doctype html>
<html lang="${language}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<title>${escape(subject)}</title><style>:root{color-scheme:light dark}${darkModeCss}</style></head>
<body class="b" dir="${direction}" style="margin:0;background:#f0f7f8">
<table class="b" role="presentation" dir="${direction}" width="100%" cellpadding="0" cellspacing="0" style="background:#f0f7f8"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;border-collapse:separate;table-layout:fixed;overflow-wrap:anywhere">
<tr><td class="h" style="padding:16px 24px;border-radius:7px 7px 0 0;background:#003040;font:700 18px/24px ${font};letter-spacing:-0.025em;color:#ecf7f9">Mailferry</td></tr>
<tr><td class="c" style="padding:28px 24px;border:1px solid #d3dcdf;border-top:0;border-radius:0 0 22px 22px;background:#fcfefe">
<h1 class="i" style="margin:0 0 12px;font:700 22px/28px ${font};letter-spacing:-0.021em;color:${textColor}">${escape(subject)}</h1>
${blocks.map(htmlBlock).join('\n')}
</td></tr>
<tr><td class="s" style="padding:16px 24px;font:13px/1.5 ${font};color:${mutedColor}">${escape(footer)}${unsubscribeLink}</td></tr>
</table></td></tr></table></body></html>
`
}

function htmlBlock(block: EmailBlock): string {
  if (block.kind === 'button')
    return `<p style="margin:0 0 20px"><a class="p" href="${escape(block.link)}" style="${styles.button}">${escape(block.text)}</a></p>`
  if (block.kind === 'facts')
    return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 20px">${block.facts.map(factRow).join('')}</table>`
  if (block.kind === 'code')
    return `<p style="margin:0"><span class="k i" dir="ltr" style="${styles.code}">${escape(block.text)}</span></p>`
  return `<p class="${block.kind === 'quiet' ? 's' : 'i'}" style="${styles[block.kind]}">${escape(block.text)}</p>`
}

const factRow = ([name, value]: [string, string]): string =>
  `<tr><td class="s" style="${styles.fact}">${escape(name)}</td><td class="i" dir="auto" style="${styles.value};text-align:start">${escape(value)}</td></tr>`

const escape = (text: string): string => text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
