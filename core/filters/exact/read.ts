// What an exact test reads of a message, text by text.
import type { Reading } from '../fields.ts'
import { addressesIn, partOfAddress } from './addresses.ts'
import { contentOfTypes, textsOfBody } from './body.ts'
import { datesRead } from './date.ts'
import { envelopeOf } from './envelope.ts'
import { headersRead } from './headers.ts'
import { mediaIn } from './media.ts'
import type { ExactRead } from './test.ts'

export function valuesRead(read: ExactRead, reading: Reading): string[] {
  const { view } = reading
  switch (read.kind) {
    case 'header':
      return headersRead(read, view).map(header => header.value.trim())
    case 'media':
      return headersRead(read, view).flatMap(header => mediaIn(header.raw ?? header.value, read.part))
    case 'address':
      return headersRead(read, view)
        .flatMap(header => addressesIn(header.raw ?? header.value))
        .flatMap(address => partOfAddress(address, read.part))
    case 'envelope':
      return read.who.flatMap(who => addressesIn(envelopeOf(reading)[who])).flatMap(address => partOfAddress(address, read.part))
    case 'body':
      return textsOfBody(read.form, view)
    case 'content':
      return contentOfTypes(read.types, view)
    case 'date':
      return datesRead(read, reading)
  }
}
