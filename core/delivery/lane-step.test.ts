// Tests a lane's next step: what may be sent with the window open or closed, and with the number active or paused.
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
const delivery = (change: Partial<LaneDelivery> = {}): LaneDelivery => ({
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
const candidate = (change: Partial<LaneDelivery> = {}) => ({ ...delivery(change), forDigest: false, isFresh: true })
const snapshot = (change: Partial<LaneDelivery> = {}): LaneSnapshot => ({ ...nothing, ordinary: [candidate(change)] })
const urgent = delivery({ id: 'code', urgent: true })
const shown = delivery({ id: 'shown', kind: 'shown' })
const announcement = (change: Partial<LaneDelivery> = {}) => delivery({ id: 'announcement', kind: 'announcement', ...change })
const many = (n: number) => Array.from({ length: n }, (_, i) => candidate({ id: `${i}` }))
const unannounced = { ordinaryFrom: in_(-9_000), urgentFrom: null }

const open: NumberState = { state: 'open' }
const paused = (reason: string | null): NumberState => ({ state: 'paused', until: in_(minuteMs), reason })
const bucket = { tokens: 1, refilledAtMs: now.getTime() }
const send = (id = 'mail'): NextLaneStep => ({ step: 'send', id, bucket })
const cancelled = (id: string, reason: string): NextLaneStep => ({ step: 'end', id, state: 'cancelled', reason })
const unknown: NextLaneStep = { step: 'end', id: 'mail', state: 'failed', reason: 'outcome_unknown' }

test.each<[string, Lane | null, LaneSnapshot, NumberState, NextLaneStep]>([
  ['a due delivery is sent', lane, snapshot(), open, send()],
  ['a probe is sent', lane, snapshot({ state: 'held' }), { state: 'probe' }, send()],
  ['an empty lane waits until something is queued', lane, nothing, open, { step: 'wait', until: null }],
  ['or until the time of its next scheduled delivery', lane, { ...nothing, nextWaitAt: in_(5) }, open, { step: 'wait', until: in_(5) }],
  ['a retry waits for its time', lane, snapshot({ dueAt: in_(9) }), open, { step: 'wait', until: in_(9) }],
  [
    'but never past the next scheduled delivery',
    lane,
    { ...snapshot({ dueAt: in_(9) }), nextWaitAt: in_(5) },
    open,
    { step: 'wait', until: in_(5) },
  ],

  ['urgent email goes first', lane, { ...snapshot(), urgent, shown }, open, send('code')],
  [
    'and passes an ordinary one with an unknown outcome',
    lane,
    { ...snapshot({ state: 'unknown', dueAt: in_(5) }), urgent },
    open,
    send('code'),
  ],
  ['an email the user asked to see goes before ordinary email', lane, { ...snapshot(), shown }, open, send('shown')],
  ['an urgent retry does not hold up ordinary email', lane, { ...snapshot(), urgent: { ...urgent, dueAt: in_(5) } }, open, send()],
  [
    'nothing passes a delivery that is being sent',
    lane,
    { ...snapshot(), sending: delivery({ state: 'sending', dueAt: in_(5) }), urgent },
    open,
    { step: 'wait', until: in_(5) },
  ],
  [
    'a delivery whose sender died is recovered first',
    lane,
    { ...snapshot(), sending: delivery({ state: 'sending', dueAt: now }), urgent },
    open,
    { step: 'recover', id: 'mail' },
  ],

  [
    'a backlog is sent as a digest',
    lane,
    { ...nothing, ordinary: many(11) },
    open,
    { step: 'digest', ids: many(11).map(m => m.id), bucket },
  ],
  ['a short queue does not', lane, { ...nothing, ordinary: many(10) }, open, send('0')],

  [
    'a paused number holds deliveries, with its reason',
    lane,
    snapshot(),
    paused('token_expired'),
    { step: 'hold', reason: 'token_expired', until: in_(minuteMs) },
  ],
  ['a number paused for its pace is waited for', lane, snapshot(), paused(null), { step: 'wait', until: in_(minuteMs) }],
  [
    'a paused number does not block a recovery',
    lane,
    { ...nothing, sending: delivery({ state: 'sending' }) },
    paused('token_expired'),
    { step: 'recover', id: 'mail' },
  ],
  [
    'a paused number announces nothing',
    closed,
    { ...nothing, unannounced: { ordinaryFrom: in_(-minuteMs), urgentFrom: null } },
    paused(null),
    { step: 'wait', until: in_(minuteMs) },
  ],

  [
    'email held for the window waits for its announcement',
    closed,
    { ...snapshot(), unannounced },
    open,
    { step: 'hold', reason: 'window_closed', until: in_(1_000) },
  ],
  [
    'and is announced then',
    closed,
    { ...snapshot(), unannounced: { ...unannounced, ordinaryFrom: in_(-10_000) } },
    open,
    { step: 'announce', id: null, bucket },
  ],
  [
    'urgent email is announced at once',
    closed,
    { ...nothing, urgent, unannounced: { ...unannounced, urgentFrom: now } },
    open,
    { step: 'announce', id: null, bucket },
  ],
  [
    'announced email waits for the tap',
    closed,
    { ...snapshot({ state: 'held' }), lastAnnounced: { at: now, failed: false } },
    open,
    { step: 'hold', reason: 'window_closed', until: expires },
  ],
  [
    'an announcement is retried',
    closed,
    { ...snapshot(), announcement: announcement() },
    open,
    { step: 'announce', id: 'announcement', bucket },
  ],
  [
    'when it is due',
    closed,
    { ...snapshot(), announcement: announcement({ dueAt: in_(5) }) },
    open,
    { step: 'hold', reason: 'window_closed', until: in_(5) },
  ],
  [
    'an announcement that is no longer needed is cancelled',
    lane,
    { ...snapshot(), announcement: announcement() },
    open,
    cancelled('announcement', 'window_opened'),
  ],
  [
    'an announcement with an unknown outcome holds nothing up once the user has written',
    lane,
    { ...snapshot(), announcement: announcement({ state: 'unknown', dueAt: in_(5) }) },
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
    'nothing is announced to a paused phone',
    { ...closed, pausedUntil: in_(9) },
    { ...snapshot(), unannounced: { ...unannounced, urgentFrom: now } },
    open,
    { step: 'hold', reason: 'paused', until: in_(9) },
  ],
  ['a digest that can no longer be sent is dissolved', closed, snapshot({ kind: 'digest' }), open, cancelled('mail', 'window_closed')],
  [
    'a digest with an unknown outcome waits for its echo',
    closed,
    snapshot({ kind: 'digest', state: 'unknown', dueAt: in_(5) }),
    open,
    { step: 'wait', until: in_(5) },
  ],
  ['and fails without one', closed, snapshot({ kind: 'digest', state: 'unknown', dueAt: now }), open, unknown],

  [
    'deliveries waiting for a removed phone are cancelled',
    null,
    snapshot({ dueAt: in_(5) }),
    open,
    cancelled('mail', 'destination_removed'),
  ],
  [
    'a delivery that may have reached a removed phone waits for its echo',
    null,
    snapshot({ state: 'unknown', dueAt: in_(5) }),
    open,
    { step: 'wait', until: in_(5) },
  ],
  ['and is then never sent again', null, snapshot({ state: 'unknown', dueAt: now }), open, unknown],
  [
    'a dead sender for a removed phone is recovered',
    null,
    { ...nothing, sending: delivery({ state: 'sending', dueAt: now }) },
    open,
    { step: 'recover', id: 'mail' },
  ],
])('%s', (_, laneNow, snapshotNow, number, step) => {
  expect(nextLaneStep(laneNow, snapshotNow, number, now, defaultLanePolicy)).toEqual(step)
})
