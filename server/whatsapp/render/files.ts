// Renders the lines about the attachments of an email: which were sent, which lie behind a link, which were left out.
import { type Fate, type FileOutcome, hasLink, type MailFiles } from '../../../core/message/attachments.ts'
import type { Words } from '../../../core/words/words.ts'
import { neutral, oneLine } from '../markup.ts'

const nameMost = 60
const namesShown = 5
/** Each of so many has a line of its own; of the others one line tells. */
const linesOfAFate = 3
/** Letters of all lines: a mail of many files has words too. */
const linesMost = 1000

/** `link` of a file that lies behind one. Null where the mail has none. */
export function textOfFiles(words: Words, { left }: MailFiles, files: FileOutcome[], link: (n: number) => string): string | null {
  const t = words.of('whatsapp')
  const nameOf = ({ file }: FileOutcome) => unlinked(neutral(oneLine(file.name, nameMost))) || t('files.unnamed')
  const namesOf = (some: FileOutcome[]) => {
    const more = some.length - namesShown
    return [...some.slice(0, namesShown).map(nameOf), ...(more > 0 ? [t('files.more', { count: more })] : [])].join(', ')
  }
  const sizeOf = (some: FileOutcome[]) =>
    sizeText(
      words.language,
      some.reduce((sum, { file }) => sum + file.sizeBytes, 0),
    )
  const together = (fate: 'sent' | 'held_back' | 'not_kept'): Line[] => {
    const some = files.filter(one => one.fate === fate)
    return some.length > 0
      ? [{ of: some.length, text: t(`files.${fate}`, { count: some.length, size: sizeOf(some), names: namesOf(some) }) }]
      : []
  }
  const singly = (fate: Exclude<Fate, 'sent' | 'held_back' | 'not_kept'>): Line[] => {
    const some = files.filter(one => one.fate === fate)
    const rest = some.slice(linesOfAFate)
    const lines = some.slice(0, linesOfAFate).map(one => {
      const what = oneLine(one.file.program ?? '', nameMost)
      const line = t(`files.${fate}`, { name: nameOf(one), size: sizeOf([one]), what })
      return { of: 1, isLinked: hasLink(one), text: hasLink(one) ? `${line}\n${link(one.n)}` : line }
    })
    const others = hasLink({ fate }) ? 'link' : 'refused'
    return rest.length > 0
      ? [
          ...lines,
          { of: rest.length, isLinked: hasLink({ fate }), text: t(`files.others.${others}`, { count: rest.length, names: namesOf(rest) }) },
        ]
      : lines
  }
  const lines: Line[] = [
    ...together('sent'),
    ...(['too_large', 'too_many', 'not_taken', 'program', 'inside', 'empty'] as const).flatMap(singly),
    ...together('held_back'),
    ...together('not_kept'),
  ]
  const { shown, over, linked } = fitting(lines)
  const more = left + over
  const texts = [
    ...shown,
    ...(linked > 0 ? [t('files.linked', { count: linked })] : []),
    ...(more > 0 ? [t('files.left', { count: more })] : []),
  ]
  return texts.length > 0 ? texts.join('\n') : null
}

/** So many files lie behind links that there may be no line for each: the page of the whole mail has them all. */
export const needsPage = (files: FileOutcome[]): boolean => files.filter(hasLink).length >= linesOfAFate

/** `of` so many files. */
interface Line {
  of: number
  isLinked?: boolean
  text: string
}

/** What there is no room for is only counted. */
function fitting(lines: Line[]): { shown: string[]; over: number; linked: number } {
  const shown: string[] = []
  let room = linesMost
  const left = { over: 0, linked: 0 }
  for (const { of, isLinked, text } of lines) {
    room -= text.length + 1
    if (room >= 0) shown.push(text)
    else left[isLinked ? 'linked' : 'over'] += of
  }
  return { shown, ...left }
}

/** Phones make links of names that end like a domain: "invoice.zip" is one. */
const unlinked = (name: string): string => name.replace(/\.(?=[a-z]{2,4}\b)/gi, '.\u2060')

export function sizeText(language: string, bytes: number): string {
  const [unit, divisor] = bytes >= 1_000_000 ? ['megabyte', 1_000_000] : ['kilobyte', 1000]
  const digits = { maximumFractionDigits: bytes >= 1_000_000 ? 1 : 0 }
  return new Intl.NumberFormat(language, { style: 'unit', unit: String(unit), ...digits }).format(Math.max(1, bytes / Number(divisor)))
}
