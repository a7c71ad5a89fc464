// Parses sets of numbers as clients write them (`1:*,7`), and runs SEARCH.
import type { StoredFolder, StoredMessage } from './folder.ts'
import { asText, type Word } from './words.ts'

/** A predicate for the numbers in `set` if `last` is the highest one in use; `n:*` always includes the last (RFC 3501 §6.4.8). */
export function inSet(set: string, last: number): (n: number) => boolean {
  const ranges = set.split(',').map(part => {
    const [from = 0, to = from] = part.split(':').map(end => (end === '*' ? last : Number(end)))
    return [Math.min(from, to), Math.max(from, to)] as const
  })
  return n => ranges.some(([from, to]) => n >= from && n <= to)
}

export const highestUid = (folder: StoredFolder): number => folder.messages.at(-1)?.uid ?? 0

/** Returns null for an unknown search key. */
export function searchFolder(folder: StoredFolder, words: Word[]): StoredMessage[] | null {
  const tests: ((message: StoredMessage, seq: number) => boolean)[] = []
  const remaining = [...words]
  const readDay = () => Date.parse(`${asText(remaining.shift())} UTC`)
  for (let word = remaining.shift(); word !== undefined; word = remaining.shift()) {
    const key = asText(word).toUpperCase()
    if (key === 'ALL') continue
    if (key === 'UID') {
      const includes = inSet(asText(remaining.shift()), highestUid(folder))
      tests.push(message => includes(message.uid))
    } else if (key === 'SINCE' || key === 'BEFORE') {
      const time = readDay()
      tests.push(message => message.receivedAt.getTime() >= time === (key === 'SINCE'))
    } else if (key === 'SEEN' || key === 'UNSEEN') tests.push(message => message.flags.has('\\Seen') === (key === 'SEEN'))
    else if (key === 'HEADER') {
      const [name, value] = [asText(remaining.shift()).toLowerCase(), asText(remaining.shift()).toLowerCase()]
      tests.push(message => headerLines(message).some(line => line.startsWith(`${name}:`) && line.includes(value)))
    } else if (/^[\d:*,]+$/.test(key)) {
      const includes = inSet(key, folder.messages.length)
      tests.push((_, seq) => includes(seq))
    } else return null
  }
  return folder.messages.filter((message, time) => tests.every(matches => matches(message, time + 1)))
}

const headerLines = ({ raw }: StoredMessage): string[] => {
  const end = raw.indexOf('\r\n\r\n')
  return raw
    .toString('latin1', 0, end < 0 ? raw.length : end)
    .replace(/\r\n[ \t]/g, ' ')
    .toLowerCase()
    .split('\r\n')
}
