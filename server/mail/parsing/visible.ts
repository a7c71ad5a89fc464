// The text of a message as its reader sees it: the plain part, or the HTML if there is none.
import { compile, type HtmlToTextOptions } from 'html-to-text'
import type { Email } from 'postal-mime'
import { textOfPart } from './contents.ts'

/** Of HTML no more than this is read. */
export const htmlChars = 512 * 1024

export function textOf(email: Email): string {
  const plain = tidy(email.text ?? '')
  if (!email.html || plain.length > longestStub) return plain
  const seen = tidy(textOfHtml(email.html.slice(0, htmlChars)))
  return plain === '' || isStub(plain, seen) ? seen : plain
}

const longestStub = 400
const runLetters = 4

/** "Your program does not show HTML": a short text of which the HTML does not have even half. */
function isStub(plain: string, seen: string): boolean {
  const letters = lettersOf(plain.replace(/\bhttps?:\S+/gi, ' '))
  const all = lettersOf(seen)
  if (all.length < 2 * runLetters) return false
  const runs = Array.from({ length: Math.max(0, letters.length - runLetters + 1) }, (_, i) => letters.slice(i, i + runLetters))
  return runs.filter(run => all.includes(run)).length * 2 < runs.length
}

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')

/** What senders hide: the line for the list of mails, and what only some programs show. */
const hidden = [
  '[style*="display:none" i]',
  '[style*="display: none" i]',
  '[style*="mso-hide:all" i]',
  '[style*="mso-hide: all" i]',
  '[style*="visibility:hidden" i]',
  '[style*="visibility: hidden" i]',
  '[style*="max-height:0" i][style*="overflow:hidden" i]',
  '[style*="max-height: 0" i][style*="overflow: hidden" i]',
  '[style*="opacity:0;" i]',
  '[style$="opacity:0" i]',
  '[hidden]',
  'title',
]

/** The classes that the mail's own style sheet hides everywhere, not only on small screens. */
export function hiddenClasses(html: string): string[] {
  const sheets = Array.from(html.matchAll(/<style[^>]{0,500}>([^<]{0,60000})/gi), found => withoutMedia(found[1] ?? ''))
  const rules = sheets.flatMap(sheet => Array.from(sheet.matchAll(/([^{}]{1,300})\{([^{}]{0,2000})\}/g)))
  const hiding = rules.filter(([, , body = '']) => /(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(body))
  return hiding
    .flatMap(([, names = '']) => names.split(',').flatMap(name => /^\s*(?:[a-z]+)?\.([\w-]{1,60})\s*$/i.exec(name)?.[1] ?? []))
    .slice(0, 50)
}

/** Blocks within blocks go: what stands in them is for some screens only. */
function withoutMedia(sheet: string): string {
  let kept = ''
  let depth = 0
  for (const piece of sheet.split(/(?<=[{}])/)) {
    const opens = piece.endsWith('{')
    const isMedia = opens && depth === 0 && piece.includes('@')
    if (depth === 0 && !isMedia) kept += piece
    if (isMedia || (depth > 0 && opens)) depth += 1
    else if (depth > 0 && piece.endsWith('}')) depth -= 1
  }
  return kept
}

const options: HtmlToTextOptions = {
  wordwrap: false,
  limits: { maxDepth: 60, maxChildNodes: 10_000, ellipsis: '' },
  selectors: [
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'img', format: 'skip' },
    ...hidden.map(selector => ({ selector, format: 'skip' })),
    // Words of two cells are two words.
    ...['td', 'th'].map(selector => ({ selector, format: 'inlineSurround', options: { suffix: ' ' } })),
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map(selector => ({ selector, options: { uppercase: false } })),
  ],
}

const toText = compile(options)

const deepest = 500
// These end by themselves, so that a page may leave their ends out, or have none.
const endless = new Set(
  'p li dt dd tr td th thead tbody tfoot option optgroup br hr img input meta link area base col embed source track wbr'.split(' '),
)

/** Elements within elements: a tree of them costs the square of its height, and no honest page is half as high. */
export function isTooDeep(html: string): boolean {
  let depth = 0
  for (const [, isEnd, name = ''] of html.matchAll(/<(\/?)([a-z][a-z\d]{0,20})\b/gi)) {
    if (endless.has(name.toLowerCase())) continue
    depth = Math.max(0, depth + (isEnd ? -1 : 1))
    if (depth > deepest) return true
  }
  return false
}

function textOfHtml(html: string): string {
  if (isTooDeep(html)) return textOfPart('text/html', html) ?? ''
  try {
    const classes = hiddenClasses(html)
    if (classes.length === 0) return toText(html)
    const skips = classes.map(name => ({ selector: `.${name}`, format: 'skip' }))
    return compile({ ...options, selectors: [...(options.selectors ?? []), ...skips] })(html)
  } catch {
    return textOfPart('text/html', html) ?? ''
  }
}

const tidy = (text: string): string => text.replaceAll('\r\n', '\n').replaceAll('\r', '\n').trim()
