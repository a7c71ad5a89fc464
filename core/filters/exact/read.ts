// Reads the texts that an exact test compares.
import type { FilterInput } from '../fields.ts'
import { addressPart, parseAddresses } from './addresses.ts'
import { bodyTexts, contentByType } from './body.ts'
import { readDates } from './date.ts'
import { readEnvelope } from './envelope.ts'
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
