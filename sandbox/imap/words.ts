// Parses client commands into atoms, quoted strings and lists (RFC 3501 §9); literals become strings.

export type Word = string | Word[]

export interface ImapCommand {
  tag: string
  /** In upper case; `UID FETCH` is a single name. */
  name: string
  words: Word[]
}

/** `line` has no line break; literals appear in it as quoted strings. */
export function parseCommand(line: string): ImapCommand {
  const [tag = '', name = '', ...words] = parseWords(line)
  const first = asText(name).toUpperCase()
  if (first !== 'UID') return { tag: asText(tag), name: first, words }
  return { tag: asText(tag), name: `UID ${asText(words[0] ?? '').toUpperCase()}`, words: words.slice(1) }
}

export const asText = (word: Word | undefined): string => (typeof word === 'string' ? word : '')

export const quoteString = (text: string): string => `"${text.replace(/[\r\n]+/g, ' ').replace(/["\\]/g, '\\$&')}"`

function parseWords(line: string): Word[] {
  let index = 0
  const readList = (): Word[] => {
    const words: Word[] = []
    while (index < line.length) {
      const character = line[index]
      if (character === ')') {
        index++
        return words
      }
      if (character === ' ') index++
      else if (character === '(') {
        index++
        words.push(readList())
      } else words.push(character === '"' ? readQuoted() : readAtom())
    }
    return words
  }
  const readQuoted = (): string => {
    let text = ''
    for (index++; index < line.length && line[index] !== '"'; index++) {
      if (line[index] === '\\') index++
      text += line[index] ?? ''
    }
    index++
    return text
  }
  // A section in brackets belongs to its atom, with the spaces and lists in it: BODY[HEADER.FIELDS (FROM)]<0.10>.
  const readAtom = (): string => {
    const start = index
    let depth = 0
    for (; index < line.length; index++) {
      const character = line[index] ?? ''
      if (character === '[') depth++
      if (character === ']') depth--
      if (depth <= 0 && ' ()'.includes(character)) break
    }
    return line.slice(start, index)
  }
  return readList()
}
