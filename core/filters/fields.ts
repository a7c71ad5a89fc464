// What each field of a condition reads of a message.
import type { MailAddress, MailView } from '../message/view.ts'
import { type Folded, readings } from './text.ts'
import type { Test } from './tree.ts'

export type TextTest = Extract<Test, { values: string[] }>

/** A message opened for many tests: each field is folded once, when first asked for. */
export interface Reading {
  view: MailView
  texts: Map<string, Folded[]>
}

export const openReading = (view: MailView): Reading => ({ view, texts: new Map() })

/** The texts a test may hold on; any one is enough. A person is read as `Name <address>`, as address, as name. */
export function textsOf(test: TextTest, reading: Reading): Folded[] {
  const key = test.field === 'header' ? `header ${test.name.toLowerCase()}` : test.field
  const known = reading.texts.get(key)
  if (known) return known
  const texts = valuesIn(test, reading.view).flatMap(readings)
  reading.texts.set(key, texts)
  return texts
}

/** What a person is shown of a field in which nothing was found. */
export function shownText(test: TextTest, view: MailView): string {
  if (test.field === 'subject' || test.field === 'body') return view[test.field]
  return (test.field === 'header' ? headersNamed(test.name, view) : view[test.field].map(wholePerson)).join(', ')
}

function valuesIn(test: TextTest, view: MailView): string[] {
  if (test.field === 'subject' || test.field === 'body') return [view[test.field]]
  if (test.field === 'header') return headersNamed(test.name, view)
  return view[test.field].flatMap(person => (person.name === '' ? [person.address] : [wholePerson(person), person.address, person.name]))
}

function headersNamed(name: string, view: MailView): string[] {
  const wanted = name.toLowerCase()
  return view.headers.filter(header => header.name.toLowerCase() === wanted).map(header => header.value)
}

const wholePerson = ({ name, address }: MailAddress): string => (name === '' ? address : `${name} <${address}>`)
