// Writes the match type and keys of a text test as Sieve.
import type { TextOperator, TextTest } from '../tree.ts'
import { caseForms, commonForms } from './case-forms.ts'
import { escapeWildcards, quoteList, requireExtension, type SieveWriter, warnApproximate } from './writer.ts'

const tags: Record<TextOperator, string> = {
  contains: ':contains',
  is: ':is',
  starts: ':matches',
  ends: ':matches',
  wildcard: ':matches',
  regexp: ':regex',
}

/** Returns a function from the header argument to match type, header and keys; leaves the comparator open, as our own tests do. */
export function matchText({ operator, values }: Pick<TextTest, 'operator' | 'values'>, writer: SieveWriter): (header: string) => string {
  if (operator === 'regexp') {
    requireExtension(writer, 'regex')
    if (!values.every(isPortable)) warnApproximate(writer, 'regexp_differs')
  }
  const keys = operator === 'regexp' ? values : values.flatMap(value => toKeys(operator, value, writer))
  return header => [tags[operator], ...(header === '' ? [] : [header]), quoteList(keys, writer)].join(' ')
}

export function toKeys(operator: TextOperator, value: string, writer: SieveWriter): string[] {
  if (operator === 'wildcard' && value.includes('?')) warnApproximate(writer, 'question_mark')
  const forms = caseForms(value)
  if (!forms) warnApproximate(writer, 'letters')
  return (forms ?? commonForms(value)).map(form => toKey(operator, form))
}

function toKey(operator: TextOperator, form: string): string {
  switch (operator) {
    case 'starts':
      return `${escapeWildcards(form)}*`
    case 'ends':
      return `*${escapeWildcards(form)}`
    case 'wildcard':
      return form.replaceAll('\\', '\\\\')
    default:
      return form
  }
}

/** Whether RE2 and POSIX read the pattern alike, by octets or characters: no escape classes, no lazy repeats, dots only when repeated. */
const isPortable = (pattern: string): boolean =>
  /^[\x20-\x7e]*$/.test(pattern) &&
  !/\\[A-Za-z0-9<>]|\(\?|[*+?}]\?|\[\^|\[[^\]]*\[/.test(pattern) &&
  !/\.(?![*+])/.test(pattern.replace(/\\./g, ''))
