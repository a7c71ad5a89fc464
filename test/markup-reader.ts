// Reads WhatsApp markup as a phone does; written from Meta's description and independent of our renderer.

export interface Marked {
  kind: 'bold' | 'italic' | 'strike' | 'code'
  text: string
}

export interface ReadText {
  marked: Marked[]
  /** Signs that pair with nothing, each with what stands around it. */
  stray: string[]
  links: string[]
}

const kinds: Record<string, Marked['kind']> = { '*': 'bold', _: 'italic', '~': 'strike', '`': 'code' }

export function readWhatsApp(text: string): ReadText {
  const found: ReadText = { marked: [], stray: [], links: [] }
  // A fence runs over lines; all else ends with its line.
  const pieces = text.split('```')
  for (const [at, piece] of pieces.entries()) {
    if (at % 2 === 1 && at < pieces.length - 1) found.marked.push({ kind: 'code', text: piece })
    else {
      if (at % 2 === 1) found.stray.push('```')
      for (const line of piece.split('\n')) readLine(line, found)
    }
  }
  return found
}

function readLine(line: string, found: ReadText): void {
  const letters = Array.from(line)
  const taken = letters.map(() => false)
  markLinks(letters, taken, found)
  const open: { sign: string; at: number }[] = []
  for (let at = 0; at < letters.length; at++) {
    const sign = letters[at] ?? ''
    if (taken[at] || !(sign in kinds)) continue
    // Letters of one width are as they are; where they are never closed, their own sign is told.
    const inCode = open.some(one => one.sign === '`')
    const opener = open.findLastIndex(one => one.sign === sign)
    if (opener >= 0 && closes(letters, at) && at > (open[opener]?.at ?? 0) + 1) {
      const from = open[opener]?.at ?? 0
      found.marked.push({ kind: kinds[sign] ?? 'code', text: letters.slice(from + 1, at).join('') })
      // What was opened inside and never closed is stray.
      for (const lost of open.splice(opener).slice(1)) stray(letters, lost.at, found)
    } else if (inCode) continue
    else if (opens(letters, at)) open.push({ sign, at })
    else stray(letters, at, found)
  }
  for (const { at } of open) stray(letters, at, found)
}

const isWord = (letter: string | undefined): boolean => letter !== undefined && /[\p{L}\p{N}]/u.test(letter)
const isBlank = (letter: string | undefined): boolean => letter === undefined || /[\s\u2060\u200b]/.test(letter)

const opens = (letters: string[], at: number): boolean => !isWord(letters[at - 1]) && !isBlank(letters[at + 1])
const closes = (letters: string[], at: number): boolean => !isBlank(letters[at - 1]) && !isWord(letters[at + 1])

function markLinks(letters: string[], taken: boolean[], found: ReadText): void {
  const line = letters.join('')
  for (const { 0: href, index } of line.matchAll(/https?:\/\/[^\s\u2060]+/g)) {
    const from = Array.from(line.slice(0, index)).length
    found.links.push(href)
    for (let at = from; at < from + Array.from(href).length; at++) taken[at] = true
  }
}

/** A sign that a joiner, two letters or two blanks keep from pairing is a letter like any other. */
function stray(letters: string[], at: number, found: ReadText): void {
  const [before, after] = [letters[at - 1], letters[at + 1]]
  const isKept = (isBlank(before) && isBlank(after)) || (isWord(before) && isWord(after))
  if (!isKept) found.stray.push(letters.slice(Math.max(0, at - 12), at + 12).join(''))
}
