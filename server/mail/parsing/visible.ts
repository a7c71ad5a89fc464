// Extracts a message's visible text: the plain part, or the HTML if there is none.
import { compile, type HtmlToTextOptions } from 'html-to-text'
import type { Email } from 'postal-mime'
import { readPartText } from './contents.ts'

/** How much HTML is read. */
export const htmlChars = 512 * 1024

export function readVisibleText(email: Email): string {
  const plain = tidy(email.text ?? '')
  if (!email.html || plain.length > maxStubChars) return plain
  const visible = tidy(htmlToVisibleText(email.html.slice(0, htmlChars)))
  return plain === '' || isStub(plain, visible) ? visible : plain
}

const maxStubChars = 400
const runChars = 4

/** "Your program does not show HTML": a short text of which less than half appears in the HTML. */
function isStub(plain: string, visible: string): boolean {
  const letters = normalizeLetters(plain.replace(/\bhttps?:\S+/gi, ' '))
  const all = normalizeLetters(visible)
  if (all.length < 2 * runChars) return false
  const runs = Array.from({ length: Math.max(0, letters.length - runChars + 1) }, (_, i) => letters.slice(i, i + runChars))
  return runs.filter(run => all.includes(run)).length * 2 < runs.length
}

const normalizeLetters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')

/** What senders hide: the preview line, and content for some programs only. */
const hiddenSelectors = [
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

/** Classes that the style sheet hides everywhere, not only on small screens. */
export function hiddenClasses(html: string): string[] {
  const sheets = Array.from(html.matchAll(/<style[^>]{0,500}>([^<]{0,60000})/gi), found => withoutMedia(found[1] ?? ''))
  const rules = sheets.flatMap(sheet => Array.from(sheet.matchAll(/([^{}]{1,300})\{([^{}]{0,2000})\}/g)))
  const hiding = rules.filter(([, , body = '']) => /(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(body))
  return hiding
    .flatMap(([, names = '']) => names.split(',').flatMap(name => /^\s*(?:[a-z]+)?\.([\w-]{1,60})\s*$/i.exec(name)?.[1] ?? []))
    .slice(0, 50)
}

/** Removes nested blocks, which apply only to some screens. */
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
    ...hiddenSelectors.map(selector => ({ selector, format: 'skip' })),
    // Keeps words in adjacent cells apart.
    ...['td', 'th'].map(selector => ({ selector, format: 'inlineSurround', options: { suffix: ' ' } })),
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map(selector => ({ selector, options: { uppercase: false } })),
  ],
}

const toText = compile(options)

const maxDepth = 500
// These need no end tag.
const voidElements = new Set(
  'p li dt dd tr td th thead tbody tfoot option optgroup br hr img input meta link area base col embed source track wbr'.split(' '),
)

/** Nested elements cost time quadratic in their depth, and no honest page is half as deep. */
export function isTooDeep(html: string): boolean {
  let depth = 0
  for (const [, isEnd, name = ''] of html.matchAll(/<(\/?)([a-z][a-z\d]{0,20})\b/gi)) {
    if (voidElements.has(name.toLowerCase())) continue
    depth = Math.max(0, depth + (isEnd ? -1 : 1))
    if (depth > maxDepth) return true
  }
  return false
}

function htmlToVisibleText(html: string): string {
  if (isTooDeep(html)) return readPartText('text/html', html) ?? ''
  try {
    const classes = hiddenClasses(html)
    if (classes.length === 0) return toText(html)
    const skips = classes.map(name => ({ selector: `.${name}`, format: 'skip' }))
    return compile({ ...options, selectors: [...(options.selectors ?? []), ...skips] })(html)
  } catch {
    return readPartText('text/html', html) ?? ''
  }
}

const tidy = (text: string): string => text.replaceAll('\r\n', '\n').replaceAll('\r', '\n').trim()
