// Writes tests of people as Sieve: a search within a header, whole addresses and how they end.
import type { TextTest } from '../tree.ts'
import { matchText } from './key-text.ts'
import { asIs, nearly, oneOf, quotedList, type Writer } from './writer.ts'

export const peopleHeaders = {
  from: ['from'],
  to: ['to'],
  cc: ['cc'],
  reply_to: ['reply-to'],
  recipient: ['to', 'cc', 'delivered-to', 'x-original-to', 'envelope-to'],
}

/** A whole address, or the end of one. */
export const isAddress = (value: string): boolean => /^[\x21-\x7e]*@[a-z0-9.-]+$/i.test(value) && !/[<>"(),:;\\]|xn--/i.test(value)
/** What stands in a header as it stands in a name or an address. */
const isPlain = (value: string): boolean => !/[<>"(),:;\\[\]]|xn--/i.test(value) && (!value.includes('@') || /^[\x20-\x7e]*$/.test(value))

export function peopleText(names: string[], test: TextTest, writer: Writer): string {
  const { operator, values } = test
  const place = quotedList(names, writer)
  if (operator === 'contains') {
    if (!values.every(isPlain)) nearly(writer, 'people_nearly')
    return `header ${matchText(test, writer)(place)}`
  }
  if (operator === 'is' && values.every(isAddress)) return `address :is ${place} ${quotedList(values, writer)}`
  if (operator === 'ends' && values.every(value => value.includes('@') && isAddress(value))) {
    return `address :matches ${place} ${quotedList(
      values.map(value => `*${asIs(value)}`),
      writer,
    )}`
  }
  nearly(writer, 'people_nearly')
  if (operator !== 'is') return oneOf('anyof', [`header ${matchText(test, writer)(place)}`, `address ${matchText(test, writer)(place)}`])
  const named = values.flatMap(value => [`${asIs(value)} <*>`, `"${asIs(value)}" <*>`])
  return oneOf('anyof', [`address :is ${place} ${quotedList(values, writer)}`, `header :matches ${place} ${quotedList(named, writer)}`])
}
