// Writes an exact test as the Sieve test it is; the comparator always stands there.
import type { ExactRead, ExactTest } from '../exact/test.ts'
import { addressHeaders } from './address-headers.ts'
import { need, quoted, quotedList, type SieveWriter, unsayable } from './writer.ts'

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

/** Null for a test of addresses in a header of which other servers do not know that it holds some. */
export function exactText(test: ExactTest, writer: SieveWriter): string | null {
  const foreign = test.read.kind === 'address' ? test.read.names.find(name => !addressHeaders.has(name.toLowerCase())) : undefined
  if (foreign !== undefined) return unsayable(writer, foreign)
  const { name, tags, named } = placeText(test.read, writer)
  return [
    name,
    ...tags,
    matchText(test, writer),
    comparatorText(test, writer),
    ...named.map(texts => quotedList(texts, writer)),
    quotedList(test.values, writer),
  ].join(' ')
}

function comparatorText({ compare }: ExactTest, writer: SieveWriter): string {
  if (compare === 'number') need(writer, 'comparator-i;ascii-numeric')
  return `:comparator ${quoted(comparators[compare], writer)}`
}

function matchText({ operator, counted }: ExactTest, writer: SieveWriter): string {
  const match = counted ? undefined : matches[operator]
  if (operator === 'regexp') need(writer, 'regex')
  if (match !== undefined) return match
  need(writer, 'relational')
  return `${counted ? ':count' : ':value'} ${quoted(relations[operator] ?? 'eq', writer)}`
}

interface Place {
  name: string
  tags: string[]
  named: string[][]
}

function placeText(read: ExactRead, writer: SieveWriter): Place {
  switch (read.kind) {
    case 'header':
      return { name: 'header', tags: whichTags(read, writer), named: [read.names] }
    case 'media':
      need(writer, 'mime')
      return { name: 'header', tags: [...whichTags(read, writer, true), mediaTag(read.part, writer)], named: [read.names] }
    case 'address':
      return { name: 'address', tags: [...whichTags(read, writer), partTag(read.part, writer)], named: [read.names] }
    case 'envelope':
      need(writer, 'envelope')
      return { name: 'envelope', tags: [partTag(read.part, writer)], named: [read.who] }
    case 'body':
      need(writer, 'body')
      return { name: 'body', tags: [`:${read.form}`], named: [] }
    case 'content':
      need(writer, 'body')
      return { name: 'body', tags: [`:content ${quotedList(read.types, writer)}`], named: [] }
    case 'date':
      return datePlace(read, writer)
  }
}

function whichTags(read: { nth?: number | undefined; parts?: true | undefined }, writer: SieveWriter, isMime = false): string[] {
  const tags: string[] = []
  if (read.nth !== undefined) {
    need(writer, 'index')
    tags.push(`:index ${Math.abs(read.nth)}`, ...(read.nth < 0 ? [':last'] : []))
  }
  if (read.parts || isMime) tags.push(':mime')
  if (!read.parts) return tags
  need(writer, 'mime')
  return [...tags, ':anychild']
}

function mediaTag(part: Extract<ExactRead, { kind: 'media' }>['part'], writer: SieveWriter): string {
  if (typeof part === 'object') return `:param ${quotedList(part.params, writer)}`
  return part === 'media_type' ? ':contenttype' : `:${part}`
}

function partTag(part: string, writer: SieveWriter): string {
  if (part === 'user' || part === 'detail') need(writer, 'subaddress')
  return `:${part}`
}

function datePlace(read: Extract<ExactRead, { kind: 'date' }>, writer: SieveWriter): Place {
  need(writer, 'date')
  const { header } = read
  if (read.zone === 'own') return { name: dateName(header), tags: whichTags(read, writer), named: dateNamed(read) }
  const zone =
    read.zone === 'original' && header !== null
      ? ':originalzone'
      : `:zone ${quoted(read.zone === 'original' ? '+0000' : read.zone, writer)}`
  return { name: dateName(header), tags: [zone, ...(header === null ? [] : whichTags(read, writer))], named: dateNamed(read) }
}

const dateName = (header: string | null): string => (header === null ? 'currentdate' : 'date')
const dateNamed = ({ header, part }: Extract<ExactRead, { kind: 'date' }>): string[][] => (header === null ? [[part]] : [[header], [part]])
