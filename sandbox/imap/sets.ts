// Sets of numbers as clients write them (`1:*,7`), and SEARCH.
import type { Folder, StoredMail } from './folder.ts'
import { textOf, type Word } from './words.ts'

/** Which numbers `set` names when `last` is the highest in use; `n:*` always names the last (RFC 3501 §6.4.8). */
export function inSet(set: string, last: number): (n: number) => boolean {
  const ranges = set.split(',').map(part => {
    const [from = 0, to = from] = part.split(':').map(end => (end === '*' ? last : Number(end)))
    return [Math.min(from, to), Math.max(from, to)] as const
  })
  return n => ranges.some(([from, to]) => n >= from && n <= to)
}

export const lastUid = (folder: Folder): number => folder.mails.at(-1)?.uid ?? 0

/** Null when a key is not understood. */
export function search(folder: Folder, words: Word[]): StoredMail[] | null {
  const tests: ((mail: StoredMail, seq: number) => boolean)[] = []
  const left = [...words]
  const day = () => Date.parse(`${textOf(left.shift())} UTC`)
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    const key = textOf(word).toUpperCase()
    if (key === 'ALL') continue
    if (key === 'UID') {
      const named = inSet(textOf(left.shift()), lastUid(folder))
      tests.push(mail => named(mail.uid))
    } else if (key === 'SINCE' || key === 'BEFORE') {
      const at = day()
      tests.push(mail => mail.receivedAt.getTime() >= at === (key === 'SINCE'))
    } else if (key === 'SEEN' || key === 'UNSEEN') tests.push(mail => mail.flags.has('\\Seen') === (key === 'SEEN'))
    else if (key === 'HEADER') {
      const [name, value] = [textOf(left.shift()).toLowerCase(), textOf(left.shift()).toLowerCase()]
      tests.push(mail => headOf(mail).some(line => line.startsWith(`${name}:`) && line.includes(value)))
    } else if (/^[\d:*,]+$/.test(key)) {
      const named = inSet(key, folder.mails.length)
      tests.push((_, seq) => named(seq))
    } else return null
  }
  return folder.mails.filter((mail, at) => tests.every(holds => holds(mail, at + 1)))
}

const headOf = ({ raw }: StoredMail): string[] => {
  const end = raw.indexOf('\r\n\r\n')
  return raw
    .toString('latin1', 0, end < 0 ? raw.length : end)
    .replace(/\r\n[ \t]/g, ' ')
    .toLowerCase()
    .split('\r\n')
}
