// A lane's turn: what may leave of what waits, with the window open and closed, with and without a paused number.
import { expect, test } from 'vitest'
import { type LaneSnapshot, type NextLaneStep, type NumberState, nextLaneStep } from './lane-step.ts'
import { defaultLanePolicy, type Lane, type LaneDelivery } from './lanes.ts'

const now = new Date('2026-03-01T12:00:00Z')
const in_ = (ms: number) => new Date(now.getTime() + ms)
const minuteMs = 60_000
const expires = in_(7 * 24 * 60 * minuteMs)
const lane: Lane = {
  bucket: { tokens: 2, refilledAtMs: now.getTime() },
  blockedUntil: null,
  destinationState: 'linked',
  lastInboundAt: now,
  pausedUntil: null,
}
const closed: Lane = { ...lane, lastInboundAt: null }
const head = (change: Partial<LaneDelivery> = {}): LaneDelivery => ({
  id: 'mail',
  kind: 'mail',
  urgent: false,
  state: 'queued',
  dueAt: null,
  attempts: 0,
  createdAt: now,
  ...change,
})
const nothing: LaneSnapshot = {
  sending: null,
  announcement: null,
  urgent: null,
  shown: null,
  ordinary: [],
  unannounced: { ordinaryFrom: null, urgentFrom: null },
  lastAnnounced: null,
  nextWaitAt: null,
}
const one = (change: Partial<LaneDelivery> = {}) => ({ ...head(change), folds: false, isFresh: true })
const line = (change: Partial<LaneDelivery> = {}): LaneSnapshot => ({ ...nothing, ordinary: [one(change)] })
const urgent = head({ id: 'code', urgent: true })
const shown = head({ id: 'shown', kind: 'shown' })
const announcement = (change: Partial<LaneDelivery> = {}) => head({ id: 'announcement', kind: 'announcement', ...change })
const many = (n: number) => Array.from({ length: n }, (_, i) => one({ id: `${i}` }))
const unannounced = { ordinaryFrom: in_(-9_000), urgentFrom: null }

const open: NumberState = { state: 'open' }
const paused = (reason: string | null): NumberState => ({ state: 'paused', until: in_(minuteMs), reason })
const bucket = { tokens: 1, refilledAtMs: now.getTime() }
const send = (id = 'mail'): NextLaneStep => ({ turn: 'send', id, bucket })
const cancelled = (id: string, reason: string): NextLaneStep => ({ turn: 'end', id, state: 'cancelled', reason })
const unknown: NextLaneStep = { turn: 'end', id: 'mail', state: 'failed', reason: 'outcome_unknown' }

test.each<[string, Lane | null, LaneSnapshot, NumberState, NextLaneStep]>([
  ['a due head is sent', lane, line(), open, send()],
  ['a probe is sent', lane, line({ state: 'held' }), { state: 'probe' }, send()],
  ['an empty lane rests until something comes', lane, nothing, open, { turn: 'wait', until: null }],
  ['or until the hour of what waits for its hour', lane, { ...nothing, nextWaitAt: in_(5) }, open, { turn: 'wait', until: in_(5) }],
  ['a retry is waited for', lane, line({ dueAt: in_(9) }), open, { turn: 'wait', until: in_(9) }],
  [
    'but never past the hour of what waits for its hour',
    lane,
    { ...line({ dueAt: in_(9) }), nextWaitAt: in_(5) },
    open,
    { turn: 'wait', until: in_(5) },
  ],

  ['urgent mail goes first', lane, { ...line(), urgent, shown }, open, send('code')],
  ['and past an ordinary one in doubt', lane, { ...line({ state: 'unknown', dueAt: in_(5) }), urgent }, open, send('code')],
  ['what its person asked to see goes before ordinary mail', lane, { ...line(), shown }, open, send('shown')],
  [
    'urgent mail that is tried again later holds up no ordinary one',
    lane,
    { ...line(), urgent: { ...urgent, dueAt: in_(5) } },
    open,
    send(),
  ],
  [
    'nothing goes past what is being sent',
    lane,
    { ...line(), sending: head({ state: 'sending', dueAt: in_(5) }), urgent },
    open,
    { turn: 'wait', until: in_(5) },
  ],
  [
    'a sender that is gone leaves a doubt first',
    lane,
    { ...line(), sending: head({ state: 'sending', dueAt: now }), urgent },
    open,
    { turn: 'doubt', id: 'mail' },
  ],

  ['a backlog goes as a digest', lane, { ...nothing, ordinary: many(11) }, open, { turn: 'fold', ids: many(11).map(m => m.id), bucket }],
  ['a short line does not', lane, { ...nothing, ordinary: many(10) }, open, send('0')],

  [
    'a paused number holds with its reason',
    lane,
    line(),
    paused('token_expired'),
    { turn: 'hold', reason: 'token_expired', until: in_(minuteMs) },
  ],
  ['a number that catches its breath is waited for', lane, line(), paused(null), { turn: 'wait', until: in_(minuteMs) }],
  [
    'a paused number does not hide a doubt',
    lane,
    { ...nothing, sending: head({ state: 'sending' }) },
    paused('token_expired'),
    { turn: 'doubt', id: 'mail' },
  ],
  [
    'a paused number announces nothing',
    closed,
    { ...nothing, unannounced: { ordinaryFrom: in_(-minuteMs), urgentFrom: null } },
    paused(null),
    { turn: 'wait', until: in_(minuteMs) },
  ],

  [
    'what waits for the window waits for its announcement',
    closed,
    { ...line(), unannounced },
    open,
    { turn: 'hold', reason: 'window_closed', until: in_(1_000) },
  ],
  [
    'and is announced then',
    closed,
    { ...line(), unannounced: { ...unannounced, ordinaryFrom: in_(-10_000) } },
    open,
    { turn: 'announce', id: null, bucket },
  ],
  [
    'urgent mail is announced at once',
    closed,
    { ...nothing, urgent, unannounced: { ...unannounced, urgentFrom: now } },
    open,
    { turn: 'announce', id: null, bucket },
  ],
  [
    'what was announced waits for the tap',
    closed,
    { ...line({ state: 'held' }), lastAnnounced: { at: now, failed: false } },
    open,
    { turn: 'hold', reason: 'window_closed', until: expires },
  ],
  [
    'an announcement is tried again',
    closed,
    { ...line(), announcement: announcement() },
    open,
    { turn: 'announce', id: 'announcement', bucket },
  ],
  [
    'at its hour',
    closed,
    { ...line(), announcement: announcement({ dueAt: in_(5) }) },
    open,
    { turn: 'hold', reason: 'window_closed', until: in_(5) },
  ],
  [
    'one that nobody needs any more is cancelled',
    lane,
    { ...line(), announcement: announcement() },
    open,
    cancelled('announcement', 'window_opened'),
  ],
  [
    'one in doubt holds nothing up once the person has written',
    lane,
    { ...line(), announcement: announcement({ state: 'unknown', dueAt: in_(5) }) },
    open,
    send(),
  ],
  [
    'and is not sent again',
    lane,
    { ...nothing, announcement: announcement({ state: 'unknown', dueAt: now }) },
    open,
    { ...unknown, id: 'announcement' },
  ],
  [
    'a person who rests is told nothing',
    { ...closed, pausedUntil: in_(9) },
    { ...line(), unannounced: { ...unannounced, urgentFrom: now } },
    open,
    { turn: 'hold', reason: 'paused', until: in_(9) },
  ],
  ['a digest that cannot leave any more is unmade', closed, line({ kind: 'digest' }), open, cancelled('mail', 'window_closed')],
  [
    'one in doubt waits for its echo',
    closed,
    line({ kind: 'digest', state: 'unknown', dueAt: in_(5) }),
    open,
    { turn: 'wait', until: in_(5) },
  ],
  ['and has failed without one', closed, line({ kind: 'digest', state: 'unknown', dueAt: now }), open, unknown],

  ['what waits for a removed phone is cancelled', null, line({ dueAt: in_(5) }), open, cancelled('mail', 'destination_removed')],
  [
    'what may have left for a removed phone waits for its echo',
    null,
    line({ state: 'unknown', dueAt: in_(5) }),
    open,
    { turn: 'wait', until: in_(5) },
  ],
  ['and then is never sent again', null, line({ state: 'unknown', dueAt: now }), open, unknown],
  [
    'a sender that died for a removed phone leaves a doubt',
    null,
    { ...nothing, sending: head({ state: 'sending', dueAt: now }) },
    open,
    { turn: 'doubt', id: 'mail' },
  ],
])('%s', (_, laneNow, lineNow, number, turn) => {
  expect(nextLaneStep(laneNow, lineNow, number, now, defaultLanePolicy)).toEqual(turn)
})
