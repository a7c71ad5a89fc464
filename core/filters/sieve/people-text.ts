// Writes tests of people as Sieve: a search within a header, whole addresses and how they end.
import type { TextTest } from '../tree.ts'
import { matchText } from './key-text.ts'
import { asIs, nearly, oneOf, quotedList, type SieveWriter } from './writer.ts'

const recipients = ['to', 'cc', 'delivered-to', 'x-original-to']
export const peopleHeaders = { from: ['from'], to: ['to'], cc: ['cc'], reply_to: ['reply-to'], recipient: [...recipients, 'envelope-to'] }
/** Other servers take no test of addresses in Exim's Envelope-To. */
export const sureHeaders = { ...peopleHeaders, recipient: recipients }

/** A whole address, or the end of one. */
export const isAddress = (value: string): boolean => /^[\x21-\x7e]*@[a-z0-9.-]+$/i.test(value) && !/[<>"(),:;\\]|xn--/i.test(value)
/** What stands in a header as it stands in a name or an address. */
const isPlain = (value: string): boolean => !/[<>"(),:;\\[\]]|xn--/i.test(value) && (!value.includes('@') || /^[\x20-\x7e]*$/.test(value))

export function peopleText(field: keyof typeof peopleHeaders, test: TextTest, writer: SieveWriter): string {
  const { operator, values } = test
  if ((operator === 'is' || operator === 'ends') && values.every(isAddress)) return addressText(field, test, writer)
  const place = quotedList(peopleHeaders[field], writer)
  if (operator === 'contains' && values.every(isPlain)) return `header ${matchText(test, writer)(place)}`
  nearly(writer, 'people_nearly')
  if (operator === 'contains') return `header ${matchText(test, writer)(place)}`
  const addresses = `address ${matchText(test, writer)(quotedList(sureHeaders[field], writer))}`
  if (operator !== 'is') return oneOf('anyof', [`header ${matchText(test, writer)(place)}`, addresses])
  const named = values.flatMap(value => [`${asIs(value)} <*>`, `"${asIs(value)}" <*>`])
  return oneOf('anyof', [addresses, `header :matches ${place} ${quotedList(named, writer)}`])
}

function addressText(field: keyof typeof peopleHeaders, { operator, values }: TextTest, writer: SieveWriter): string {
  if (field === 'recipient') nearly(writer, 'envelope_to')
  const place = quotedList(sureHeaders[field], writer)
  if (operator === 'is') return `address :is ${place} ${quotedList(values, writer)}`
  return `address :matches ${place} ${quotedList(
    values.map(value => `*${asIs(value)}`),
    writer,
  )}`
}
