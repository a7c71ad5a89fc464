// Makes the text of an email safe for WhatsApp: nothing turns into markup, and no cut splits a character.

const joiner = '\u2060'

/**
 * Keeps literal `*`, `_`, `~` and backticks from pairing up into bold, italic, strike or code: WhatsApp has no escape
 * character, so a word joiner stands on both sides of each that could. One within a word (snake_case) or between blanks cannot;
 * addresses stay as they are, so that they can be tapped. Quotes (`> `) and lists at the start of a line mean the same in a mail
 * and stay.
 */
export function neutral(text: string, around: { before: string; after: string } = { before: '', after: '' }): string {
  return text.replace(addressOrSign, (found, sign: string | undefined, at: number) => {
    if (sign === undefined) return found
    const before = at > 0 ? (text[at - 1] ?? '') : around.before.slice(-1)
    const after = text[at + 1] ?? around.after.slice(0, 1)
    return canPair(sign, before, after) ? joined(sign) : sign
  })
}

/** As `neutral`, of letters that stand between signs of ours. */
export const neutralInside = (text: string): string =>
  text.replace(addressOrSign, (found, sign: string | undefined) => (sign === undefined ? found : joined(sign)))

// Three backticks begin letters of one width even within an address.
const addressOrSign = /https?:\/\/[^\s`]+|([*_~`])/g

function canPair(sign: string, before: string, after: string): boolean {
  const isWithin = /[a-z\d]/i.test(before) && /[a-z\d]/i.test(after)
  const isAlone = /^[ \n]?$/.test(before) && /^[ \n]?$/.test(after)
  return sign === '`' || !(isWithin || isAlone)
}

const joined = (sign: string): string => joiner + sign + joiner

/** A line that would begin a quotation or a list, where its words are a stranger's and stand among ours. */
export const plainStart = (line: string): string => (/^(?:>|[-*•]\s|\d+[.)]\s)/.test(line) ? joiner + line : line)

/** In bold, where WhatsApp can show it so: its markers must touch letters, and at the end of an address would become part of it. */
export const bold = (text: string): string => (/^\u2060|\u2060$|https?:\/\/\S+$/.test(text) ? text : `*${text}*`)

/** One line without controls, at most `length` letters as a person counts them. */
export function oneLine(text: string, length: number): string {
  const line = withoutControls(text).replace(/\s+/g, ' ').trim()
  const cut = cutAt(line, length)
  return cut === line ? line : `${cut}…`
}

/** Paragraphs as they were, at most one blank line between them. */
export function paragraphs(text: string): string {
  return withoutControls(text.replace(/\r\n?/g, '\n'))
    .replace(/[^\S\n]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** At most `length` UTF-16 units, cut at the border of a letter and, where one is near, of a word. */
export function cutAt(text: string, length: number): string {
  if (text.length <= length) return text
  let end = 0
  // A hostile letter may carry thousands of marks: what is segmented is bounded, and such a letter is left out whole.
  for (const { index, segment } of letters.segment(text.slice(0, length + 64))) {
    if (index + segment.length > length) break
    end = index + segment.length
  }
  const cut = text.slice(0, end)
  const word = cut.search(/\s\S*$/)
  return (word > length * 0.8 ? cut.slice(0, word) : cut).trimEnd()
}

// Controls but line ends and tabs, invisible fillers that newsletters pad with, and the marks that turn the writing direction of all that follows.
const withoutControls = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\u034f|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u200b\u2060-\u2064\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .replace(/[\u00a0\u2007\u202f]/g, ' ')
