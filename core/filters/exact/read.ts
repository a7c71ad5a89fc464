// Reads the texts that an exact test compares.
import type { MailView } from '../../message/view.ts'
import { type FilterInput, headersNamed } from '../fields.ts'
import { addressPart, parseAddresses } from './addresses.ts'
import { readDates } from './date.ts'
import { readHeaders } from './headers.ts'
import { parseMedia } from './media.ts'
import type { ExactRead } from './test.ts'

export function readValues(read: ExactRead, input: FilterInput): string[] {
  const { view } = input
  switch (read.kind) {
    case 'header':
      return readHeaders(read, view).map(header => header.value.trim())
    case 'media':
      return readHeaders(read, view).flatMap(header => parseMedia(header.raw ?? header.value, read.part))
    case 'address':
      return readHeaders(read, view)
        .flatMap(header => parseAddresses(header.raw ?? header.value))
        .flatMap(address => addressPart(address, read.part))
    case 'envelope':
      return read.who.flatMap(who => parseAddresses(readEnvelope(input)[who])).flatMap(address => addressPart(address, read.part))
    case 'body':
      return bodyTexts(read.form, view)
    case 'content':
      return contentByType(read.types, view)
    case 'date':
      return readDates(read, input)
  }
}

/** If the source of the email was not stored, its text is what the view holds. */
function bodyTexts(form: 'raw' | 'text', { source, body }: MailView): string[] {
  if (form === 'raw') return source && source.body !== '' ? [source.body] : []
  if (!source) return body === '' ? [] : [body]
  return source.parts.flatMap(part => part.text ?? [])
}

/** `text` matches every text type, `text/plain` only itself, an empty type every part; invalid types match nothing (RFC 5173 §4.2). */
function contentByType(types: string[], { source }: MailView): string[] {
  const wanted = types.map(type => type.trim().toLowerCase())
  const isWanted = (type: string) => wanted.some(want => want === '' || (type !== '' && (want === type || type.startsWith(`${want}/`))))
  return source?.parts.flatMap(part => (isWanted(part.type) ? part.contents : [])) ?? []
}

/** Addresses in header form; empty if they were not recorded. */
function readEnvelope({ view, arrival }: FilterInput): { from: string; to: string } {
  if (arrival.envelope) return arrival.envelope
  const path = headersNamed('return-path', view)[0]?.trim() ?? ''
  return { from: path === '<>' ? '' : path, to: view.deliveredTo[0] ?? arrival.mailbox.address }
}
