// Reads a settings file: YAML or JSON, with the position of each mistake.
import { z } from 'zod/mini'
import { type FileReading, hasTooManyWarnings, warnAt } from '../filters/exchange/file.ts'
import type { Warning } from '../filters/exchange/imported.ts'
import type { JsonPath } from '../filters/exchange/json-positions.ts'
import type { PhoneNames } from '../filters/exchange/phone-names.ts'
import { formatVersion, isRecord, readFiltersSection, rejectUnknownKeys } from '../filters/exchange/read.ts'
import { readListsSection } from '../filters/exchange/read-lists.ts'
import { parseSource } from '../filters/exchange/source.ts'
import { newEffort } from '../filters/query/cursor.ts'
import { nameEntries } from './names.ts'
import { type MailboxEntry, mailboxEntries, PhoneEntry, PreferencesEntry, RotaEntry, type SettingsFile } from './shape.ts'

/** The user's own machine reads the file. */
const maxCharacters = 2_000_000
const sections = ['mailferry', 'preferences', 'mailboxes', 'phones', 'rotas', 'filters', 'lists']

/** `names` are those of the user's phones and rotas on the server. A file with mistakes gives only warnings. Never throws. */
export function readSettingsFile(text: string, names: PhoneNames): { file: SettingsFile; warnings: Warning[] } {
  const opened = parseSource(text, maxCharacters)
  if ('problem' in opened) return { file: {}, warnings: [opened.problem] }
  const reading: FileReading = { text, source: opened.source, warnings: [], effort: newEffort() }
  const { value } = opened.source
  const file = isRecord(value) && value['mailferry'] !== undefined ? readSections(reading, value, names) : {}
  if (!isRecord(value) || value['mailferry'] === undefined) warnAt(reading, 'settings.not_ours', [])
  return reading.warnings.length === 0
    ? { file, warnings: [] }
    : { file: {}, warnings: reading.warnings.toSorted((a, b) => a.at.start - b.at.start) }
}

function readSections(reading: FileReading, value: Record<string, unknown>, names: PhoneNames): SettingsFile {
  const { mailferry: version, preferences, filters, lists } = value
  if (version !== formatVersion) warnAt(reading, 'version', ['mailferry'], { version: JSON.stringify(version).slice(0, 20) })
  rejectUnknownKeys(reading, value, new Set(sections), [])
  const readAll = <T>(section: string, read: (one: unknown, path: JsonPath) => T | null): T[] | undefined =>
    value[section] === undefined ? undefined : readItems(reading, value[section], [section], read)
  const mailboxes = readAll('mailboxes', (one, path) => readMailbox(reading, one, path))
  const phones = readAll('phones', (one, path) => readEntry(reading, PhoneEntry, one, path))
  const rotas = readAll('rotas', (one, path) => readEntry(reading, RotaEntry, one, path))
  rejectTwins(reading, 'phones', phones)
  rejectTwins(reading, 'rotas', rotas)
  reading.names = nameEntries(names, phones ?? [], rotas ?? [])
  rejectUnknownPhones(reading, { ...(phones && { phones }), ...(rotas && { rotas }) })
  const chosen = preferences === undefined ? null : readEntry(reading, PreferencesEntry, preferences, ['preferences'])
  return {
    ...(chosen && { preferences: chosen }),
    ...(mailboxes && { mailboxes }),
    ...(phones && { phones }),
    ...(rotas && { rotas }),
    ...(filters !== undefined && { filters: readFiltersSection(reading, filters) }),
    ...(lists !== undefined && { lists: readListsSection(reading, lists, ['lists']) }),
  }
}

function readItems<T>(reading: FileReading, value: unknown, path: JsonPath, read: (one: unknown, path: JsonPath) => T | null): T[] {
  if (!Array.isArray(value)) {
    warnAt(reading, 'settings.must_be_list', path, { name: String(path.at(-1)) })
    return []
  }
  return value.flatMap((one: unknown, i) => {
    const item = hasTooManyWarnings(reading) ? null : read(one, [...path, i])
    return item === null ? [] : [item]
  })
}

function readMailbox(reading: FileReading, value: unknown, path: JsonPath): MailboxEntry | null {
  const kind = isRecord(value) ? (value['kind'] ?? 'imap') : 'imap'
  if (kind === 'imap' || kind === 'oauth2' || kind === 'address') return readEntry<MailboxEntry>(reading, mailboxEntries[kind], value, path)
  return warnAt(reading, 'settings.must_be_one', [...path, 'kind'], { name: 'kind', options: Object.keys(mailboxEntries).join(', ') })
}

function readEntry<T>(reading: FileReading, shape: z.ZodMiniType<T>, value: unknown, path: JsonPath): T | null {
  const found = shape.safeParse(value)
  if (found.success) return found.data
  for (const issue of found.error.issues) warnOfIssue(reading, issue, value, path)
  return null
}

function warnOfIssue(reading: FileReading, issue: z.core.$ZodIssue, value: unknown, path: JsonPath): void {
  const at = [...path, ...issue.path]
  const name = String(at.findLast(key => typeof key === 'string') ?? '')
  if (issue.code === 'unrecognized_keys')
    for (const key of issue.keys) warnAt(reading, 'key_unknown', [...at, key], { name: key.slice(0, 60) })
  else if (valueAt(value, issue.path) === undefined) warnAt(reading, 'settings.missing', at, { name })
  else if (issue.code === 'invalid_value')
    warnAt(reading, 'settings.must_be_one', at, { name, options: issue.values.map(String).join(', ') })
  else warnAt(reading, 'settings.wrong', at, { name })
}

const valueAt = (value: unknown, path: JsonPath): unknown =>
  path.reduce<unknown>((inside, key) => (typeof inside === 'object' && inside !== null ? Reflect.get(inside, key) : undefined), value)

function rejectTwins(reading: FileReading, section: string, entries: readonly { name: string }[] = []): void {
  for (const [i, { name }] of entries.entries())
    if (entries.findIndex(other => other.name === name) < i) warnAt(reading, 'settings.twice', [section, i, 'name'], { name })
}

/** Phones that shifts and fallbacks name. */
function rejectUnknownPhones(reading: FileReading, { phones = [], rotas = [] }: SettingsFile): void {
  const check = (name: string, path: JsonPath) => void (reading.names?.phones.has(name) || warnAt(reading, 'phone_unknown', path, { name }))
  for (const [i, { fallback }] of phones.entries())
    if (typeof fallback === 'object' && fallback) check(fallback.phone, ['phones', i, 'fallback', 'phone'])
  for (const [i, { shifts }] of rotas.entries())
    for (const [n, { phone }] of shifts.entries()) check(phone, ['rotas', i, 'shifts', n, 'phone'])
}
