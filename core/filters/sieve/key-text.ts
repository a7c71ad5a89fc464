// Writes the match type and the keys of a test of words.
import type { TextOperator, TextTest } from '../tree.ts'
import { caseForms, usualForms } from './case-forms.ts'
import { asIs, nearly, need, quotedList, type SieveWriter } from './writer.ts'

const tags: Record<TextOperator, string> = {
  contains: ':contains',
  is: ':is',
  starts: ':matches',
  ends: ':matches',
  wildcard: ':matches',
  regexp: ':regex',
}

/** Match type, place and keys, in that order; the comparator stays open, as it does for our own tests. */
export function matchText({ operator, values }: Pick<TextTest, 'operator' | 'values'>, writer: SieveWriter): (place: string) => string {
  if (operator === 'regexp') {
    need(writer, 'regex')
    if (!values.every(isPortable)) nearly(writer, 'regexp_differs')
  }
  const keys = operator === 'regexp' ? values : values.flatMap(value => keysFor(operator, value, writer))
  return place => [tags[operator], ...(place === '' ? [] : [place]), quotedList(keys, writer)].join(' ')
}

export function keysFor(operator: TextOperator, value: string, writer: SieveWriter): string[] {
  if (operator === 'wildcard' && value.includes('?')) nearly(writer, 'question_mark')
  const forms = caseForms(value)
  if (!forms) nearly(writer, 'letters')
  return (forms ?? usualForms(value)).map(form => keyFor(operator, form))
}

function keyFor(operator: TextOperator, form: string): string {
  switch (operator) {
    case 'starts':
      return `${asIs(form)}*`
    case 'ends':
      return `*${asIs(form)}`
    case 'wildcard':
      return form.replaceAll('\\', '\\\\')
    default:
      return form
  }
}

/** What RE2 and POSIX read alike, octet by octet or letter by letter: no classes by letter, no lazy signs, any letter only in runs. */
const isPortable = (pattern: string): boolean =>
  /^[\x20-\x7e]*$/.test(pattern) &&
  !/\\[A-Za-z0-9<>]|\(\?|[*+?}]\?|\[\^|\[[^\]]*\[/.test(pattern) &&
  !/\.(?![*+])/.test(pattern.replace(/\\./g, ''))
