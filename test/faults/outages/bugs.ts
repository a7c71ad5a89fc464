// Bugs to plant: the lines of the product that each changes, the fault that shows it, and how the judge must put it.

/** `find` must occur exactly once in `file`. */
export interface Change {
  file: string
  find: string
  plant: string
}

export interface OutageBug {
  name: string
  /** As in `--faults`. */
  fault: string
  shows: RegExp
  changes: Change[]
  /** How long everything may take to arrive: short where it never does. */
  quietMs?: number
}

/** No bug: minutes in which a refused mailbox is left alone pass as fast as those of Meta's clock, and one user may add many mailboxes. */
export const shortenings: Pick<OutageBug, 'name' | 'changes'> = {
  name: 'shortenings',
  changes: [
    change('core/mailbox/provider-trouble.ts', '(3 + 3 * random) * 60_000', '(3 + 3 * random) * 7_500'),
    change('server/mail/receiving/watch-mailbox.ts', 'deps.signInRetryMs ?? 120_000', 'deps.signInRetryMs ?? 15_000'),
    change('server/mail/mailboxes/limits.ts', 'const testsAnHour = 60', 'const testsAnHour = 1_000_000'),
  ],
}

const stuck = { quietMs: 50_000, shows: /was not healthy|never reached/ }

export const bugs: OutageBug[] = [
  {
    name: 'an outage of Meta uses up the tries of each mail',
    fault: 'meta-131000-10m',
    shows: /ended as mail failed gave_up/,
    changes: [
      change('core/delivery/retry.ts', "if (outcome.scope === 'service') return retryAfterService(attempt, outcome, policy)", ''),
      change('core/delivery/retry.ts', 'maxAttempts: 8', 'maxAttempts: 3'),
      change('core/delivery/outcome-effects.ts', '!attempt.hasServiceWorked)', 'false)'),
    ],
  },
  {
    name: 'only some codes of Meta are trouble of the service',
    fault: 'meta-131016-1m',
    shows: /ended as mail failed gave_up|Meta was called/,
    changes: [
      change('server/whatsapp/errors.ts', 'codes: [1, 2, 131000, 131016, 133004]', 'codes: [1, 2, 131000, 133004]'),
      change(
        'server/whatsapp/errors.ts',
        "  { codes: [131057], reason: 'maintenance'",
        "  { codes: [131016], reason: 'temporary', then: 'retry', scope: 'delivery', afterMs: null },\n  { codes: [131057], reason: 'maintenance'",
      ),
    ],
  },
  {
    name: 'nothing pauses while Meta is in trouble',
    fault: 'meta-131000-10m',
    shows: /Meta was called/,
    changes: [change('core/delivery/trouble.ts', 'if (isPaused || !(isProbe', 'if (true || !(isProbe')],
  },
  {
    name: 'a second try is spent on finding out that the outage goes on',
    fault: 'meta-502-1m',
    shows: /ended as mail failed outcome_unknown/,
    changes: [change('server/wiring/delivery.ts', '(claimed.mayMeetTrouble || claimed.probesPause !== null) && (await', 'false && (await')],
  },
  {
    name: 'only our number is asked for before a second try',
    fault: 'meta-502-for-messages-1m',
    shows: /ended as mail failed outcome_unknown/,
    changes: [change('server/wiring/delivery.ts', "return answer.kind !== 'done' && isServiceTrouble(answer)", 'return false')],
  },
  {
    name: 'a pause goes on although a probe got through',
    fault: 'meta-131000-1m',
    ...stuck,
    changes: [
      change('server/delivery/outcomes/record.ts', 'await endPause(tx, numberId, probe.claimed.probesPause, now)', ''),
      change('server/delivery/number/trouble-queue.ts', '  await wakeWaiting(tx, now)\n  return', '  return'),
    ],
  },
  {
    name: 'a handshake of TLS that never ended counts as a message that may have arrived',
    fault: 'meta-no-tls-1m',
    shows: /outcomes are unknown/,
    changes: [change('server/foundation/outside.ts', "url.protocol === 'https:' ? 'secureConnect' : 'connect'", "'connect'")],
  },
  {
    name: 'a statement waits for ever for a database that is silent',
    fault: 'database-silent',
    ...stuck,
    quietMs: 90_000,
    changes: [change('server/foundation/db/pool.ts', ', query_timeout: limits.statementMs + silentMs', '')],
  },
  {
    name: 'a host that has lost its power keeps its locks',
    fault: 'freeze@claim:written',
    shows: /waited while another host/,
    changes: [
      change(
        'server/foundation/db/pool.ts',
        'urgentLimits: ConnectionLimits = { statementMs: 10_000, lockMs: 5_000, idleInTransactionMs: 5_000',
        'urgentLimits: ConnectionLimits = { statementMs: 10_000, lockMs: 5_000, idleInTransactionMs: 0',
      ),
    ],
  },
  {
    name: 'a connection that only reads stays in use',
    fault: 'database-read-only',
    shows: /behind connections that only read/,
    changes: [change('server/foundation/db/pool.ts', 'if (breaksConnection(error)) this.leavePool()', '')],
  },
  {
    name: 'the old version cannot go on with new columns',
    fault: 'rolling-upgrade',
    shows: /for the old version on the new tables|5xx/,
    changes: [change('server/foundation/db/pool.ts', 'if (!isStalePlan(error)) throw error', 'throw error')],
  },
  {
    name: 'an outcome that is known is given up after three tries',
    fault: 'database-away-while-recording',
    shows: /came once more|copies on the phone/,
    changes: [
      change('server/delivery/worker.ts', 'let triesLeft = maxTriesWhileStopping', 'let triesLeft = 2'),
      change('server/delivery/worker.ts', 'if (stopping.aborted && --triesLeft === 0) return', 'if (--triesLeft <= 0) return'),
    ],
  },
  {
    name: 'what a dead host had claimed is claimed by nobody else',
    fault: 'kill@claim:committed',
    ...stuck,
    changes: [
      change(
        'server/delivery/claim/queue.ts',
        'where next_at <= ${now} and (claimed_until is null or claimed_until <= ${now})\n    order by',
        'where next_at <= ${now} and claimed_until is null\n    order by',
      ),
    ],
  },
  {
    name: 'a host sends what another has claimed since',
    fault: 'freeze@send:prepared',
    shows: /copies on the phone/,
    changes: [
      change('server/delivery/dispatch-queue.ts', 'and a.n = m.n and a.ended_at is null', 'and a.n = m.n'),
      change('server/wiring/delivery.ts', 'return isOurs && claimed.leaseUntil > clock.now()', 'return isOurs'),
    ],
  },
  {
    name: 'what has left is not marked before it leaves',
    fault: 'kill-without-echo',
    shows: /copies on the phone/,
    changes: [change('server/delivery/dispatch-queue.ts', 'set dispatched_at = ${now}', 'set dispatched_at = null')],
  },
  {
    name: 'a mail is kept without what is to be done with it',
    fault: 'kill@forward:decided',
    shows: /never reached/,
    quietMs: 40_000,
    changes: [change('server/use-cases/forward/stores.ts', '=> inPipeline(db, work)', '=> work(db as Tx)')],
  },
  {
    name: 'the mailboxes of a dead host are taken by nobody',
    fault: 'power-off',
    shows: /waited while another host/,
    changes: [change('server/mail/mailboxes/owners.ts', 'where until < now() and host <> ${host})', 'where false)')],
  },
  {
    name: 'a mail that the database could not take is passed over',
    fault: 'database-locked',
    shows: /came before/,
    changes: [
      change(
        'server/mail/receiving/keep-batch.ts',
        '!(error instanceof LeaseLost || isDatabaseTrouble(error))',
        '!(error instanceof LeaseLost)',
      ),
    ],
  },
  {
    name: 'what waited goes newest first',
    fault: 'meta-131000-1m',
    shows: /came before/,
    changes: [
      change(
        'server/delivery/claim/queue.ts',
        "in ('mail', 'digest') and ${isDue(now)}`)} order by seq limit",
        "in ('mail', 'digest') and ${isDue(now)}`)} order by seq desc limit",
      ),
    ],
  },
  {
    name: 'an address is forgotten although no name server tells a new one',
    fault: 'names-dead',
    shows: /waited for a name/,
    changes: [change('server/foundation/outside/name-cache.ts', 'const staleMs = 24 * 3_600_000', 'const staleMs = 6_000')],
  },
  {
    name: 'an old address is not used while name servers take their time',
    fault: 'names-slow',
    shows: /waited for a name|outcomes are unknown/,
    changes: [
      change(
        'server/foundation/outside/names.ts',
        'const next = known ? await Promise.race([asked, sleep(refreshMs',
        'const next = false ? await Promise.race([asked, sleep(refreshMs',
      ),
      change(
        'server/foundation/outside/names.ts',
        '    const known = usable(cache.get(name), now())\n    if (known?.isFresh)',
        '    const known = usable(cache.get(name), now())\n    if (known?.isFresh && false)',
      ),
    ],
  },
  {
    name: 'a provider that refuses everybody asks each of its users to act',
    fault: 'provider-refuses-15m',
    shows: /were asked to act/,
    changes: [change('core/mailbox/provider-trouble.ts', 'users >= leastUsers && share > shareThatBegins', 'false')],
  },
  {
    name: 'a host judges by its own clock whether another one is alive',
    fault: 'clock-ahead',
    shows: /changed hands/,
    changes: [
      change(
        'server/mail/mailboxes/owners.ts',
        'select host from mailbox_hosts where until < now() and host <> ${host}',
        'select host from mailbox_hosts where until < ${new Date(Date.now())} and host <> ${host}',
      ),
      change('server/mail/mailboxes/owners.ts', ".where('until', '>=', sql<Date>`now()`)", ".where('until', '>=', new Date(Date.now()))"),
    ],
  },
  {
    name: 'a webhook is acknowledged before it is committed',
    fault: 'kill@webhook:written',
    shows: /without a report/,
    quietMs: 30_000,
    changes: [
      change(
        'server/whatsapp/webhook.ts',
        'const hasChanges = await storeEvents(deps, events)',
        'const hasChanges = true; void storeEvents(deps, events).catch(() => undefined)',
      ),
    ],
  },
]

function change(file: string, find: string, plant: string): Change {
  return { file, find, plant }
}

/** The source with the bug in it; throws if the product has changed there. */
export function plantInto(bug: Pick<OutageBug, 'name' | 'changes'>, url: string, source: string): string {
  return bug.changes
    .filter(({ file }) => url.endsWith(`/${file}`))
    .reduce((text, { file, find, plant }) => {
      if (text.split(find).length !== 2) throw new Error(`Change the bug "${bug.name}": ${file} does not contain exactly once: ${find}`)
      return text.replace(find, () => plant)
    }, source)
}
