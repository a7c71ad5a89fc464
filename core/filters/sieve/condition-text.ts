// Writes a condition as a Sieve test.
import { type Condition, type ListTest, type PresenceTest, type Test, TextField, type TextTest, type TimeTest } from '../tree.ts'
import { isAlways, isNever } from './constant.ts'
import { exactTestText } from './exact-text.ts'
import { factText } from './fact-text.ts'
import { sieveWeekdays } from './time.ts'
import { wordText } from './word-text.ts'
import { joinTests, quote, quoteList, requireExtension, type SieveWriter, unsupported, warnApproximate } from './writer.ts'

/** Null if some part has no Sieve equivalent; a warning names it. */
export function conditionText(condition: Condition, writer: SieveWriter): string | null {
  if (isNever(condition)) return 'false'
  if (isAlways(condition)) return 'true'
  if ('all' in condition) return groupText('allof', condition.all, writer)
  if ('any' in condition) return groupText('anyof', condition.any, writer)
  if (!('none' in condition)) return testText(condition, writer)
  const tests = conditionTexts(condition.none, writer)
  return tests && `not anyof(${tests.join(', ')})`
}

function groupText(operator: 'allof' | 'anyof', conditions: Condition[], writer: SieveWriter): string | null {
  const tests = conditionTexts(conditions, writer)
  return tests && joinTests(operator, tests)
}

/** Tries all conditions, so that the person sees every unsupported part. */
function conditionTexts(conditions: Condition[], writer: SieveWriter): string[] | null {
  const tests = conditions.map(condition => conditionText(condition, writer))
  const written = tests.flatMap(test => test ?? [])
  return written.length === tests.length ? written : null
}

function testText(test: Test, writer: SieveWriter): string | null {
  if (test.field === 'exact') return exactTestText(test, writer)
  if ('values' in test) return wordText(test, writer)
  if ('list' in test) return listTestText(test, writer)
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
      return timeTestText(test, writer)
    case 'attachment_size':
    case 'attachment_count':
    case 'amount':
    case 'auth':
      return unsupported(writer, test.field)
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
  if (test.field === 'header') return `${not}exists ${quote(test.name, writer)}`
  if (test.field === 'attachment') {
    warnApproximate(writer, 'files_by_header')
    requireExtension(writer, 'mime')
    return `${not}header :mime :anychild :type "content-disposition" "attachment"`
  }
  const header = presentHeaders[test.field]
  if (header === undefined) return unsupported(writer, test.field)
  warnApproximate(writer, 'presence_nearly')
  return `${not}header :matches ${quote(header, writer)} "?*"`
}

const mostListEntries = 1000

/** Copies the current entries of the list into the script. */
function listTestText({ operator: _, list, ...target }: ListTest, writer: SieveWriter): string | null {
  const words = [...(writer.lists.get(list) ?? [])]
  if (words.length === 0 || words.length > mostListEntries) return unsupported(writer, list)
  warnApproximate(writer, 'list_copied', { list })
  const field = TextField.safeParse(target.field)
  const test: TextTest =
    'name' in target
      ? { ...target, operator: 'contains', values: words }
      : { field: field.data ?? 'any', operator: 'contains', values: words }
  return wordText(test, writer)
}

/** Writes arrival times as tests of the current time (RFC 5260 §5), in the server's time zone. */
function timeTestText(test: TimeTest, writer: SieveWriter): string {
  requireExtension(writer, 'date')
  warnApproximate(writer, 'server_zone')
  switch (test.field) {
    case 'weekday':
      return `currentdate "weekday" ${quoteList(
        test.days.map(day => String(sieveWeekdays.indexOf(day))),
        writer,
      )}`
    case 'date':
      return dateText(test, writer)
    case 'hour':
      return hourText(test.from, test.to, writer)
  }
}

function dateText({ operator, day }: Extract<TimeTest, { field: 'date' }>, writer: SieveWriter): string {
  if (operator === 'on') return `currentdate "date" ${quote(day, writer)}`
  requireExtension(writer, 'relational')
  return `currentdate :value "${operator === 'before' ? 'lt' : 'ge'}" "date" ${quote(day, writer)}`
}

const midnight = '00:00'

function hourText(from: string, to: string, writer: SieveWriter): string {
  if (from === to) return 'true'
  requireExtension(writer, 'relational')
  const start = `currentdate :value "ge" "time" "${from}:00"`
  const end = `currentdate :value "lt" "time" "${to}:00"`
  if (to === midnight) return start
  if (from === midnight) return end
  return `${from < to ? 'allof' : 'anyof'}(${start}, ${end})`
}
