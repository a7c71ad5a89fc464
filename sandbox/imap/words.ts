// What a client says, taken apart: atoms, quoted texts and lists (RFC 3501 §9), with literals as texts.

export type Word = string | Word[]

export interface Command {
  tag: string
  /** In capitals; `UID FETCH` is one. */
  name: string
  words: Word[]
}

/** `line` without its end; literals stand in it as quoted texts. */
export function commandOf(line: string): Command {
  const [tag = '', name = '', ...words] = wordsOf(line)
  const first = textOf(name).toUpperCase()
  if (first !== 'UID') return { tag: textOf(tag), name: first, words }
  return { tag: textOf(tag), name: `UID ${textOf(words[0] ?? '').toUpperCase()}`, words: words.slice(1) }
}

export const textOf = (word: Word | undefined): string => (typeof word === 'string' ? word : '')

export const quoted = (text: string): string => `"${text.replace(/[\r\n]+/g, ' ').replace(/["\\]/g, '\\$&')}"`

function wordsOf(line: string): Word[] {
  let at = 0
  const list = (): Word[] => {
    const words: Word[] = []
    while (at < line.length) {
      const letter = line[at]
      if (letter === ')') {
        at++
        return words
      }
      if (letter === ' ') at++
      else if (letter === '(') {
        at++
        words.push(list())
      } else words.push(letter === '"' ? quotedWord() : atom())
    }
    return words
  }
  const quotedWord = (): string => {
    let text = ''
    for (at++; at < line.length && line[at] !== '"'; at++) {
      if (line[at] === '\\') at++
      text += line[at] ?? ''
    }
    at++
    return text
  }
  // A section in brackets belongs to its atom, with the spaces and lists in it: BODY[HEADER.FIELDS (FROM)]<0.10>.
  const atom = (): string => {
    const start = at
    let depth = 0
    for (; at < line.length; at++) {
      const letter = line[at] ?? ''
      if (letter === '[') depth++
      if (letter === ']') depth--
      if (depth <= 0 && ' ()'.includes(letter)) break
    }
    return line.slice(start, at)
  }
  return list()
}
