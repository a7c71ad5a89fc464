// The mails of the auth wire: a sentence, a link or a code, and what to do if one did not ask for it.
import type { Translate } from '../../../core/words/words.ts'
import type { Letter } from '../../mailer.ts'
import { wordsOf } from '../../words.ts'

export type LetterKind = 'signUp' | 'recovery' | 'magicLink' | 'changeNew' | 'changeCurrent' | 'reauthenticate' | 'newDevice'

export interface LetterParts {
  /** Where the button leads; null for a mail that carries a code alone. */
  link: string | null
  code: string | null
  minutes: number | null
  values?: Record<string, string>
}

/** A mail without its receiver, as HTML and as text that says the same. */
export function letterOf(kind: LetterKind, { link, code, minutes, values = {} }: LetterParts): Omit<Letter, 'to'> {
  const t = wordsOf().of('auth')
  const subject = t(`${kind}.subject`, values)
  const blocks: Block[] = [
    { kind: 'text', text: t(`${kind}.text`, values) },
    ...(link && kind !== 'reauthenticate' ? [{ kind: 'button' as const, text: t(`${kind}.deed`), link }] : []),
    ...(code
      ? [
          { kind: 'text' as const, text: t(link ? 'code' : 'codeAlone') },
          { kind: 'code' as const, text: code },
        ]
      : []),
    ...(minutes ? [{ kind: 'text' as const, text: t('life', { minutes }) }] : []),
    { kind: 'quiet', text: t(`${kind}.otherwise`) },
  ]
  return { subject, text: plain(blocks, t), html: html(subject, blocks, t) }
}

type Block = { kind: 'text' | 'code' | 'quiet'; text: string } | { kind: 'button'; text: string; link: string }

function plain(blocks: Block[], t: Translate<'auth'>): string {
  const lines = blocks.map(b => (b.kind === 'button' ? `${b.text}:\n${b.link}` : b.text))
  return `${lines.join('\n\n')}\n\n-- \n${t('foot')}\n`
}

// The tokens of the screens as mail programs read them: sRGB, inline, no style sheet, no picture to load.
const ink = '#09242f'
const quiet = '#556972'
const font = 'Verdana, Geneva, sans-serif'
const styles = {
  text: `margin:0 0 20px;font:16px/1.55 ${font};color:${ink}`,
  quiet: `margin:0;font:14px/1.55 ${font};color:${quiet}`,
  code: `margin:0 0 20px;font:700 28px/1.2 Consolas, Menlo, monospace;letter-spacing:6px;color:${ink}`,
  button: `display:inline-block;padding:12px 20px;border-radius:8px;background:#00607b;font:700 16px/1.25 ${font};color:#f8fdfe;text-decoration:none`,
}

function html(subject: string, blocks: Block[], t: Translate<'auth'>): string {
  const body = blocks.map(block).join('\n')
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(subject)}</title></head>
<body style="margin:0;background:#f0f7f8">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f0f7f8"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px">
<tr><td style="padding:16px 28px;border-radius:12px 12px 0 0;background:#003040;font:700 18px/1.3 ${font};color:#ecf7f9">Mailferry</td></tr>
<tr><td style="padding:28px;border-radius:0 0 12px 12px;background:#fcfefe">
<h1 style="margin:0 0 16px;font:700 22px/1.3 ${font};color:${ink}">${escape(subject)}</h1>
${body}
</td></tr>
<tr><td style="padding:16px 28px;font:13px/1.5 ${font};color:${quiet}">${escape(t('foot'))}</td></tr>
</table></td></tr></table></body></html>
`
}

function block(b: Block): string {
  if (b.kind === 'button')
    return `<p style="margin:0 0 20px"><a href="${escape(b.link)}" style="${styles.button}">${escape(b.text)}</a></p>`
  return `<p style="${styles[b.kind]}">${escape(b.text)}</p>`
}

const escape = (text: string): string => text.replace(/[&<>"']/g, letter => `&#${letter.charCodeAt(0)};`)
