// Evaluates conditions in a slow, simple reference implementation written only from the description of the fields.
import type { Condition, Test } from '../tree.ts'
import { anyFits, standsAsWord } from './compare.fixture.ts'
import { isTrueOf } from './facts.fixture.ts'
import { addressesIn, headerValues, isAboutPeople, type Mail, namesIn, textsIn } from './fields.fixture.ts'
import { allReadings, simpleFold } from './fold.fixture.ts'

export function holdsOn(condition: Condition, mail: Mail): boolean {
  if ('field' in condition) return testHolds(condition, mail)
  let matching = 0
  const parts = 'all' in condition ? condition.all : 'any' in condition ? condition.any : condition.none
  for (const part of parts) if (holdsOn(part, mail)) matching += 1
  if ('all' in condition) return matching === parts.length
  return 'any' in condition ? matching > 0 : matching === 0
}

function testHolds(test: Test, mail: Mail): boolean {
  const { view } = mail
  if (test.field === 'exact') throw new Error('Exact tests are checked against a real Sieve implementation.')
  if ('values' in test) return anyFits(textsIn(test.field, nameOf(test), mail), test.operator, test.values)
  if ('list' in test) return isListed(test.field, nameOf(test), test.list, mail)
  switch (test.operator) {
    case 'exists':
      return isPresent(test.field, nameOf(test), mail)
    case 'missing':
      return !isPresent(test.field, nameOf(test), mail)
  }
  if ('bytes' in test) {
    const sizes = test.field === 'size' ? [view.sizeBytes] : view.attachments.map(({ sizeBytes }) => sizeBytes)
    for (const size of sizes) if (test.operator === 'over' ? size > test.bytes : size < test.bytes) return true
    return false
  }
  if (test.field === 'attachment_count') {
    const difference = view.attachments.length - test.count
    return test.operator === 'is' ? difference === 0 : test.operator === 'over' ? difference > 0 : difference < 0
  }
  return isTrueOf(test, mail)
}

const nameOf = (test: Test): string => ('name' in test ? test.name : '')

function isPresent(field: string, header: string, mail: Mail): boolean {
  if (field === 'attachment') return mail.view.attachments.length !== 0
  if (field === 'header') return headerValues(header, mail.view).length !== 0
  return textsIn(field, header, mail).some(text => text.trim().length > 0)
}

function isListed(field: string, header: string, list: string, mail: Mail): boolean {
  const entries = [...(mail.lists.get(list) ?? [])].flatMap(allReadings).filter(entry => entry !== '')
  if (!isAboutPeople(field, mail.view)) {
    const texts = textsIn(field, header, mail).flatMap(allReadings)
    return entries.some(entry => texts.some(text => standsAsWord(text, entry)))
  }
  const addresses = addressesIn(field, mail).flatMap(allReadings)
  const texts = [...addresses, ...namesIn(field, mail.view).flatMap(allReadings), ...(field === 'mailbox' ? addresses : [])]
  return entries.some(entry => {
    if (/^[^@\s]+@[^@\s]+$/.test(entry)) return addresses.some(address => address === entry)
    const domain = /^@[^@\s]+$/.test(entry) ? entry.slice(1) : looksLikeDomain(entry) ? entry : null
    if (domain !== null) return addresses.some(address => isUnder(address, domain))
    return texts.some(text => standsAsWord(text, entry))
  })
}

function isUnder(address: string, domain: string): boolean {
  const own = address.includes('@') ? address.slice(address.lastIndexOf('@') + 1) : address
  return own === domain || simpleFold(own).endsWith(`.${domain}`)
}

function looksLikeDomain(entry: string): boolean {
  const labels = entry.split('.')
  const last = labels.at(-1) ?? ''
  return (
    labels.length > 1 && labels.every(label => /^[\p{L}\p{N}\p{M}_-]+$/u.test(label)) && /^[\p{L}\p{M}-][\p{L}\p{N}\p{M}-]+$/u.test(last)
  )
}
