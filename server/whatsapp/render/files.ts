// Renders the lines about an email's attachments: which were sent, linked or left out.
import { detectFileKind, type FileFate, type FileOutcome, isBehindLink, type MailFiles } from '../../../core/message/attachments.ts'
import type { Words } from '../../../core/words/words.ts'
import { neutral, oneLine } from '../markup.ts'

const maxName = 60
const maxNames = 5
/** Up to this many get a line each; the others share one. */
const maxLinesPerFate = 3
/** The length of all lines: an email with many files has text too. */
const maxTotalLength = 1000

/** `link` returns a file's link. Null if the email has no files. */
export function renderFiles(words: Words, { left }: MailFiles, files: FileOutcome[], link: (n: number) => string): string | null {
  const t = words.of('whatsapp')
  const displayName = ({ file }: FileOutcome) =>
    withoutLinks(neutral(oneLine(file.name, maxName))) || t(`files.unnamed.${detectFileKind(file.type)}`)
  const listNames = (group: FileOutcome[]) => {
    const more = group.length - maxNames
    return [...group.slice(0, maxNames).map(displayName), ...(more > 0 ? [t('files.more', { count: more })] : [])].join(', ')
  }
  const totalSize = (group: FileOutcome[]) =>
    formatSize(
      words.language,
      group.reduce((sum, { file }) => sum + file.sizeBytes, 0),
    )
  const combinedLine = (fate: 'sent' | 'held_back' | 'not_kept'): Line[] => {
    const group = files.filter(one => one.fate === fate)
    return group.length > 0
      ? [{ count: group.length, text: t(`files.${fate}`, { count: group.length, size: totalSize(group), names: listNames(group) }) }]
      : []
  }
  const separateLines = (fate: Exclude<FileFate, 'sent' | 'held_back' | 'not_kept'>): Line[] => {
    const group = files.filter(one => one.fate === fate)
    const rest = group.slice(maxLinesPerFate)
    const lines = group.slice(0, maxLinesPerFate).map(one => {
      const program = oneLine(one.file.program ?? '', maxName)
      const line = t(`files.${fate}`, { name: displayName(one), size: totalSize([one]), what: program })
      return { count: 1, isLinked: isBehindLink(one), text: isBehindLink(one) ? `${line}\n${link(one.n)}` : line }
    })
    const others = isBehindLink({ fate }) ? 'link' : 'refused'
    return rest.length > 0
      ? [
          ...lines,
          {
            count: rest.length,
            isLinked: isBehindLink({ fate }),
            text: t(`files.others.${others}`, { count: rest.length, names: listNames(rest) }),
          },
        ]
      : lines
  }
  const lines: Line[] = [
    ...combinedLine('sent'),
    ...(['too_large', 'too_many', 'not_taken', 'link_only', 'program', 'inside', 'empty'] as const).flatMap(separateLines),
    ...combinedLine('held_back'),
    ...combinedLine('not_kept'),
  ]
  const { shown, over, linked } = fitLines(lines)
  const more = left + over
  const texts = [
    ...shown,
    ...(linked > 0 ? [t('files.linked', { count: linked })] : []),
    ...(more > 0 ? [t('files.left', { count: more })] : []),
  ]
  return texts.length > 0 ? texts.join('\n') : null
}

/** True if there may be too many linked files for one line each; the web view lists them all. */
export const needsWebView = (files: FileOutcome[]): boolean => files.filter(isBehindLink).length >= maxLinesPerFate

interface Line {
  /** The number of files it covers. */
  count: number
  isLinked?: boolean
  text: string
}

/** Files that do not fit are only counted. */
function fitLines(lines: Line[]): { shown: string[]; over: number; linked: number } {
  const shown: string[] = []
  let room = maxTotalLength
  const left = { over: 0, linked: 0 }
  for (const { count, isLinked, text } of lines) {
    room -= text.length + 1
    if (room >= 0) shown.push(text)
    else left[isLinked ? 'linked' : 'over'] += count
  }
  return { shown, ...left }
}

/** Phones turn names that end like a domain, such as "invoice.zip", into links. */
const withoutLinks = (name: string): string => name.replace(/\.(?=[a-z]{2,4}\b)/gi, '.\u2060')

export function formatSize(language: string, bytes: number): string {
  const [unit, divisor] = bytes >= 1_000_000 ? ['megabyte', 1_000_000] : ['kilobyte', 1000]
  const digits = { maximumFractionDigits: bytes >= 1_000_000 ? 1 : 0 }
  return new Intl.NumberFormat(language, { style: 'unit', unit: String(unit), ...digits }).format(Math.max(1, bytes / Number(divisor)))
}
