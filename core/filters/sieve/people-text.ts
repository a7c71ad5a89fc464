// Writes tests of people as Sieve: searches in a header, full addresses and address suffixes.
import type { TextTest } from '../tree.ts'
import { matchText } from './key-text.ts'
import { escapeWildcards, joinTests, quoteList, type SieveWriter, warnApproximate } from './writer.ts'

const recipients = ['to', 'cc', 'delivered-to', 'x-original-to']
export const peopleHeaders = { from: ['from'], to: ['to'], cc: ['cc'], reply_to: ['reply-to'], recipient: [...recipients, 'envelope-to'] }
/** Other servers do not accept an address test on Exim's Envelope-To. */
export const addressTestHeaders = { ...peopleHeaders, recipient: recipients }

/** A full address, or a suffix of one. */
export const isAddressOrSuffix = (value: string): boolean => /^[\x21-\x7e]*@[a-z0-9.-]+$/i.test(value) && !/[<>"(),:;\\]|xn--/i.test(value)
/** Whether a value appears in the raw header exactly as in the name or address. */
const isPlain = (value: string): boolean => !/[<>"(),:;\\[\]]|xn--/i.test(value) && (!value.includes('@') || /^[\x20-\x7e]*$/.test(value))

export function peopleText(field: keyof typeof peopleHeaders, test: TextTest, writer: SieveWriter): string {
  const { operator, values } = test
  if ((operator === 'is' || operator === 'ends') && values.every(isAddressOrSuffix)) return addressText(field, test, writer)
  const headers = quoteList(peopleHeaders[field], writer)
  if (operator === 'contains' && values.every(isPlain)) return `header ${matchText(test, writer)(headers)}`
  warnApproximate(writer, 'people_nearly')
  if (operator === 'contains') return `header ${matchText(test, writer)(headers)}`
  const addresses = `address ${matchText(test, writer)(quoteList(addressTestHeaders[field], writer))}`
  if (operator !== 'is') return joinTests('anyof', [`header ${matchText(test, writer)(headers)}`, addresses])
  const named = values.flatMap(value => [`${escapeWildcards(value)} <*>`, `"${escapeWildcards(value)}" <*>`])
  return joinTests('anyof', [addresses, `header :matches ${headers} ${quoteList(named, writer)}`])
}

function addressText(field: keyof typeof peopleHeaders, { operator, values }: TextTest, writer: SieveWriter): string {
  if (field === 'recipient') warnApproximate(writer, 'envelope_to')
  const headers = quoteList(addressTestHeaders[field], writer)
  if (operator === 'is') return `address :is ${headers} ${quoteList(values, writer)}`
  return `address :matches ${headers} ${quoteList(
    values.map(value => `*${escapeWildcards(value)}`),
    writer,
  )}`
}
