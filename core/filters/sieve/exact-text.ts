// Writes an exact test as the Sieve test it came from; always names the comparator.
import type { ExactRead, ExactTest } from '../exact/test.ts'
import { quote, quoteList, requireExtension, type SieveWriter, unsupported } from './writer.ts'

const comparators = { ascii: 'i;ascii-casemap', octets: 'i;octet', number: 'i;ascii-numeric' }
const matches: Partial<Record<ExactTest['operator'], string>> = { is: ':is', contains: ':contains', wildcard: ':matches', regexp: ':regex' }
const relations: Partial<Record<ExactTest['operator'], string>> = {
  is: 'eq',
  differs: 'ne',
  over: 'gt',
  at_least: 'ge',
  under: 'lt',
  at_most: 'le',
}

/** Null for an address test on a header that other servers do not treat as an address header. */
export function exactTestText(test: ExactTest, writer: SieveWriter): string | null {
  const unknownHeader = test.read.kind === 'address' ? test.read.names.find(name => !addressHeaders.has(name.toLowerCase())) : undefined
  if (unknownHeader !== undefined) return unsupported(writer, unknownHeader)
  const { name, tags, named } = headText(test.read, writer)
  return [
    name,
    ...tags,
    matchText(test, writer),
    comparatorText(test, writer),
    ...named.map(texts => quoteList(texts, writer)),
    quoteList(test.values, writer),
  ].join(' ')
}

function comparatorText({ compare }: ExactTest, writer: SieveWriter): string {
  if (compare === 'number') requireExtension(writer, 'comparator-i;ascii-numeric')
  return `:comparator ${quote(comparators[compare], writer)}`
}

function matchText({ operator, counted }: ExactTest, writer: SieveWriter): string {
  const match = counted ? undefined : matches[operator]
  if (operator === 'regexp') requireExtension(writer, 'regex')
  if (match !== undefined) return match
  requireExtension(writer, 'relational')
  return `${counted ? ':count' : ':value'} ${quote(relations[operator] ?? 'eq', writer)}`
}

interface SieveTestHead {
  name: string
  tags: string[]
  named: string[][]
}

function headText(read: ExactRead, writer: SieveWriter): SieveTestHead {
  switch (read.kind) {
    case 'header':
      return { name: 'header', tags: indexTags(read, writer), named: [read.names] }
    case 'media':
      requireExtension(writer, 'mime')
      return { name: 'header', tags: [...indexTags(read, writer, true), mediaTag(read.part, writer)], named: [read.names] }
    case 'address':
      return { name: 'address', tags: [...indexTags(read, writer), partTag(read.part, writer)], named: [read.names] }
    case 'envelope':
      requireExtension(writer, 'envelope')
      return { name: 'envelope', tags: [partTag(read.part, writer)], named: [read.who] }
    case 'body':
      requireExtension(writer, 'body')
      return { name: 'body', tags: [`:${read.form}`], named: [] }
    case 'content':
      requireExtension(writer, 'body')
      return { name: 'body', tags: [`:content ${quoteList(read.types, writer)}`], named: [] }
    case 'date':
      return dateHead(read, writer)
  }
}

function indexTags(read: { nth?: number | undefined; parts?: true | undefined }, writer: SieveWriter, isMime = false): string[] {
  const tags: string[] = []
  if (read.nth !== undefined) {
    requireExtension(writer, 'index')
    tags.push(`:index ${Math.abs(read.nth)}`, ...(read.nth < 0 ? [':last'] : []))
  }
  if (read.parts || isMime) tags.push(':mime')
  if (!read.parts) return tags
  requireExtension(writer, 'mime')
  return [...tags, ':anychild']
}

function mediaTag(part: Extract<ExactRead, { kind: 'media' }>['part'], writer: SieveWriter): string {
  if (typeof part === 'object') return `:param ${quoteList(part.params, writer)}`
  return part === 'media_type' ? ':contenttype' : `:${part}`
}

function partTag(part: string, writer: SieveWriter): string {
  if (part === 'user' || part === 'detail') requireExtension(writer, 'subaddress')
  return `:${part}`
}

function dateHead(read: Extract<ExactRead, { kind: 'date' }>, writer: SieveWriter): SieveTestHead {
  requireExtension(writer, 'date')
  const { header } = read
  if (read.zone === 'own') return { name: dateName(header), tags: indexTags(read, writer), named: dateArguments(read) }
  const zone =
    read.zone === 'original' && header !== null ? ':originalzone' : `:zone ${quote(read.zone === 'original' ? '+0000' : read.zone, writer)}`
  return { name: dateName(header), tags: [zone, ...(header === null ? [] : indexTags(read, writer))], named: dateArguments(read) }
}

const dateName = (header: string | null): string => (header === null ? 'currentdate' : 'date')
const dateArguments = ({ header, part }: Extract<ExactRead, { kind: 'date' }>): string[][] =>
  header === null ? [[part]] : [[header], [part]]

/** The headers that hold addresses, as common Sieve servers know them (RFC 5228 §5.1 leaves the list to them). */
export const addressHeaders: ReadonlySet<string> = new Set([
  ...['from', 'to', 'cc', 'bcc', 'sender', 'reply-to'],
  ...['resent-from', 'resent-to', 'resent-cc', 'resent-bcc', 'resent-sender', 'resent-reply-to'],
  ...['delivered-to', 'x-original-to', 'errors-to', 'mail-followup-to', 'mail-reply-to', 'apparently-to'],
  ...['return-receipt-to', 'x-beenthere', 'x-complaints-to', 'x-report-abuse-to'],
])
