// Writes tests of a mail's arrival as Sieve's tests of the current time (RFC 5260 §5), in the server's time zone.
import type { TimeTest } from '../tree.ts'
import { sieveWeekdays } from './time.ts'
import { nearly, need, quoted, quotedList, type SieveWriter } from './writer.ts'

export function momentText(test: TimeTest, writer: SieveWriter): string {
  need(writer, 'date')
  nearly(writer, 'server_zone')
  switch (test.field) {
    case 'weekday':
      return `currentdate "weekday" ${quotedList(
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
  if (operator === 'on') return `currentdate "date" ${quoted(day, writer)}`
  need(writer, 'relational')
  return `currentdate :value "${operator === 'before' ? 'lt' : 'ge'}" "date" ${quoted(day, writer)}`
}

const midnight = '00:00'

function hourText(from: string, to: string, writer: SieveWriter): string {
  if (from === to) return 'true'
  need(writer, 'relational')
  const start = `currentdate :value "ge" "time" "${from}:00"`
  const end = `currentdate :value "lt" "time" "${to}:00"`
  if (to === midnight) return start
  if (from === midnight) return end
  return `${from < to ? 'allof' : 'anyof'}(${start}, ${end})`
}
