// A lane's turn, with and without a paused number.
import { expect, test } from 'vitest'
import { defaultLanePolicy, type Head, type Lane } from './lanes.ts'
import { type NumberState, type Turn, takeTurn } from './turn.ts'

const now = new Date('2026-03-01T12:00:00Z')
const in_ = (ms: number) => new Date(now.getTime() + ms)
const lane: Lane = {
  bucket: { tokens: 2, refilledAtMs: now.getTime() },
  blockedUntil: null,
  destinationState: 'linked',
  lastInboundAt: now,
}
const head = (change: Partial<Head> = {}): Head => ({ state: 'queued', dueAt: null, attempts: 0, createdAt: now, ...change })
const open: NumberState = { state: 'open' }
const paused = (reason: string | null): NumberState => ({ state: 'paused', until: in_(60_000), reason })
const send: Turn = { turn: 'send', bucket: { tokens: 1, refilledAtMs: now.getTime() } }

test.each<[string, Lane | null, Head, NumberState, Turn]>([
  ['a due head is sent', lane, head(), open, send],
  ['a probe is sent', lane, head({ state: 'held' }), { state: 'probe' }, send],
  [
    'a paused number holds with its reason',
    lane,
    head(),
    paused('token_expired'),
    { turn: 'hold', reason: 'token_expired', until: in_(60_000) },
  ],
  ['a number that catches its breath is waited for', lane, head(), paused(null), { turn: 'wait', until: in_(60_000) }],
  ['a paused number does not hide a doubt', lane, head({ state: 'sending' }), paused('token_expired'), { turn: 'doubt' }],
  [
    'what waits for a removed phone is cancelled',
    null,
    head({ dueAt: in_(5) }),
    open,
    { turn: 'end', state: 'cancelled', reason: 'destination_removed' },
  ],
  [
    'what may have left for a removed phone waits for its echo',
    null,
    head({ state: 'unknown', dueAt: in_(5) }),
    open,
    { turn: 'wait', until: in_(5) },
  ],
  [
    'and then is never sent again',
    null,
    head({ state: 'unknown', dueAt: now }),
    open,
    { turn: 'end', state: 'failed', reason: 'outcome_unknown' },
  ],
  ['a sender that died for a removed phone leaves a doubt', null, head({ state: 'sending', dueAt: now }), open, { turn: 'doubt' }],
])('%s', (_, laneNow, headNow, number, turn) => {
  expect(takeTurn(laneNow, headNow, number, now, defaultLanePolicy)).toEqual(turn)
})
