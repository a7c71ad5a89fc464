// Splits what is written as one word but read as two: don't, del, Mirela's, Mon-Fri, and Arabic words with a small one before them.
import { foldWord } from './fold.ts'
import type { Lexicon } from './lexicon.ts'
import type { SpeechToken } from './tokens.ts'

export function splitWords(tokens: SpeechToken[], lexicon: Lexicon): SpeechToken[] {
  const found: SpeechToken[] = []
  for (const token of tokens) found.push(...(token.kind === 'word' ? splitWord(token, lexicon, found.at(-1)) : [token]))
  return found
}

function splitWord(full: SpeechToken, lexicon: Lexicon, before: SpeechToken | undefined): SpeechToken[] {
  const spelled = lexicon.splits.spellings.get(full.text)
  if (spelled !== undefined) return [{ ...full, text: spelled }]
  const two = lexicon.splits.whole.get(full.text)
  if (two) return splitAt(full, two[0], two[1], Math.min(two[0].length, full.raw.length - 1))
  return (
    splitRange(full, lexicon) ??
    splitNegation(full, lexicon) ??
    splitEnding(full, lexicon) ??
    splitClitic(full, lexicon) ??
    splitPrefix(full, lexicon, before)
  )
}

/** Mon-Fri is a range, Mon-Wed-Fri a list. */
function splitRange(full: SpeechToken, { dictionary }: Lexicon): SpeechToken[] | null {
  const days = full.raw.split('-')
  if (days.length < 2 || !days.every(day => dictionary.weekdays.has(foldWord(day)))) return null
  let start = full.start
  return days.flatMap((raw, i): SpeechToken[] => {
    const day = { ...full, text: foldWord(raw), raw, start, end: start + raw.length }
    start = day.end + 1
    const mark = { kind: 'mark' as const, text: days.length > 2 ? ',' : '-', raw: '-', start: day.end, end: start }
    return i < days.length - 1 ? [day, mark] : [day]
  })
}

/** `non-English` */
function splitNegation(full: SpeechToken, { dictionary, splits }: Lexicon): SpeechToken[] | null {
  const start = splits.negations.find(each => full.text.startsWith(each) && dictionary.tongues.has(full.text.slice(each.length)))
  return start ? splitAt(full, start.slice(0, -1), full.text.slice(start.length), start.length) : null
}

/** `doesn't` has a second word at its end, `Mirela's` a mark of the owner. */
function splitEnding(full: SpeechToken, { splits }: Lexicon): SpeechToken[] | null {
  const ending = [...splits.endings.keys()].find(each => full.text.endsWith(each) && full.text.length > each.length)
  if (ending) return splitAt(full, full.text.slice(0, -ending.length), splits.endings.get(ending) ?? '', full.raw.length - ending.length)
  const base = full.text.replace(/'s?$/, '')
  if (splits.beforeIs === null || base === full.text || base === '') return null
  return splitAt(full, base, splits.beforeIs.has(base) ? 'is' : "'s", base.length)
}

/** `silénciame` is silence me, if the rules know the verb alone. */
function splitClitic(full: SpeechToken, { splits, vocabulary }: Lexicon): SpeechToken[] | null {
  if (splits.clitics.length === 0 || vocabulary.has(full.text)) return null
  const ending = splits.clitics.find(each => full.text.endsWith(each) && vocabulary.has(full.text.slice(0, -each.length)))
  const length = full.text.length - (ending?.length ?? 0)
  return ending && length > 3 ? splitAt(full, full.text.slice(0, length), ending, full.raw.length - ending.length) : null
}

/** `والخميس` is and Thursday; a name that only begins with the same letter stays whole. */
function splitPrefix(full: SpeechToken, lexicon: Lexicon, before: SpeechToken | undefined): SpeechToken[] {
  const known = findKnown(full.text, lexicon)
  if (known !== null || lexicon.splits.article === null) return [known === null ? full : { ...full, text: known }]
  const { prefixes, article } = lexicon.splits
  const prefix = prefixes.find(each => full.text.startsWith(each) && full.text.length > each.length + 1)
  if (!prefix) return [full]
  const rest = full.text.slice(prefix.length)
  const isJoined = article.endsWith(prefix) && rest.startsWith(prefix)
  const found = findKnown(isJoined ? article.slice(0, -prefix.length) + rest : rest, lexicon)
  if (found !== null) return splitAt(full, prefix, found, prefix.length)
  if (isJoined && rest.length > 3) return splitAt(full, prefix, article.slice(0, -prefix.length) + rest, prefix.length)
  const followsName = before?.kind === 'word' && (!lexicon.vocabulary.has(before.text) || lexicon.words.given.has(before.text))
  const isPlain = rest.startsWith(article) || (prefix === prefixes[0] && followsName)
  return isPlain ? splitAt(full, prefix, rest, prefix.length) : [full]
}

/** The word as the rules have it, with or without its article. */
function findKnown(word: string, { vocabulary, splits }: Lexicon): string | null {
  if (vocabulary.has(word)) return word
  if (splits.article === null || !word.startsWith(splits.article)) return null
  const bare = word.slice(splits.article.length)
  return vocabulary.has(bare) ? bare : null
}

function splitAt(full: SpeechToken, first: string, second: string, length: number): SpeechToken[] {
  const middle = full.start + length
  return [
    { ...full, text: first, raw: full.raw.slice(0, length), end: middle },
    { ...full, text: second, raw: full.raw.slice(length), start: middle },
  ]
}
