// How mail programs lay out a reply above the emails it answers, as text and as HTML.
import type { Author, Wording } from './languages.ts'

/** One email of a thread, and those that it quotes. */
export interface QuotedMail {
  author: Author
  sent: Date
  lines: string[]
  earlier: QuotedMail | null
}

export interface Client {
  name: string
  /** Lines below the sender's own. */
  text(quoted: QuotedMail, wording: Wording): string[]
  html(quoted: QuotedMail, wording: Wording): string
  /** The sender can write between the quoted lines. */
  marksLines: boolean
}

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const divs = (lines: readonly string[]): string => lines.map(line => `<div>${line === '' ? '<br>' : escape(line)}</div>`).join('')

const introduced = ({ author, sent }: QuotedMail, wording: Wording): string => wording.introduction(author, sent)

/** Gmail and Apple wrap what they write at 78 characters, also within an introduction. */
function wrap(line: string, width: number): string[] {
  const wrapped: string[] = []
  let rest = line
  while (rest.length > width) {
    const space = rest.lastIndexOf(' ', width)
    if (space <= 0) break
    wrapped.push(rest.slice(0, space))
    rest = rest.slice(space + 1)
  }
  return [...wrapped, rest]
}

const mark = (lines: readonly string[]): string[] =>
  lines.map(line => (line.startsWith('>') ? `>${line}` : line === '' ? '>' : `> ${line}`))

const markedText =
  (introduce: (quoted: QuotedMail, wording: Wording) => string[]) =>
  (quoted: QuotedMail, wording: Wording): string[] => {
    const below = quoted.earlier ? ['', ...markedText(introduce)(quoted.earlier, wording)] : []
    return [...introduce(quoted, wording), ...mark([...quoted.lines, ...below])]
  }

const markedHtml =
  (open: string, close: string, introduce: (quoted: QuotedMail, wording: Wording) => string) =>
  (quoted: QuotedMail, wording: Wording): string => {
    const below = quoted.earlier ? markedHtml(open, close, introduce)(quoted.earlier, wording) : ''
    return introduce(quoted, wording) + open + divs(quoted.lines) + below + close
  }

const headers = (quoted: QuotedMail, { labels, locale }: Wording, order: readonly number[]): [string, string][] => {
  const sent = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC', numberingSystem: 'latn' }).format(
    quoted.sent,
  )
  const values = [`${quoted.author.name} <${quoted.author.address}>`, sent, 'Anna Boss <anna@example.com>', 'Re: The keys']
  return order.map(at => [labels[at] ?? '', values[at] ?? ''])
}

const copiedText =
  (before: readonly string[], order: readonly number[]) =>
  (quoted: QuotedMail, wording: Wording): string[] => {
    const below = quoted.earlier ? ['', ...copiedText(before, order)(quoted.earlier, wording)] : []
    return [...before, ...headers(quoted, wording, order).map(([label, value]) => `${label}: ${value}`), '', ...quoted.lines, ...below]
  }

const copiedHtml =
  (open: string, close: string, order: readonly number[]) =>
  (quoted: QuotedMail, wording: Wording): string => {
    const head = headers(quoted, wording, order).map(([label, value]) => `<b>${label}:</b> ${escape(value)}`)
    const below = quoted.earlier ? copiedHtml(open, close, order)(quoted.earlier, wording) : ''
    return `${open}${head.join('<br>')}${close}${divs(quoted.lines)}${below}`
  }

const yahooText = (quoted: QuotedMail, wording: Wording): string[] => {
  const below = quoted.earlier ? ['', ...yahooText(quoted.earlier, wording)] : []
  return [`    ${introduced(quoted, wording)}  `, ' ', ...quoted.lines.map(line => ` ${line}`), ...below]
}

const zohoIntroduction = ({ author, sent }: QuotedMail): string =>
  `---- On ${sent.toUTCString()} ${author.name} <${author.address}> wrote ---`
const thunderbird = ({ author, sent }: QuotedMail): string =>
  `On ${sent.toISOString().slice(8, 10)}/${sent.toISOString().slice(5, 7)}/${sent.getUTCFullYear()} ${sent.toISOString().slice(11, 16)}, ${author.name} wrote:`

const gmailAttribution = (quoted: QuotedMail, wording: Wording): string =>
  `<br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">${escape(introduced(quoted, wording))}<br></div>`
const outlookHead = '<div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p class="MsoNormal">'

export const clients: readonly Client[] = [
  {
    name: 'Gmail',
    marksLines: true,
    text: markedText((quoted, wording) => ['', ...wrap(introduced(quoted, wording), 78), '']),
    html: markedHtml(
      '<blockquote class="gmail_quote" style="margin:0 0 0 .8ex;border-left:1px #ccc solid;padding-left:1ex">',
      '</blockquote></div>',
      gmailAttribution,
    ),
  },
  {
    name: 'Android',
    marksLines: false,
    text: copiedText(['', '', '-------- Original message --------'], [0, 1, 2, 3]),
    html: copiedHtml('<div><br></div><div>-------- Original message --------</div><div>', '</div><div><br></div>', [0, 1, 2, 3]),
  },
  {
    name: 'Outlook for Windows',
    marksLines: false,
    text: copiedText(['', ''], [0, 1, 2, 3]),
    html: copiedHtml(`<p class="MsoNormal"><o:p>&nbsp;</o:p></p>${outlookHead}`, '<o:p></o:p></p></div>', [0, 1, 2, 3]),
  },
  {
    name: 'new Outlook',
    marksLines: false,
    text: copiedText(['', '________________________________'], [0, 1, 2, 3]),
    html: copiedHtml(
      '<div id="appendonsend"></div><hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr"><font face="Calibri">',
      '</font><div>&nbsp;</div></div>',
      [0, 1, 2, 3],
    ),
  },
  {
    name: 'Apple Mail',
    marksLines: true,
    text: markedText((quoted, wording) => ['', introduced(quoted, wording), '']),
    html: markedHtml(
      '<blockquote type="cite">',
      '</blockquote>',
      (quoted, wording) => `<div><br><blockquote type="cite"><div>${escape(introduced(quoted, wording))}</div><br></blockquote></div>`,
    ),
  },
  {
    name: 'Thunderbird',
    marksLines: true,
    text: markedText(quoted => ['', thunderbird(quoted)]),
    html: markedHtml(
      '<blockquote type="cite" cite="mid:1@example.com">',
      '</blockquote>',
      quoted => `<div class="moz-cite-prefix">${escape(thunderbird(quoted))}<br></div>`,
    ),
  },
  {
    name: 'Yahoo',
    marksLines: false,
    text: yahooText,
    html: (quoted, wording) =>
      `<div id="yahoo_quoted_1" class="yahoo_quoted"><div><div>${escape(introduced(quoted, wording))}</div><div><br></div>${divs(quoted.lines)}${quoted.earlier ? divs(yahooText(quoted.earlier, wording)) : ''}</div></div>`,
  },
  {
    name: 'Proton',
    marksLines: true,
    text: markedText((quoted, wording) => ['', introduced(quoted, wording), '']),
    html: markedHtml(
      '<blockquote class="protonmail_quote" type="cite">',
      '</blockquote><br></div>',
      (quoted, wording) => `<div class="protonmail_quote">${escape(introduced(quoted, wording))}<br>`,
    ),
  },
  {
    name: 'Zoho',
    marksLines: true,
    text: markedText(quoted => ['', zohoIntroduction(quoted), '']),
    html: markedHtml(
      '<blockquote id="blockquote_zmail">',
      '</blockquote></div>',
      quoted => `<div class="zmail_extra"><div>${escape(zohoIntroduction(quoted))}</div><br>`,
    ),
  },
  {
    name: 'GMX and WEB.DE',
    marksLines: false,
    text: copiedText(['', ''], [1, 0, 2, 3]),
    html: copiedHtml(
      '<div name="quote" style="margin:10px 5px 5px 10px;border-left:2px solid #C3D9E5"><div style="margin:0 0 10px 0">',
      '</div><div name="quoted-content">',
      [1, 0, 2, 3],
    ),
  },
]
