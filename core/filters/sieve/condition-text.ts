// Writes a condition as a Sieve test.
import { type Condition, type ListTest, type PresenceTest, type Test, TextField, type TextTest } from '../tree.ts'
import { isAlways, isNever } from './constant.ts'
import { exactText } from './exact-text.ts'
import { factText } from './fact-text.ts'
import { momentText } from './moment-text.ts'
import { wordText } from './word-text.ts'
import { nearly, need, oneOf, quoted, type SieveWriter, unsayable } from './writer.ts'

/** Null where a part of it cannot be said; a warning says which. */
export function conditionText(condition: Condition, writer: SieveWriter): string | null {
  if (isNever(condition)) return 'false'
  if (isAlways(condition)) return 'true'
  if ('all' in condition) return groupText('allof', condition.all, writer)
  if ('any' in condition) return groupText('anyof', condition.any, writer)
  if (!('none' in condition)) return testText(condition, writer)
  const tests = textsOf(condition.none, writer)
  return tests && `not anyof(${tests.join(', ')})`
}

function groupText(how: 'allof' | 'anyof', conditions: Condition[], writer: SieveWriter): string | null {
  const tests = textsOf(conditions, writer)
  return tests && oneOf(how, tests)
}

/** All are tried, so that a person learns of all that cannot be said. */
function textsOf(conditions: Condition[], writer: SieveWriter): string[] | null {
  const tests = conditions.map(condition => conditionText(condition, writer))
  const said = tests.flatMap(test => test ?? [])
  return said.length === tests.length ? said : null
}

function testText(test: Test, writer: SieveWriter): string | null {
  if (test.field === 'exact') return exactText(test, writer)
  if ('values' in test) return wordText(test, writer)
  if ('list' in test) return listedText(test, writer)
  switch (test.operator) {
    case 'exists':
    case 'missing':
      return presenceText(test, writer)
  }
  switch (test.field) {
    case 'size':
      return `size :${test.operator} ${test.bytes}`
    case 'date':
    case 'weekday':
    case 'hour':
      return momentText(test, writer)
    case 'attachment_size':
    case 'attachment_count':
    case 'auth':
      return unsayable(writer, test.field)
    default:
      return factText(test, writer)
  }
}

const presentHeaders: Partial<Record<PresenceTest['field'], string>> = {
  from: 'from',
  to: 'to',
  cc: 'cc',
  reply_to: 'reply-to',
  list: 'list-id',
  subject: 'subject',
}

function presenceText(test: PresenceTest, writer: SieveWriter): string | null {
  const not = test.operator === 'missing' ? 'not ' : ''
  if (test.field === 'header') return `${not}exists ${quoted(test.name, writer)}`
  if (test.field === 'attachment') {
    nearly(writer, 'files_by_header')
    need(writer, 'mime')
    return `${not}header :mime :anychild :type "content-disposition" "attachment"`
  }
  const header = presentHeaders[test.field]
  if (header === undefined) return unsayable(writer, test.field)
  nearly(writer, 'presence_nearly')
  return `${not}header :matches ${quoted(header, writer)} "?*"`
}

const mostWords = 1000

/** The words that the list holds now stand in the script. */
function listedText({ operator: _, list, ...place }: ListTest, writer: SieveWriter): string | null {
  const words = [...(writer.lists.get(list) ?? [])]
  if (words.length === 0 || words.length > mostWords) return unsayable(writer, list)
  nearly(writer, 'list_copied', { list })
  const field = TextField.safeParse(place.field)
  const test: TextTest =
    'name' in place
      ? { ...place, operator: 'contains', values: words }
      : { field: field.data ?? 'any', operator: 'contains', values: words }
  return wordText(test, writer)
}
