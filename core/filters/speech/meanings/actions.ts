// Maps matched rules about actions to sentence pieces.
import { Redaction } from '../../action.ts'
import type { Weekday } from '../../tree.ts'
import { formatTime, formatTimeRange } from '../parts/times.ts'
import type { SentencePiece, TimePhrase } from '../pieces.ts'
import { actionPiece, askPiece, type Meanings } from './pieces.ts'
import { nightFrom, nightTo } from './times.ts'

export const actionMeanings: Meanings = {
  urgent: () => [actionPiece({ kind: 'urgent' })],
  hourly: () => [actionPiece({ kind: 'digest', every: 'hour' })],
  daily: ({ time }) => [actionPiece({ kind: 'digest', every: 'day', ...(time?.[0] && { at: formatTime(time[0]) }) })],
  dailylate: ({ time }) => {
    const [at] = time ?? []
    return [
      actionPiece({
        kind: 'digest',
        every: 'day',
        ...(at && { at: formatTime(at.half === null && at.hour < 12 ? { ...at, hour: at.hour + 12 } : at) }),
      }),
    ]
  },
  dailyplain: () => [actionPiece({ kind: 'digest', every: 'day' })],
  weekly: ({ days, time }) => weekly(days?.[0] ?? [], time?.[0]),
  weeklyplain: () => [actionPiece({ kind: 'digest', every: 'week' })],
  quiet: ({ time }) => {
    const [first, second] = time ?? []
    const [from, to] = first && second ? formatTimeRange(first, second, true) : [nightFrom, first ? formatTime(first) : nightTo]
    return [actionPiece({ kind: 'quiet', from, to, then: 'hold' })]
  },
  holdback: () => [{ is: 'held' }],
  quietnight: () => [actionPiece({ kind: 'quiet', from: nightFrom, to: nightTo, then: 'hold' })],
  attachmentsyes: () => [actionPiece({ kind: 'attachments', attachments: true })],
  attachmentsno: () => [actionPiece({ kind: 'attachments', attachments: false })],
  redact: ({ redact }) => [actionPiece({ kind: 'redact', what: Redaction.options.filter(each => redact?.flat().includes(each)) })],
  loosehide: () => [askPiece('redact', 'redact')],
  unclearredact: () => [askPiece('redact', 'redact')],
  redactit: () => [{ is: 'hidden' }],
  showheaders: () => [actionPiece({ kind: 'show', show: 'headers' })],
  showsummary: () => [actionPiece({ kind: 'show', show: 'summary' })],
  showfull: () => [actionPiece({ kind: 'show', show: 'full' })],
  atmost: ({ number }) => [actionPiece({ kind: 'at_most', perHour: Math.max(1, Math.min(1000, Math.round(number?.[0] ?? 1))) })],
  markread: () => [actionPiece({ kind: 'mark_read' })],
  flagmail: () => [actionPiece({ kind: 'flag' })],
  move: ({ label }) => [actionPiece({ kind: 'move', folder: (label?.[0] ?? '').slice(0, 200) })],
  archive: () => [actionPiece({ kind: 'move', folder: 'Archive' })],
  stop: () => [actionPiece({ kind: 'stop' })],
  digestask: () => [{ ...askPiece('how_often', 'digest'), action: { kind: 'digest', every: null } }],
  bundle: () => [{ ...askPiece('how_often', 'digest'), action: { kind: 'digest', every: null } }],
  manyask: () => [askPiece('how_many', 'max_per_hour')],
  quietask: () => [askPiece('quiet', 'quiet')],
  notatnight: () => [
    { is: 'ask', code: 'night', about: 'night', tests: [{ none: [{ field: 'hour', operator: 'between', from: nightFrom, to: nightTo }] }] },
  ],
}

/** A digest is sent on one day of the week, or daily. */
function weekly(days: Weekday[], time: TimePhrase | undefined): SentencePiece[] {
  const at = time && { at: formatTime(time) }
  const [on] = days
  if (days.length > 1 && days.length < 5) return [{ ...askPiece('how_often', 'digest'), action: { kind: 'digest', every: null } }]
  return [
    actionPiece(days.length > 1 ? { kind: 'digest', every: 'day', ...at } : { kind: 'digest', every: 'week', ...(on && { on }), ...at }),
  ]
}
