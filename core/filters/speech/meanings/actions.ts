// What the rules about deeds mean.
import { Redaction } from '../../action.ts'
import type { Weekday } from '../../tree.ts'
import { spellSpan, spellTime } from '../parts/times.ts'
import type { SentencePiece, TimePhrase } from '../pieces.ts'
import { action, ask, type Meanings } from './pieces.ts'
import { nightFrom, nightTo } from './times.ts'

export const actions: Meanings = {
  urgent: () => [action({ kind: 'urgent' })],
  hourly: () => [action({ kind: 'digest', every: 'hour' })],
  daily: ({ time }) => [action({ kind: 'digest', every: 'day', ...(time?.[0] && { at: spellTime(time[0]) }) })],
  dailylate: ({ time }) => {
    const [at] = time ?? []
    return [
      action({
        kind: 'digest',
        every: 'day',
        ...(at && { at: spellTime(at.half === null && at.hour < 12 ? { ...at, hour: at.hour + 12 } : at) }),
      }),
    ]
  },
  dailyplain: () => [action({ kind: 'digest', every: 'day' })],
  weekly: ({ days, time }) => weekly(days?.[0] ?? [], time?.[0]),
  weeklyplain: () => [action({ kind: 'digest', every: 'week' })],
  quiet: ({ time }) => {
    const [first, second] = time ?? []
    const [from, to] = first && second ? spellSpan(first, second, true) : [nightFrom, first ? spellTime(first) : nightTo]
    return [action({ kind: 'quiet', from, to, then: 'hold' })]
  },
  quietnight: () => [action({ kind: 'quiet', from: nightFrom, to: nightTo, then: 'hold' })],
  attachmentsyes: () => [action({ kind: 'attachments', attachments: true })],
  attachmentsno: () => [action({ kind: 'attachments', attachments: false })],
  redact: ({ redact }) => [action({ kind: 'redact', what: Redaction.options.filter(each => redact?.flat().includes(each)) })],
  redactit: () => [{ is: 'hidden' }],
  showheaders: () => [action({ kind: 'show', show: 'headers' })],
  showsummary: () => [action({ kind: 'show', show: 'summary' })],
  showfull: () => [action({ kind: 'show', show: 'full' })],
  atmost: ({ number }) => [action({ kind: 'at_most', perHour: Math.max(1, Math.min(1000, Math.round(number?.[0] ?? 1))) })],
  markread: () => [action({ kind: 'mark_read' })],
  flagmail: () => [action({ kind: 'flag' })],
  move: ({ label }) => [action({ kind: 'move', folder: (label?.[0] ?? '').slice(0, 200) })],
  archive: () => [action({ kind: 'move', folder: 'Archive' })],
  stop: () => [action({ kind: 'stop' })],
  digestask: () => [{ ...ask('how_often', 'digest'), action: { kind: 'digest', every: null } }],
  manyask: () => [ask('how_many', 'max_per_hour')],
  quietask: () => [ask('quiet', 'quiet')],
  notatnight: () => [
    { is: 'ask', code: 'night', about: 'night', tests: [{ none: [{ field: 'hour', operator: 'between', from: nightFrom, to: nightTo }] }] },
  ],
}

/** A digest goes on one day of the week, or on every day. */
function weekly(days: Weekday[], time: TimePhrase | undefined): SentencePiece[] {
  const at = time && { at: spellTime(time) }
  const [on] = days
  if (days.length > 1 && days.length < 5) return [{ ...ask('how_often', 'digest'), action: { kind: 'digest', every: null } }]
  return [action(days.length > 1 ? { kind: 'digest', every: 'day', ...at } : { kind: 'digest', every: 'week', ...(on && { on }), ...at })]
}
