// Makes an email's text safe for WhatsApp: nothing turns into markup, and no cut splits a character.

const wordJoiner = '\u2060'

/**
 * Keeps literal `*`, `_`, `~` and backticks from pairing up into bold, italic, strike or code. WhatsApp has no escape character,
 * so each that could pair gets a word joiner on both sides. One within a word (snake_case) or between spaces cannot. Links stay
 * unchanged so that they can be tapped; quotes (`> `) and lists at the start of a line mean the same in an email and stay.
 */
export function neutral(text: string, around: { before: string; after: string } = { before: '', after: '' }): string {
  return text.replace(linkOrMarker, (match, marker: string | undefined, at: number) => {
    if (marker === undefined) return match
    const before = at > 0 ? (text[at - 1] ?? '') : around.before.slice(-1)
    const after = text[at + 1] ?? around.after.slice(0, 1)
    return canPair(marker, before, after) ? withJoiners(marker) : marker
  })
}

/** Like `neutral`, for text between our own markers. */
export const neutralInside = (text: string): string =>
  text.replace(linkOrMarker, (match, marker: string | undefined) => (marker === undefined ? match : withJoiners(marker)))

// Three backticks start a code block even within a link.
const linkOrMarker = /https?:\/\/[^\s`]+|([*_~`])/g

function canPair(marker: string, before: string, after: string): boolean {
  const isWithin = /[a-z\d]/i.test(before) && /[a-z\d]/i.test(after)
  const isAlone = /^[ \n]?$/.test(before) && /^[ \n]?$/.test(after)
  return marker === '`' || !(isWithin || isAlone)
}

const withJoiners = (marker: string): string => wordJoiner + marker + wordJoiner

/** Keeps a stranger's text within our own from starting a quote or a list. */
export const plainStart = (line: string): string => (/^(?:>|[-*•]\s|\d+[.)]\s)/.test(line) ? wordJoiner + line : line)

/** Bold where WhatsApp supports it: markers must touch text, and after a link they would become part of it. */
export const bold = (text: string): string => (/^\u2060|\u2060$|https?:\/\/\S+$/.test(text) ? text : `*${text}*`)

/** A single line without control characters, at most `length` UTF-16 units plus an ellipsis. */
export function oneLine(text: string, length: number): string {
  const line = withoutControls(text).replace(/\s+/g, ' ').trim()
  const cut = cutAt(line, length)
  return cut === line ? line : `${cut}…`
}

/** Keeps paragraphs, with at most one blank line between them. */
export function paragraphs(text: string): string {
  return withoutControls(text.replace(/\r\n?/g, '\n'))
    .replace(/[^\S\n]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** At most `length` UTF-16 units, cut between characters and, if possible, between words. */
export function cutAt(text: string, length: number): string {
  if (text.length <= length) return text
  const cut = text.slice(0, endBetweenCharacters(text, length))
  const word = cut.search(/\s\S*$/)
  return (word > length * 0.8 ? cut.slice(0, word) : cut).trimEnd()
}

function endBetweenCharacters(text: string, length: number): number {
  if (isBetweenPlain(text, length)) return length
  let end = 0
  // A hostile character may have thousands of combining marks, so the segmented length is bounded and such a character dropped.
  for (const { index, segment } of graphemes.segment(text.slice(0, length + 64))) {
    if (index + segment.length > length) break
    end = index + segment.length
  }
  return end
}

/** Most cuts: below U+0300 nothing joins the character before it but the end of a line (UAX #29). Finding all characters takes a thousand times as long. */
const isBetweenPlain = (text: string, at: number): boolean =>
  at > 0 && text.charCodeAt(at - 1) < 0x300 && text.charCodeAt(at) < 0x300 && text[at] !== '\n'

// Control characters except line ends and tabs, invisible newsletter padding, and marks that change the text direction.
const withoutControls = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\u034f|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u200b\u2060-\u2064\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .replace(/[\u00a0\u2007\u202f]/g, ' ')
