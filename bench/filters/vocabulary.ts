// Words, hosts and addresses for the benchmark's emails and filters.
import type { Chance } from './random.ts'

const starts = ['in', 'pay', 'de', 'or', 'ship', 're', 'con', 'pro', 'an', 'mee', 'ver', 'tra', 'sub', 'ac', 'me'] as const
const middles = ['voi', 'men', 'li', 'der', 'ping', 'fer', 'fir', 'ject', 'swer', 'ting', 'si', 'vel', 'scrip', 'coun', 'mo'] as const
const ends = ['ce', 't', 'very', 's', 'ed', 'ence', 'mation', 'ion', 'ing', 'on', 'ler', 'tion', 'ty', 'ry', 'er'] as const
const hosts = ['shop', 'bank', 'news', 'mail', 'post', 'cloud', 'store', 'labs', 'travel', 'games'] as const
const plain = [
  'the',
  'of',
  'and',
  'to',
  'your',
  'for',
  'on',
  'with',
  'is',
  'please',
  'we',
  'you',
  'this',
  'at',
  'from',
  'have',
  'will',
] as const

/** About 3,400 words; the lower `rank`, the more common. */
export const wordAt = (rank: number): string =>
  `${starts[rank % 15] ?? ''}${middles[Math.floor(rank / 15) % 15] ?? ''}${ends[Math.floor(rank / 225) % 15] ?? ''}`

/** A random word, distributed as in real text: a few are common, most are rare. */
export function anyWord(random: Chance): string {
  return random.next() < 0.45 ? random.one(plain) : wordAt(Math.floor(3375 * random.next() ** 3))
}

export const anyWords = (random: Chance, count: number): string => Array.from({ length: count }, () => anyWord(random)).join(' ')

export const hostAt = (rank: number): string => `${hosts[rank % 10] ?? ''}${Math.floor(rank / 10)}.example`

export const addressAt = (rank: number): string => `${wordAt(rank % 3375)}@${hostAt(rank % 5000)}`
